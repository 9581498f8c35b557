#include "exceeds.h"
#include <stdio.h>
int main(void) {
  int64_t positions[64] = {[7] = 1000};
  printf("%d %d\n", exceeds(positions, 7, 999), exceeds(positions, 7, 1000));
}
