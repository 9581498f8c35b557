//===- TensorCores.h - Parts of all matmuls ---------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_KERNELTOEMULATOR_TENSORCORES_H
#define ZYN_LIB_CONVERSION_KERNELTOEMULATOR_TENSORCORES_H

#include "EmulatorLowering.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::zyn::emulator {

/// Returns the number of an element type of a matmul: ZYNEMU_MMA_F16 and so on.
int64_t getElementNumber(Type element, bool isUnsigned = false);

/// Returns the address of a constant with the contents of `mma`.
Value getMmaRecord(ImplicitLocOpBuilder &b, Operation *op,
                   const zynemu_mma &mma);

} // namespace mlir::zyn::emulator

#endif // ZYN_LIB_CONVERSION_KERNELTOEMULATOR_TENSORCORES_H
