//===- LaunchRecord.cpp - Kernels cached in an image ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchRecord.h"

#include <deque>
#include <mutex>

using namespace zyn::runtime;

Expected<Kernel *> zyn::runtime::resolveKernel(zynrt_image &image,
                                               uint64_t context,
                                               Backend &backend,
                                               const char *name) {
  // Not under the lock, since it may compile.
  Expected<Module *> module = backend.load(
      {image.format, std::string_view(static_cast<const char *>(image.bytes),
                                      static_cast<size_t>(image.size))});
  if (!module)
    return module.takeError();
  Expected<Kernel *> kernel = (*module)->find(name);
  if (!kernel)
    return kernel;

  static std::mutex mutex;
  static auto *records = new std::deque<LaunchRecord>();
  std::lock_guard<std::mutex> lock(mutex);
  auto *first = static_cast<LaunchRecord *>(
      __atomic_load_n(&image.loaded, __ATOMIC_RELAXED));
  LaunchRecord *record = first;
  while (record && record->context != context)
    record = record->next;
  if (!record) {
    record = &records->emplace_back();
    record->context = context;
    record->next = first;
    __atomic_store_n(&image.loaded, static_cast<void *>(record),
                     __ATOMIC_RELEASE);
  }
  // Another thread may have added the same kernel concurrently; a duplicate
  // entry is harmless.
  unsigned size = record->size.load(std::memory_order_relaxed);
  if (size < LaunchRecord::maxKernels) {
    record->entries[size] = {name, *kernel};
    record->size.store(size + 1, std::memory_order_release);
  }
  return kernel;
}
