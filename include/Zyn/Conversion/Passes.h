//===- Passes.h - Conversions between dialects ------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_PASSES_H
#define ZYN_CONVERSION_PASSES_H

#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::zyn {

#define GEN_PASS_DECL
#include "Zyn/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Zyn/Conversion/Passes.h.inc"

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_PASSES_H
