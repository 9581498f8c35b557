// Calls the functions of object.mlir.

#include "object.h"
#include <stdio.h>
#include <stdlib.h>

_Noreturn void zynrtFail(const char *message);
void zynrtFail(const char *message) {
  printf("failed: %s\n", message);
  exit(0);
}

int main(void) {
  printf("scalars %d %d\n", scalars(true, -1, -2, -3, 1, 2, 4.0f, -1.0),
         scalars(false, -1, -2, -3, 1, 2, 4.0f, -1.0));

  float matrix[16];
  for (int i = 0; i < 16; ++i)
    matrix[i] = i;
  printf("sum %g\n", sum(matrix, 4));

  float scaled[8];
  scale(matrix, 2.0f, scaled);
  printf("scale");
  for (int i = 0; i < 8; ++i)
    printf(" %g", scaled[i]);

  const int32_t values[4] = {1, 2, 3, 4};
  int32_t sums[4], one;
  double half;
  several(values, sums, &one, &half);
  printf("\nseveral %d %d %d %d, %d, %g\n", sums[0], sums[1], sums[2], sums[3],
         one, half);

  int64_t from = 3, to;
  int64_t twice = restricted(&from, &to);
  printf("restricted %d %d\n", (int)twice, (int)to);

  static double ascending[16384];
  static _Alignas(64) char workspace[131072];
  for (int i = 0; i < 16384; ++i)
    ascending[i] = i;
  printf("reversed %g\n", reversed(ascending, workspace));

  int64_t positions[8] = {7, 6, 5, 4, 3, 2, 1, 0};
  printf("checked %d\n", (int)checked(positions, 0));
  checked(positions, 8);
  return 1;
}
