// Calls the functions of function-address.mlir.

#include "address.h"
#include <stdio.h>

int main(void) {
  int64_t values[2] = {3, 4}, result[2];
  doubled(values, result);
  printf("doubled %d %d\n", (int)result[0], (int)result[1]);
  printf("sum %d %d\n", (int)sum(true, values), (int)sum(false, values));
}
