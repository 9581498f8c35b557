//===- StepCalls.h - Functions that stand for counted steps -----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOEMULATOR_STEPCALLS_H
#define ZYN_LIB_CONVERSION_KERNELTOEMULATOR_STEPCALLS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::zyn::emulator {

/// Calls of these, with a number of steps, stand in a kernel until it is
/// converted: the second where threads may come by again and again.
inline constexpr llvm::StringLiteral stepsName = "zynemu_steps";
inline constexpr llvm::StringLiteral stepsInLoopName = "zynemu_steps_in_loop";

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_STEPCALLS_H
