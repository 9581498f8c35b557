// Finds primes, and the time since the epoch as a date.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int argc, char **argv) {
  size_t limit = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  unsigned char *composite = calloc(limit + 1, 1);
  if (!composite)
    return 2;
  size_t primes = 0, last = 0;
  for (size_t i = 2; i <= limit; ++i) {
    if (composite[i])
      continue;
    ++primes;
    last = i;
    for (size_t j = i * i; j <= limit; j += i)
      composite[j] = 1;
  }
  printf("%zu primes up to %zu, the last is %zu\n", primes, limit, last);
  printf("estimate %.1f\n", limit / log((double)limit));
  free(composite);

  time_t day = 951782400;
  char text[64];
  strftime(text, sizeof(text), "%A, %d %B %Y", gmtime(&day));
  printf("%s\n", text);
  return 0;
}
