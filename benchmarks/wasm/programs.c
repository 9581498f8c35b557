// Programs for instances on a GPU, without a C library. Each has its data in
// memory of its own.
typedef unsigned int u32;
typedef unsigned char u8;

#ifdef __wasm__
#define EXPORT(NAME) __attribute__((export_name(#NAME)))
#define STATE static
#else
#define EXPORT(NAME)
#define STATE static __thread
#endif

enum { limit = 8192, words = 4096 };
STATE u8 composite[limit];
STATE u32 table[words];

// Counts the primes below 8192, `rounds` times.
EXPORT(sieve) u32 sieve(u32 rounds) {
  u32 count = 0;
  for (u32 round = 0; round < rounds; ++round) {
    for (u32 i = 0; i < limit; ++i)
      composite[i] = 0;
    count = 0;
    for (u32 i = 2; i < limit; ++i) {
      if (composite[i])
        continue;
      ++count;
      for (u32 j = i * i; j < limit; j += i)
        composite[j] = 1;
    }
  }
  return count;
}

// Mixes a table of 16 KiB.
EXPORT(hash) u32 hash(u32 rounds) {
  for (u32 i = 0; i < words; ++i)
    table[i] = i * 2654435761u;
  u32 x = 1;
  for (u32 round = 0; round < rounds; ++round)
    for (u32 i = 0; i < words; ++i) {
      x ^= table[(x ^ i) & (words - 1)];
      x = (x << 13 | x >> 19) * 5 + 0xe6546b64u;
      table[i] += x;
    }
  return x;
}

// Counts the solutions of the problem of 8 queens, with a stack in memory.
STATE int columns[16];
EXPORT(queens) u32 queens(u32 rounds) {
  u32 count = 0;
  for (u32 round = 0; round < rounds; ++round) {
    int row = 0;
    count = 0;
    columns[0] = -1;
    while (row >= 0) {
      int column = ++columns[row];
      if (column == 8) {
        --row;
        continue;
      }
      int isSafe = 1;
      for (int i = 0; i < row; ++i) {
        int difference = columns[i] - column;
        if (difference == 0 || difference == row - i || difference == i - row) {
          isSafe = 0;
          break;
        }
      }
      if (!isSafe)
        continue;
      if (row == 7)
        ++count;
      else
        columns[++row] = -1;
    }
  }
  return count;
}
