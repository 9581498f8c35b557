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

namespace zyn::runtime {

/// The kernels of an image in one context; `next` has those of another context.
/// `zynrt_image::loaded` points to the first record. Lookups need neither a
/// lock nor string comparisons: a kernel's name is a constant of the compiled
/// code, so it is identified by its address.
///
/// Records are never freed because the image belongs to code that may still run
/// while or after a context is destroyed. A stale record is recognized by its
/// context's number, which is never reused.
struct LaunchRecord {
  static constexpr unsigned maxKernels = 8;

  struct Entry {
    const char *name;
    Kernel *kernel;
  };

  uint64_t context = 0;
  LaunchRecord *next = nullptr;
  /// The number of entries in use; other kernels are looked up by name each
  /// time.
  std::atomic<unsigned> size{0};
  Entry entries[maxKernels];
};

/// Returns the kernel cached in the image, or null.
inline Kernel *findCachedKernel(const zynrt_image &image, uint64_t context,
                                const char *name) {
  auto *record = static_cast<LaunchRecord *>(
      __atomic_load_n(&image.loaded, __ATOMIC_ACQUIRE));
  for (; record; record = record->next) {
    if (record->context != context)
      continue;
    unsigned size = record->size.load(std::memory_order_acquire);
    for (unsigned i = 0; i < size; ++i)
      if (record->entries[i].name == name)
        return record->entries[i].kernel;
    return nullptr;
  }
  return nullptr;
}

/// Loads the image if this context has not loaded it, looks up `name`, and
/// caches the result. Errors: those of `Backend::load` and `Module::find`.
Expected<Kernel *> resolveKernel(zynrt_image &image, uint64_t context,
                                 Backend &backend, const char *name);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_LAUNCHRECORD_H
