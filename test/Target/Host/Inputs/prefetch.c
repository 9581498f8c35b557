// Calls the function of prefetch.mlir, with indices right before a page that
// cannot be read.

#define _DEFAULT_SOURCE
#include "prefetch.h"
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
  static int32_t table[64][16];
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 16; ++k)
      table[i][k] = i * 100 + k;
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + 4096, 4096, PROT_NONE) != 0)
    return 1;
  static const int counts[] = {0, 1, 7, 8, 9, 16, 1000};
  int right = 0;
  for (unsigned c = 0; c < sizeof(counts) / sizeof(counts[0]); ++c) {
    int count = counts[c];
    int32_t *rows = (int32_t *)(pages + 4096) - count;
    uint32_t expected = 0;
    for (int i = 0; i < count; ++i) {
      rows[i] = i * 37 % 64;
      for (int k = 0; k < 16; ++k)
        expected = expected * 3 + (uint32_t)table[rows[i]][k];
    }
    right += sum_rows(table[0], 64, rows, count) == (int32_t)expected;
  }
  printf("%d numbers of rows are right\n", right);
  return 0;
}
