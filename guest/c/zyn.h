/*===- zyn.h - What programs of many instances share ----------- -*- C -*-===//
 *
 * Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===//
 *
 * Functions of the module `zyn` for programs in C and C++ that are built for
 * wasm32 and that zyn-run runs as many instances, on the host or on a GPU.
 *
 * Sizes and offsets are in bytes. An access outside of a buffer, or an atomic
 * access whose offset is not a multiple of the size of the value, is a trap.
 */

#ifndef ZYN_H
#define ZYN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZYN_IMPORT(NAME)                                                       \
  __attribute__((import_module("zyn"), import_name(#NAME)))

/* The number of this instance, from 0, and that of all instances. */
ZYN_IMPORT(instance_id) uint32_t zyn_instance_id(void);
ZYN_IMPORT(instance_count) uint32_t zyn_instance_count(void);

/* A time in nanoseconds; only differences have a meaning. */
ZYN_IMPORT(clock) int64_t zyn_clock(void);

/* The row of --input-rows that belongs to this instance. */
ZYN_IMPORT(input_size) size_t zyn_input_size(void);
ZYN_IMPORT(input_read)
void zyn_input_read(void *to, size_t offset, size_t size);

/* The row of --output-rows that belongs to this instance. It is zero at first.
 */
ZYN_IMPORT(output_size) size_t zyn_output_size(void);
ZYN_IMPORT(output_read)
void zyn_output_read(void *to, size_t offset, size_t size);
ZYN_IMPORT(output_write)
void zyn_output_write(const void *from, size_t offset, size_t size);

/* The array of --shared-array, which all instances share. These copies are not
 * atomic. */
ZYN_IMPORT(shared_size) size_t zyn_shared_size(void);
ZYN_IMPORT(shared_read)
void zyn_shared_read(void *to, size_t offset, size_t size);
ZYN_IMPORT(shared_write)
void zyn_shared_write(const void *from, size_t offset, size_t size);

/* Atomic accesses to the shared array, which are relaxed: they do not order
 * other accesses. Those that modify a value return the old one. */
#define ZYN_ATOMIC(NAME, SUFFIX, TYPE)                                         \
  ZYN_IMPORT(atomic_##NAME##_##SUFFIX)                                         \
  TYPE zyn_atomic_##NAME##_##SUFFIX(size_t offset, TYPE value);
#define ZYN_ATOMICS(SUFFIX, TYPE, UNSIGNED)                                    \
  ZYN_IMPORT(atomic_load_##SUFFIX)                                             \
  TYPE zyn_atomic_load_##SUFFIX(size_t offset);                                \
  ZYN_IMPORT(atomic_store_##SUFFIX)                                            \
  void zyn_atomic_store_##SUFFIX(size_t offset, TYPE value);                   \
  ZYN_IMPORT(atomic_compare_exchange_##SUFFIX)                                 \
  TYPE zyn_atomic_compare_exchange_##SUFFIX(size_t offset, TYPE expected,      \
                                            TYPE desired);                     \
  ZYN_ATOMIC(add, SUFFIX, TYPE)                                                \
  ZYN_ATOMIC(sub, SUFFIX, TYPE)                                                \
  ZYN_ATOMIC(and, SUFFIX, TYPE)                                                \
  ZYN_ATOMIC(or, SUFFIX, TYPE)                                                 \
  ZYN_ATOMIC(xor, SUFFIX, TYPE)                                                \
  ZYN_ATOMIC(exchange, SUFFIX, TYPE)                                           \
  ZYN_ATOMIC(min_s, SUFFIX, TYPE)                                              \
  ZYN_ATOMIC(max_s, SUFFIX, TYPE)                                              \
  ZYN_ATOMIC(min_u, SUFFIX, UNSIGNED)                                          \
  ZYN_ATOMIC(max_u, SUFFIX, UNSIGNED)

ZYN_ATOMICS(i32, int32_t, uint32_t)
ZYN_ATOMICS(i64, int64_t, uint64_t)
ZYN_ATOMIC(add, f32, float)
ZYN_ATOMIC(add, f64, double)

#undef ZYN_ATOMICS
#undef ZYN_ATOMIC

/* What this instance wrote to the shared array before the fence is visible to
 * an instance that has loaded, before a fence of its own, a value that this
 * instance stored atomically after the fence. */
ZYN_IMPORT(fence) void zyn_fence(void);

#undef ZYN_IMPORT

#ifdef __cplusplus
}
#endif

#endif /* ZYN_H */
