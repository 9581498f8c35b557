//===- DeviceMemory.h - Memory that a call needs -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a call fits into the memory of its device, as far as this is known
// before anything is copied or launched.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_DEVICEMEMORY_H
#define ZYN_LIB_COMPILER_DEVICEMEMORY_H

#include "Zyn/Compiler/Signature.h"
#include "Zyn/Runtime/Constant.h"
#include "Zyn/Runtime/Context.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace zyn::compiler {

/// A buffer in device memory.
struct BufferSize {
  uint64_t bytes = 0;
  std::vector<int64_t> shape;
  /// The element type in MLIR's syntax.
  std::string element;
  /// What it is, for messages: "argument #0".
  std::string name;
};

/// Constants that a function uses.
using ConstantList = std::vector<std::shared_ptr<runtime::Constant>>;

/// A lower bound of the memory that a function allocates.
struct AllocationBound {
  /// The bytes that are allocated at the same time.
  uint64_t bytes = 0;
  /// The largest of these buffers.
  BufferSize largest;
};

/// Returns the bound for host code on buffers. Buffers count if they have a
/// static size and are not allocated in a loop or branch.
AllocationBound boundAllocations(mlir::func::FuncOp function,
                                 const std::string &file);

/// Checks that `arguments`, which are copied to the device, those of
/// `constants` that are not there yet, and the allocations of a function fit
/// into the memory that is available. The error says what needs most, and which
/// size of it would fit.
runtime::Error checkMemory(runtime::Context &context,
                           const Signature &signature,
                           const std::vector<BufferSize> &arguments,
                           const ConstantList &constants,
                           const AllocationBound &allocations);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_DEVICEMEMORY_H
