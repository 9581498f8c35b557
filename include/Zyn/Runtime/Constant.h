//===- Constant.h - Constants of programs in device memory ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_CONSTANT_H
#define ZYN_RUNTIME_CONSTANT_H

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Error.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace zyn::runtime {

class Context;
class Stream;

/// A constant of a program, such as the weights of a layer: its bytes in host
/// memory, and a copy in the memory of each context that has used it. A copy
/// exists until the constant or its context is destroyed. Thread-safe.
class Constant {
public:
  /// `bytes` may be null: copies are then not initialized.
  Constant(std::shared_ptr<const void> bytes, uint64_t size);
  /// Does not wait: the memory of a copy is used for something else after all
  /// work that has been queued so far. No compiled code that refers to the
  /// constant may run at this time or later, nor may a graph that has recorded
  /// it be launched.
  ~Constant();

  Constant(const Constant &) = delete;
  Constant &operator=(const Constant &) = delete;

  /// The variable through which compiled code refers to the constant.
  zynrt_constant *variable() { return &reference; }

  const void *bytes() const { return owner.get(); }
  uint64_t size() const { return static_cast<uint64_t>(reference.size); }

  /// Returns the address of the copy in the memory of `stream`'s context. The
  /// first call in a context copies the bytes and waits for the copy, so that
  /// all streams may use it. Errors: out of memory, the driver's; in the first
  /// call, a stream that is recorded as a graph.
  Expected<void *> load(Stream &stream);

  /// Whether `context` has a copy.
  bool isLoaded(const Context &context) const;

private:
  struct Copy;
  void *find(uint64_t context) const;
  void add(Context &context, void *memory);

  const std::shared_ptr<const void> owner;
  zynrt_constant reference;
  /// Held while a copy is made.
  std::mutex mutex;
  /// A list that only grows, so that it is read without a lock.
  std::atomic<Copy *> copies{nullptr};
};

/// Returns the constant that a variable of compiled code refers to. Creates it,
/// for the rest of the process, if the variable is not part of one.
Constant &constantOf(zynrt_constant &variable);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_CONSTANT_H
