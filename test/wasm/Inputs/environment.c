// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every function of the module zyn. environment.py knows what they compute.
//
// clang-22 --target=wasm32 -O2 -nostdlib -Wl,--no-entry -I ../../../guest/c -s environment.c -o environment.wasm

#include "zyn.h"

#define EXPORT(NAME) __attribute__((export_name(#NAME)))

static uint8_t bytes[256];

EXPORT(ids) uint64_t ids(void) { return (uint64_t)zyn_instance_count() << 32 | zyn_instance_id(); }

EXPORT(sizes)
uint64_t sizes(void) {
  return (uint64_t)zyn_shared_size() << 32 | zyn_input_size() << 16 | zyn_output_size();
}

EXPORT(clock) int32_t clock(void) {
  int64_t first = zyn_clock();
  return zyn_clock() >= first;
}

// Moves the input by one byte, in pieces of sizes that are no multiples of a word.
EXPORT(copy) int32_t copy(void) {
  size_t size = zyn_input_size();
  for (size_t i = 0; i < size; i += 7)
    zyn_input_read(bytes + i + 1, i, size - i < 7 ? size - i : 7);
  bytes[0] = bytes[size];
  for (size_t i = 0; i < size; i += 5)
    zyn_output_write(bytes + i, i, size - i < 5 ? size - i : 5);
  int32_t sum = 0;
  uint8_t check[256];
  zyn_output_read(check, 0, size);
  for (size_t i = 0; i < size; ++i)
    sum += check[i] == bytes[i];
  return sum;
}

// The shared array has 40 words of 8 bytes: 20 for each type of integer.
#define DEFINE_ATOMICS(SUFFIX, TYPE, UNSIGNED, FIRST)                                                                  \
  static void atomics_##SUFFIX(TYPE id) {                                                                              \
    size_t at = FIRST;                                                                                                 \
    zyn_atomic_add_##SUFFIX(at, id + 1);                                                                               \
    zyn_atomic_sub_##SUFFIX(at += 8, id * 3);                                                                          \
    zyn_atomic_and_##SUFFIX(at += 8, ~((TYPE)1 << id % 31));                                                           \
    zyn_atomic_or_##SUFFIX(at += 8, (TYPE)1 << id % 30);                                                               \
    zyn_atomic_xor_##SUFFIX(at += 8, id * 77);                                                                         \
    zyn_atomic_min_s_##SUFFIX(at += 8, 20 - id);                                                                       \
    zyn_atomic_max_s_##SUFFIX(at += 8, id - 20);                                                                       \
    zyn_atomic_min_u_##SUFFIX(at += 8, id - 20);                                                                       \
    zyn_atomic_max_u_##SUFFIX(at += 8, (UNSIGNED)id - 20);                                                             \
    /* Each value is taken once. */                                                                                    \
    TYPE before = zyn_atomic_exchange_##SUFFIX(at += 8, id + 1);                                                       \
    zyn_atomic_add_##SUFFIX(at += 8, before);                                                                          \
    /* A product of 3 modulo a power of 2, by compare and exchange. */                                                 \
    TYPE old = zyn_atomic_load_##SUFFIX(at += 8), found;                                                               \
    while ((found = zyn_atomic_compare_exchange_##SUFFIX(at, old, old * 3)) != old)                                    \
      old = found;                                                                                                     \
    if (id == 0)                                                                                                       \
      zyn_atomic_store_##SUFFIX(at += 8, -5);                                                                          \
  }

DEFINE_ATOMICS(i32, int32_t, uint32_t, 0)
DEFINE_ATOMICS(i64, int64_t, uint64_t, 160)

EXPORT(atomics) void atomics(void) {
  int32_t id = (int32_t)zyn_instance_id();
  atomics_i32(id);
  atomics_i64(id);
  zyn_atomic_add_f32(19 * 8, 0.5f);
  zyn_atomic_add_f64(39 * 8, (double)id);
}

// Instance 0 publishes data; others that find it must find all of it.
EXPORT(publish) int32_t publish(void) {
  if (zyn_instance_id() == 0) {
    for (size_t i = 0; i < 64; ++i)
      bytes[i] = 7;
    zyn_shared_write(bytes, 8, 64);
    zyn_fence();
    zyn_atomic_store_i32(0, 1);
    return 0;
  }
  if (!zyn_atomic_load_i32(0))
    return 0;
  zyn_fence();
  int32_t wrong = 0;
  for (size_t i = 0; i < 64; i += 4)
    wrong += zyn_atomic_load_i32(8 + i) != 0x07070707;
  return wrong;
}

// Accesses that trap, or, for an even number, that just do not.
EXPORT(bounds) void bounds(int32_t which) {
  switch (which) {
  case 0: zyn_input_read(bytes, zyn_input_size(), 0); break;
  case 1: zyn_input_read(bytes, zyn_input_size(), 1); break;
  case 2: zyn_output_write(bytes, 0, zyn_output_size()); break;
  case 3: zyn_output_write(bytes, 1, zyn_output_size()); break;
  case 4: zyn_atomic_add_i64(zyn_shared_size() - 8, 1); break;
  case 5: zyn_atomic_add_i64(zyn_shared_size(), 1); break;
  case 6: zyn_atomic_load_i32(zyn_shared_size() - 4); break;
  case 7: zyn_atomic_load_i32(2); break;
  case 8: zyn_shared_read(bytes, 3, 5); break;
  case 9: zyn_shared_read(bytes, (size_t)-1, 5); break;
  case 10: zyn_atomic_store_i64(16, 0); break;
  case 11: zyn_atomic_store_i64(12, 0); break;
  case 12: zyn_input_read((void *)0, 0, 4); break;
  case 13: zyn_input_read((void *)-4, 0, 8); break;
  case 15: zyn_output_write((void *)(__builtin_wasm_memory_size(0) << 16), 0, 1); break;
  }
}

// A function of the module by reference.
EXPORT(indirect) int32_t indirect(int32_t which) {
  uint32_t (*volatile functions[])(void) = {zyn_instance_id, zyn_instance_count};
  return (int32_t)functions[which]();
}
