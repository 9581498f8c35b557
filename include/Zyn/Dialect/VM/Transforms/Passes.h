//===- Passes.h - Passes on the vm dialect -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_TRANSFORMS_PASSES_H
#define ZYN_DIALECT_VM_TRANSFORMS_PASSES_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/Pass/Pass.h"

namespace mlir::vm {

#define GEN_PASS_DECL
#include "Zyn/Dialect/VM/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Zyn/Dialect/VM/Transforms/Passes.h.inc"

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_TRANSFORMS_PASSES_H
