//===- LaunchRecord.h - Kernels cached in an image --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_LAUNCHRECORD_H
#define ZYN_LIB_RUNTIME_LAUNCHRECORD_H

#include "Backend.h"
#include "Zyn/Runtime/CABI.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace zyn::runtime {

/// The kernels of a record by name: a hash table with linear probing, whose
/// readers need no lock. A table that is half full is replaced with a larger
/// one.
class KernelTable {
public:
  explicit KernelTable(unsigned log2Size)
      : shift(64 - log2Size), mask((size_t(1) << log2Size) - 1),
        entries(new Entry[mask + 1]) {}

  /// Returns the kernel, or null.
  Kernel *find(const char *name) const {
    for (size_t i = hash(name);; i = (i + 1) & mask) {
      const char *found = entries[i].name.load(std::memory_order_acquire);
      if (found == name)
        return entries[i].kernel;
      if (!found)
        return nullptr;
    }
  }

  /// Adds a kernel unless the table has it. One thread at a time may do so.
  /// Returns false if there is no space.
  bool insert(const char *name, Kernel *kernel);

  /// Returns a table of twice the size with the same kernels.
  std::unique_ptr<KernelTable> grow() const;

private:
  struct Entry {
    std::atomic<const char *> name{nullptr};
    Kernel *kernel = nullptr;
  };

  /// Multiplicative hashing (Knuth, The Art of Computer Programming, volume 3,
  /// section 6.4).
  size_t hash(const char *name) const {
    return (reinterpret_cast<uintptr_t>(name) * 0x9e3779b97f4a7c15) >> shift;
  }

  const unsigned shift;
  const size_t mask;
  size_t count = 0;
  std::unique_ptr<Entry[]> entries;
};

/// An image in one context; `next` is the record of another one.
/// `zynrt_image::loaded` points to the first record. Lookups need neither a
/// lock nor string comparisons: a kernel's name is a constant of the compiled
/// code, so it is identified by its address.
///
/// Records are never freed because the image belongs to code that may still run
/// while or after a context is destroyed. A stale record is recognized by its
/// context's number, which is never reused.
struct LaunchRecord {
  uint64_t context = 0;
  Module *module = nullptr;
  LaunchRecord *next = nullptr;
  std::atomic<KernelTable *> kernels{nullptr};
  /// All tables that `kernels` has pointed to, which readers may still use.
  std::vector<std::unique_ptr<KernelTable>> tables;
};

/// Returns the record of the image in this context, or null.
inline LaunchRecord *findRecord(const zynrt_image &image, uint64_t context) {
  auto *record = static_cast<LaunchRecord *>(
      __atomic_load_n(&image.loaded, __ATOMIC_ACQUIRE));
  while (record && record->context != context)
    record = record->next;
  return record;
}

/// Returns the kernel cached in the image, or null.
inline Kernel *findCachedKernel(const zynrt_image &image, uint64_t context,
                                const char *name) {
  LaunchRecord *record = findRecord(image, context);
  return record ? record->kernels.load(std::memory_order_acquire)->find(name)
                : nullptr;
}

/// Loads the image if this context has not loaded it, looks up `name`, and
/// caches the result. Errors: those of `Backend::load` and `Module::find`.
Expected<Kernel *> resolveKernel(zynrt_image &image, uint64_t context,
                                 Backend &backend, const char *name);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_LAUNCHRECORD_H
