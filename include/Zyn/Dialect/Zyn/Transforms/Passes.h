//===- Passes.h - Passes on the zyn dialect ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::zyn {

/// The name of the attribute of an argument that `--zyn-hoist-allocations`
/// adds: memory for the function's own use, whose contents do not matter. Its
/// value is the alignment in bytes.
inline constexpr llvm::StringLiteral kWorkspaceAttrName = "zyn.workspace";

#define GEN_PASS_DECL
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_H
