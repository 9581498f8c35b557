//===- Constant.cpp - Constants of programs in device memory --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Constant.h"
#include "ContextAnchor.h"
#include "Zyn/Runtime/Context.h"

#include <deque>

using namespace zyn::runtime;

/// The memory in one context. `memory` and `anchor` belong to the context whose
/// number is `context`; numbers are never reused, so that nothing reads them
/// once that context is gone, and the copy can be used for another one.
struct Constant::Copy {
  std::atomic<uint64_t> context{0};
  void *memory = nullptr;
  std::shared_ptr<ContextAnchor> anchor;
  Copy *next = nullptr;

  bool isStale() {
    std::lock_guard<std::mutex> lock(anchor->mutex);
    return !anchor->context;
  }
};

Constant::Constant(std::shared_ptr<const void> bytes, uint64_t size)
    : owner(std::move(bytes)),
      reference{owner.get(), static_cast<int64_t>(size), this} {}

Constant::~Constant() {
  for (Copy *copy = copies.load(std::memory_order_acquire); copy;) {
    {
      std::lock_guard<std::mutex> lock(copy->anchor->mutex);
      // Does not wait: the errors of kernels are the caller's to receive.
      if (Context *context = copy->anchor->context)
        (void)context->pool->freeAfterAll(copy->memory);
    }
    delete std::exchange(copy, copy->next);
  }
}

void *Constant::find(uint64_t context) const {
  for (Copy *copy = copies.load(std::memory_order_acquire); copy;
       copy = copy->next)
    if (copy->context.load(std::memory_order_acquire) == context)
      return copy->memory;
  return nullptr;
}

bool Constant::isLoaded(const Context &context) const {
  return find(context.id());
}

/// Requires `mutex`.
void Constant::add(Context &context, void *memory) {
  Copy *first = copies.load(std::memory_order_relaxed), *copy = first;
  while (copy && !copy->isStale())
    copy = copy->next;
  bool isNew = !copy;
  if (isNew)
    copy = new Copy;
  copy->memory = memory;
  copy->anchor = context.anchor;
  copy->context.store(context.id(), std::memory_order_release);
  if (!isNew)
    return;
  copy->next = first;
  copies.store(copy, std::memory_order_release);
}

Expected<void *> Constant::load(Stream &stream) {
  Context &context = stream.context();
  if (void *memory = find(context.id()))
    return memory;
  std::lock_guard<std::mutex> lock(mutex);
  // Another thread may have copied it in the meantime.
  if (void *memory = find(context.id()))
    return memory;
  Expected<void *> memory = stream.allocateCopy(bytes(), size());
  if (memory)
    add(context, *memory);
  return memory;
}

Constant &zyn::runtime::constantOf(zynrt_constant &variable) {
  if (void *loaded = __atomic_load_n(&variable.loaded, __ATOMIC_ACQUIRE))
    return *static_cast<Constant *>(loaded);
  // The program is part of the application, so that neither it nor its
  // constants are ever unloaded.
  static std::mutex mutex;
  static auto *constants = new std::deque<Constant>();
  std::lock_guard<std::mutex> lock(mutex);
  if (!variable.loaded) {
    Constant &constant = constants->emplace_back(
        std::shared_ptr<const void>(std::shared_ptr<void>(), variable.bytes),
        static_cast<uint64_t>(variable.size));
    __atomic_store_n(&variable.loaded, static_cast<void *>(&constant),
                     __ATOMIC_RELEASE);
  }
  return *static_cast<Constant *>(variable.loaded);
}
