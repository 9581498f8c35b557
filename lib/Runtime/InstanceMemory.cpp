//===- InstanceMemory.cpp - Memories and tables of instances---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceTrap.h"
#include "ZeroMemory.h"
#include "Zyn/Runtime/InstanceStore.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

using namespace zyn::runtime;

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<InstanceMemory>>
InstanceMemory::create(InstanceModule::Limits limits) {
  std::unique_ptr<InstanceMemory> memory(new InstanceMemory(limits.maximum));
  uint64_t pages = std::min(limits.maximum.value_or(maxPages), maxPages);
  // A page that is never used, so that there is an address to return.
  uint64_t reserved = std::max<uint64_t>(pages, 1) * pageBytes;
  void *base = mmap(nullptr, reserved, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    return Error("out of memory: cannot reserve " + std::to_string(reserved) +
                 " bytes of addresses for a memory");
  memory->base = static_cast<uint8_t *>(base);
  memory->bytes = 0;
  memory->reserved = reserved;
  if (!memory->grow(limits.minimum))
    return Error("out of memory: a memory needs " +
                 std::to_string(limits.minimum) + " pages of 64 KiB");
  return memory;
}

InstanceMemory::~InstanceMemory() {
  if (reserved)
    munmap(base, reserved);
}

bool InstanceMemory::grow(uint64_t pages) {
  uint64_t limit = std::min(maximum.value_or(maxPages), maxPages);
  if (pages > limit - countPages())
    return false;
  uint64_t size = bytes + pages * pageBytes;
  if (size > committed) {
    if (mprotect(base + committed, size - committed, PROT_READ | PROT_WRITE))
      return false;
    committed = size;
  }
  bytes = size;
  return true;
}

bool InstanceMemory::reset(uint64_t pages) {
  if (bytes && !zeroMemory(base, bytes))
    return false;
  bytes = 0;
  return grow(pages);
}

int32_t zynrtMemoryGrow(zynrt_memory *memory, uint32_t pages) {
  UninterruptibleScope scope;
  auto *self = static_cast<InstanceMemory *>(memory);
  uint64_t before = self->countPages();
  return self->grow(pages) ? static_cast<int32_t>(before) : -1;
}

/// Whether `count` elements from `begin` are among `size` elements.
static bool isInside(uint64_t begin, uint64_t count, uint64_t size) {
  return begin + count <= size;
}

int32_t zynrtMemoryFill(zynrt_memory *memory, uint32_t address, uint32_t value,
                        uint32_t size) {
  if (!isInside(address, size, memory->bytes))
    return 0;
  std::memset(memory->base + address, static_cast<uint8_t>(value), size);
  return 1;
}

/// Copies elements, which may overlap. Returns 0 if a range is out of bounds.
template <typename T>
static int32_t copyElements(T *to, uint64_t index, uint64_t size, const T *from,
                            uint64_t begin, uint64_t available,
                            uint64_t count) {
  if (!isInside(index, count, size) || !isInside(begin, count, available))
    return 0;
  if (count)
    std::memmove(to + index, from + begin, count * sizeof(T));
  return 1;
}

int32_t zynrtMemoryCopy(zynrt_memory *destination, uint32_t address,
                        const zynrt_memory *source, uint32_t from,
                        uint32_t size) {
  return copyElements(destination->base, address, destination->bytes,
                      source->base, from, source->bytes, size);
}

int32_t zynrtMemoryInit(zynrt_memory *memory, uint32_t address,
                        const zynrt_segment *segment, uint32_t from,
                        uint32_t size) {
  return copyElements(memory->base, address, memory->bytes,
                      static_cast<const uint8_t *>(segment->contents), from,
                      segment->size, size);
}

int32_t zynrtBufferRead(zynrt_memory *memory, uint32_t address,
                        const uint8_t *bytes, uint32_t size) {
  return copyElements(memory->base, address, memory->bytes, bytes, 0, size,
                      size);
}

int32_t zynrtBufferWrite(uint8_t *bytes, const zynrt_memory *memory,
                         uint32_t address, uint32_t size) {
  return copyElements(bytes, 0, size,
                      static_cast<const uint8_t *>(memory->base), address,
                      memory->bytes, size);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

InstanceTable::InstanceTable(ValueKind type, InstanceModule::Limits limits)
    : type(type), maximum(limits.maximum) {
  elements = nullptr;
  size = 0;
  grow(limits.minimum, nullptr);
}

bool InstanceTable::grow(uint64_t count, void *value) {
  uint64_t limit = std::min(maximum.value_or(maxElements), maxElements);
  if (size > limit || count > limit - size)
    return false;
  storage.resize(size + count, value);
  elements = storage.data();
  size += count;
  return true;
}

int32_t zynrtTableGrow(zynrt_table *table, void *value, uint32_t count) {
  UninterruptibleScope scope;
  auto *self = static_cast<InstanceTable *>(table);
  uint64_t before = self->size;
  return self->grow(count, value) ? static_cast<int32_t>(before) : -1;
}

int32_t zynrtTableFill(zynrt_table *table, uint32_t index, void *value,
                       uint32_t count) {
  if (!isInside(index, count, table->size))
    return 0;
  std::fill_n(table->elements + index, count, value);
  return 1;
}

int32_t zynrtTableCopy(zynrt_table *destination, uint32_t index,
                       const zynrt_table *source, uint32_t from,
                       uint32_t count) {
  return copyElements<void *>(destination->elements, index, destination->size,
                              source->elements, from, source->size, count);
}

int32_t zynrtTableInit(zynrt_table *table, uint32_t index,
                       const zynrt_segment *segment, uint32_t from,
                       uint32_t count) {
  return copyElements<void *>(table->elements, index, table->size,
                              static_cast<void *const *>(segment->contents),
                              from, segment->size, count);
}
