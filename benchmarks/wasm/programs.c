// Programs for instances on a GPU, without a C library. Each has its data in
// memory of its own.
typedef unsigned int u32;
typedef unsigned char u8;

enum { limit = 8192, tableWords = 4096, bodies = 5, coordinates = 7 };

#ifdef __CUDACC__
#include "interleaved.cuh"
#else
#ifdef __wasm__
#define EXPORT(NAME) __attribute__((export_name(#NAME)))
#define STATE static
#else
#define EXPORT(NAME)
#define STATE static __thread
#endif
STATE u8 composite[limit];
STATE u32 table[tableWords];
STATE int columns[16];
// Position, velocity and mass of each body.
STATE double state[bodies * coordinates];
#endif

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
  for (u32 i = 0; i < tableWords; ++i)
    table[i] = i * 2654435761u;
  u32 x = 1;
  for (u32 round = 0; round < rounds; ++round)
    for (u32 i = 0; i < tableWords; ++i) {
      x ^= table[(x ^ i) & (tableWords - 1)];
      x = (x << 13 | x >> 19) * 5 + 0xe6546b64u;
      table[i] += x;
    }
  return x;
}

// Counts the solutions of the problem of 8 queens, with a stack in memory.
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

// Moves the sun and four planets for `rounds` steps (the n-body problem of the
// Computer Language Benchmarks Game). Returns a part of the sun's position.
EXPORT(nbody) u32 nbody(u32 rounds) {
  for (u32 i = 0; i < bodies; ++i) {
    // Not the real planets, whose numbers do not matter.
    state[i * coordinates] = i * 4.84;
    state[i * coordinates + 1] = i * -1.16;
    state[i * coordinates + 2] = i * -0.10;
    state[i * coordinates + 3] = i * 0.6;
    state[i * coordinates + 4] = i * 2.8;
    state[i * coordinates + 5] = i * -0.02;
    state[i * coordinates + 6] = i ? 0.037 / i : 39.47;
  }
  const double step = 0.01;
  for (u32 round = 0; round < rounds; ++round) {
    for (u32 i = 0; i < bodies; ++i) {
      u32 a = i * coordinates;
      for (u32 j = i + 1; j < bodies; ++j) {
        u32 b = j * coordinates;
        double dx = state[a] - state[b], dy = state[a + 1] - state[b + 1],
               dz = state[a + 2] - state[b + 2];
        double square = dx * dx + dy * dy + dz * dz;
        double scale = step / (square * __builtin_sqrt(square));
        double massA = state[a + 6] * scale, massB = state[b + 6] * scale;
        state[a + 3] -= dx * massB;
        state[a + 4] -= dy * massB;
        state[a + 5] -= dz * massB;
        state[b + 3] += dx * massA;
        state[b + 4] += dy * massA;
        state[b + 5] += dz * massA;
      }
    }
    for (u32 a = 0; a < bodies * coordinates; a += coordinates)
      for (u32 k = 0; k < 3; ++k)
        state[a + k] += step * state[a + 3 + k];
  }
  return (u32)(int)(state[0] * 1e6);
}
