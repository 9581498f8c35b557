// Counts the lines, words and bytes of its input, or of files.

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void count(FILE *file, const char *name) {
  unsigned long lines = 0, words = 0, bytes = 0;
  int inWord = 0;
  for (int c; (c = getc(file)) != EOF; ++bytes) {
    lines += c == '\n';
    words += !isspace(c) && !inWord;
    inWord = !isspace(c);
  }
  printf("%6lu %6lu %6lu %s\n", lines, words, bytes, name);
}

int main(int argc, char **argv) {
  int failures = 0;
  if (argc == 1)
    count(stdin, "-");
  for (int i = 1; i < argc; ++i) {
    FILE *file = fopen(argv[i], "r");
    if (!file) {
      printf("%s: %s\n", argv[i], strerror(errno));
      ++failures;
      continue;
    }
    count(file, argv[i]);
    fclose(file);
  }
  return failures;
}
