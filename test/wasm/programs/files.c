// Creates, modifies, lists and removes files and folders.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Prints a step and its error, if any.
static void check(const char *step, int result) {
  if (result < 0)
    printf("%s: error %s\n", step, errno == ENOENT      ? "ENOENT"
                                   : errno == EEXIST    ? "EEXIST"
                                   : errno == ENOTDIR   ? "ENOTDIR"
                                   : errno == EISDIR    ? "EISDIR"
                                   : errno == ENOTEMPTY ? "ENOTEMPTY"
                                   : errno == EINVAL    ? "EINVAL"
                                   : errno == ELOOP     ? "ELOOP"
                                   : errno == EBADF     ? "EBADF"
                                   : errno == ESPIPE    ? "ESPIPE"
                                                        : strerror(errno));
  else
    printf("%s: ok\n", step);
}

static int compare(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list(const char *path) {
  char *names[32];
  int count = 0;
  DIR *folder = opendir(path);
  if (!folder)
    return check("list", -1);
  for (struct dirent *entry; (entry = readdir(folder)) && count < 32;)
    if (entry->d_name[0] != '.')
      names[count++] = strdup(entry->d_name);
  closedir(folder);
  qsort(names, count, sizeof(names[0]), compare);
  printf("%s:", path);
  for (int i = 0; i < count; ++i)
    printf(" %s", names[i]);
  printf("\n");
}

static void print(const char *path) {
  char text[128];
  int file = open(path, O_RDONLY);
  if (file < 0)
    return check(path, -1);
  long size = read(file, text, sizeof(text) - 1);
  close(file);
  text[size] = 0;
  printf("%s: %s\n", path, text);
}

int main(void) {
  FILE *file = fopen("new.txt", "w+");
  fprintf(file, "one two three");
  fseek(file, 4, SEEK_SET);
  fputs("TWO", file);
  fseek(file, -5, SEEK_END);
  printf("at %ld: %c\n", ftell(file), getc(file));
  fclose(file);
  print("new.txt");

  file = fopen("new.txt", "a");
  fputs(", four", file);
  fclose(file);
  print("new.txt");

  check("mkdir", mkdir("folder", 0777));
  check("mkdir again", mkdir("folder", 0777));
  check("mkdir below a file", mkdir("new.txt/x", 0777));
  check("rename", rename("new.txt", "folder/moved.txt"));
  check("rename again", rename("new.txt", "folder/moved.txt"));
  check("rename a folder into itself", rename("folder", "folder/inside"));
  check("remove a full folder", rmdir("folder"));
  check("unlink a folder", open("folder", O_WRONLY));
  check("symlink", symlink("folder/moved.txt", "link"));
  print("link");
  char target[64] = {0};
  check("readlink", readlink("link", target, sizeof(target) - 1));
  printf("target %s\n", target);
  check("loop", symlink("loop", "loop"));
  check("open a loop", open("loop", O_RDONLY));
  check("hard link", link("folder/moved.txt", "folder/same.txt"));
  list("folder");

  int descriptor = open("folder/same.txt", O_RDWR);
  char bytes[8] = {0};
  check("pread", pread(descriptor, bytes, 3, 4));
  printf("bytes %s\n", bytes);
  check("pwrite", pwrite(descriptor, "2", 1, 4));
  check("truncate", ftruncate(descriptor, 9));
  check("seek before the beginning", lseek(descriptor, -1, SEEK_SET));
  struct stat stat;
  check("fstat", fstat(descriptor, &stat));
  printf("size %ld, links %ld, regular %d\n", (long)stat.st_size,
         (long)stat.st_nlink, S_ISREG(stat.st_mode));
  check("close", close(descriptor));
  check("close again", close(descriptor));
  print("folder/moved.txt");

  check("exclusive", open("link", O_CREAT | O_EXCL | O_WRONLY, 0666));
  check("read a write-only file",
        read(open("made.txt", O_CREAT | O_WRONLY, 0666), bytes, 1));
  check("unlink", unlink("folder/same.txt"));
  check("unlink again", unlink("folder/same.txt"));
  check("unlink loop", unlink("loop"));
  file = fopen("input.txt", "r+");
  fputs("IT", file);
  fclose(file);
  list(".");
  return 0;
}
