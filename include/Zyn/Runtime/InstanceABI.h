//===- InstanceABI.h - The C interface for instances ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INSTANCEABI_H
#define ZYN_RUNTIME_INSTANCEABI_H

//
// The C interface between compiled instances of a program (the `instance`
// dialect) and the runtime. Each function of a program takes its instance. A
// trap ends the whole invocation and is returned by `InstanceStore::invoke`.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The reasons of traps, numbered as in the dialect.
typedef enum zynrt_trap_kind {
  ZYNRT_TRAP_UNREACHABLE = 0,
  ZYNRT_TRAP_MEMORY_BOUNDS = 1,
  ZYNRT_TRAP_TABLE_BOUNDS = 2,
  ZYNRT_TRAP_UNDEFINED_ELEMENT = 3,
  ZYNRT_TRAP_UNINITIALIZED_ELEMENT = 4,
  ZYNRT_TRAP_CALL_TYPE_MISMATCH = 5,
  ZYNRT_TRAP_DIVIDE_BY_ZERO = 6,
  ZYNRT_TRAP_INTEGER_OVERFLOW = 7,
  ZYNRT_TRAP_INVALID_CONVERSION = 8,
  ZYNRT_TRAP_STACK_EXHAUSTED = 9,
  ZYNRT_TRAP_UNALIGNED_ATOMIC = 10,
  /// The device has no memory left for a page.
  ZYNRT_TRAP_MEMORY_EXHAUSTED = 11
} zynrt_trap_kind;

typedef struct zynrt_instance zynrt_instance;

/// A linear memory. It does not move when it grows.
typedef struct zynrt_memory {
  uint8_t *base;
  uint64_t bytes;
} zynrt_memory;

/// A table. Its elements are `zynrt_function *` or references of the host; null
/// is the null reference.
typedef struct zynrt_table {
  void **elements;
  uint64_t size;
} zynrt_table;

/// A function and the instance that it belongs to: 4 words.
typedef struct zynrt_function {
  /// The compiled function, whose first argument is `instance`. Null for
  /// functions of the host, which are never called directly.
  void *code;
  /// Calls the function with arguments in `slots`, and stores its results
  /// there. Each has 64 bits, the lowest of which are used.
  void (*entry)(zynrt_instance *instance, uint64_t *slots);
  zynrt_instance *instance;
  /// The number of the type, which is the same for equal types of a store.
  uint64_t type;
} zynrt_function;

/// The contents of a data or element segment: 2 words.
typedef struct zynrt_segment {
  const void *contents;
  /// In bytes or elements; 0 if it was dropped.
  uint64_t size;
} zynrt_segment;

/// Bytes outside of the memory of an instance.
typedef struct zynrt_buffer {
  /// Those of the first instance of the run.
  uint8_t *base;
  /// The number of bytes of each instance, less than 2^32, and the distance
  /// from those of one instance to those of the next: 0 if they are the same.
  uint64_t bytes, stride;
} zynrt_buffer;

/// What the instances of a run have in common. On a GPU, it is in global
/// memory.
typedef struct zynrt_environment {
  uint64_t instances;
  /// Numbered as in the dialect.
  zynrt_buffer buffers[3];
  /// Not 0 if instances on a GPU are to end.
  uint64_t is_stopped;
} zynrt_environment;

/// What instances that share objects have in common.
typedef struct zynrt_store {
  /// The lowest address that the stack may reach.
  const void *stack_limit;
  /// The run, and the number of the instance in it.
  const zynrt_environment *environment;
  uint64_t instance;
} zynrt_store;

/// The state of an instance.
struct zynrt_instance {
  zynrt_store *store;
  /// The words of `InstanceLayout`.
  uint64_t words[1];
};

/// A source location has 64 bits: the line in the upper 32, then the number of
/// the file, 16 bits, and the column. File 0 is the module itself, and others
/// are numbered from 1 in `InstanceModule::sources`. In a module without lines,
/// line 0, the lower 32 bits are an offset in bytes.
enum { ZYNRT_SITE_LINE_SHIFT = 32, ZYNRT_SITE_FILE_SHIFT = 16 };

/// Ends the invocation with a trap in function number `function` of the module
/// at a source location.
void zynrtInstanceTrap(zynrt_instance *instance, int32_t kind, int32_t function,
                       int64_t site);

/// Returns the previous number of pages or elements, or -1.
int32_t zynrtMemoryGrow(zynrt_memory *memory, uint32_t pages);
int32_t zynrtTableGrow(zynrt_table *table, void *value, uint32_t count);

// These return 0, and do nothing, if a range of a memory or a table is out of
// bounds.
int32_t zynrtMemoryFill(zynrt_memory *memory, uint32_t address, uint32_t value,
                        uint32_t size);
int32_t zynrtMemoryCopy(zynrt_memory *destination, uint32_t address,
                        const zynrt_memory *source, uint32_t from,
                        uint32_t size);
int32_t zynrtMemoryInit(zynrt_memory *memory, uint32_t address,
                        const zynrt_segment *segment, uint32_t from,
                        uint32_t size);
/// `bytes` are `size` bytes of a buffer.
int32_t zynrtBufferRead(zynrt_memory *memory, uint32_t address,
                        const uint8_t *bytes, uint32_t size);
int32_t zynrtBufferWrite(uint8_t *bytes, const zynrt_memory *memory,
                         uint32_t address, uint32_t size);
int32_t zynrtTableFill(zynrt_table *table, uint32_t index, void *value,
                       uint32_t count);
int32_t zynrtTableCopy(zynrt_table *destination, uint32_t index,
                       const zynrt_table *source, uint32_t from,
                       uint32_t count);
int32_t zynrtTableInit(zynrt_table *table, uint32_t index,
                       const zynrt_segment *segment, uint32_t from,
                       uint32_t count);

/// Returns a time in nanoseconds.
int64_t zynrtInstanceClock(void);

#ifdef __cplusplus
}
#endif

#endif // ZYN_RUNTIME_INSTANCEABI_H
