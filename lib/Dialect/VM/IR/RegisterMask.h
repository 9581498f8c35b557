//===- RegisterMask.h - Masks of registers ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_IR_REGISTERMASK_H
#define ZYN_LIB_DIALECT_VM_IR_REGISTERMASK_H

#include <cstdint>
#include <optional>

namespace mlir::vm {

/// Returns the mask of one register, or an empty one.
inline uint32_t maskOf(uint32_t number) { return 1u << number; }
inline uint32_t maskOf(std::optional<uint32_t> number) {
  return number ? 1u << *number : 0;
}

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_IR_REGISTERMASK_H
