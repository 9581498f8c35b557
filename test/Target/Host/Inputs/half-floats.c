#include "halves.h"

#include <stdio.h>
#include <string.h>

int main(void) {
  printf("%g\n", (double)(float)add((_Float16)1.5f, (__bf16)2.25f));

  __bf16 b;
  _Float16 h;
  both((__bf16)-0.5f, &b, &h);
  printf("%g %g\n", (double)(float)b, (double)(float)h);

  unsigned short bits = 0x7f81;
  memcpy(&b, &bits, sizeof(b));
  b = same(b);
  memcpy(&bits, &b, sizeof(b));
  printf("bits %x\n", bits);
}
