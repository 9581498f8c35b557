//===- Passes.h - Passes on the kernel dialect ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_H
#define ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_H

#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::kernel {

#define GEN_PASS_DECL
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Zyn/Dialect/Kernel/Transforms/Passes.h.inc"

} // namespace mlir::kernel

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_H
