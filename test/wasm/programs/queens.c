// Counts the solutions of the n queens problem.

#include <stdio.h>
#include <stdlib.h>

static unsigned count(unsigned all, unsigned columns, unsigned left,
                      unsigned right) {
  if (columns == all)
    return 1;
  unsigned solutions = 0;
  for (unsigned free = all & ~(columns | left | right); free;) {
    unsigned place = free & -free;
    free ^= place;
    solutions += count(all, columns | place, (left | place) << 1,
                       (right | place) >> 1);
  }
  return solutions;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    int n = atoi(argv[i]);
    printf("%d queens: %u solutions\n", n, count((1u << n) - 1, 0, 0, 0));
  }
  return 0;
}
