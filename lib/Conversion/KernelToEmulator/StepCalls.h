//===- StepCalls.h - Functions that represent counted steps -----*- C++ -*-===//
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

/// Calls to these functions, with a number of steps, represent the steps of a
/// kernel until it is converted; the second one is called in blocks that
/// threads may reach repeatedly.
inline constexpr llvm::StringLiteral stepsName = "zynemu_steps";
inline constexpr llvm::StringLiteral stepsInLoopName = "zynemu_steps_in_loop";

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_STEPCALLS_H
