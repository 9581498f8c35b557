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

bool KernelTable::insert(const char *name, Kernel *kernel) {
  if (find(name))
    return true;
  if (2 * (count + 1) > mask + 1)
    return false;
  size_t i = hash(name);
  while (entries[i].name.load(std::memory_order_relaxed))
    i = (i + 1) & mask;
  entries[i].kernel = kernel;
  entries[i].name.store(name, std::memory_order_release);
  ++count;
  return true;
}

std::unique_ptr<KernelTable> KernelTable::grow() const {
  auto larger = std::make_unique<KernelTable>(64 - shift + 1);
  for (size_t i = 0; i <= mask; ++i)
    if (const char *name = entries[i].name.load(std::memory_order_relaxed))
      larger->insert(name, entries[i].kernel);
  return larger;
}

/// Makes `table` the one that readers of `record` use.
static void publish(LaunchRecord &record, std::unique_ptr<KernelTable> table) {
  record.kernels.store(table.get(), std::memory_order_release);
  record.tables.push_back(std::move(table));
}

/// Adds a record for an image in a context.
static LaunchRecord &addRecord(zynrt_image &image, uint64_t context,
                               Module *module) {
  static auto *records = new std::deque<LaunchRecord>();
  LaunchRecord &record = records->emplace_back();
  record.context = context;
  record.module = module;
  record.next = static_cast<LaunchRecord *>(
      __atomic_load_n(&image.loaded, __ATOMIC_RELAXED));
  publish(record, std::make_unique<KernelTable>(/*log2Size=*/4));
  __atomic_store_n(&image.loaded, static_cast<void *>(&record),
                   __ATOMIC_RELEASE);
  return record;
}

/// Returns the module of an image, which is loaded once in each context: only
/// finding out that the backend has it takes a time that is linear in its size.
static Expected<Module *> loadOnce(const zynrt_image &image, uint64_t context,
                                   Backend &backend) {
  if (LaunchRecord *record = findRecord(image, context))
    return record->module;
  return backend.load(
      {image.format, std::string_view(static_cast<const char *>(image.bytes),
                                      static_cast<size_t>(image.size))});
}

Expected<Kernel *> zyn::runtime::resolveKernel(zynrt_image &image,
                                               uint64_t context,
                                               Backend &backend,
                                               const char *name) {
  // Not under the lock, since it may compile.
  Expected<Module *> module = loadOnce(image, context, backend);
  if (!module)
    return module.takeError();
  Expected<Kernel *> kernel = (*module)->find(name);
  if (!kernel)
    return kernel;

  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  LaunchRecord *record = findRecord(image, context);
  if (!record)
    record = &addRecord(image, context, *module);
  KernelTable &kernels = *record->kernels.load(std::memory_order_relaxed);
  if (!kernels.insert(name, *kernel)) {
    std::unique_ptr<KernelTable> larger = kernels.grow();
    larger->insert(name, *kernel);
    publish(*record, std::move(larger));
  }
  return kernel;
}
