//===- LaunchRecord.h - What an image remembers -----------------*- C++ -*-===//
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

/// What the `loaded` of a `zynrt_image` points to: the kernels of the image in
/// one context; `next` is the same for another context. Found without a lock,
/// and without comparing strings: a kernel's name is a constant of the compiled
/// code, so its address tells.
///
/// Records are never freed, for the image belongs to code that may run while a
/// context ends or after. A stale one is told by its context's number, which is
/// never given twice.
struct LaunchRecord {
  static constexpr unsigned maxKernels = 8;

  struct Entry {
    const char *name;
    Kernel *kernel;
  };

  uint64_t context = 0;
  LaunchRecord *next = nullptr;
  /// How many entries are filled; the rest are looked up by name each time.
  std::atomic<unsigned> size{0};
  Entry entries[maxKernels];
};

/// The kernel that the image remembers, or null.
inline Kernel *findKernel(const zynrt_image &image, uint64_t context,
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

/// Loads the image if this context has not, looks `name` up, and remembers it.
/// Errors: those of `Backend::load` and `Module::find`.
Expected<Kernel *> resolveKernel(zynrt_image &image, uint64_t context,
                                 Backend &backend, const char *name);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_LAUNCHRECORD_H
