//===- OpInterfaces.cpp - Interfaces of vm ops ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpInterfaces.h"
#include "Zyn/Dialect/VM/Transforms/OpInterfaces.h"

#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

void vm::registerOpInterfaces(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, VMDialect *) {
    attachMatrixInterfaces(*context);
    attachLinearEvaluation(*context);
    attachOracleEvaluation(*context);
    attachBranchEvaluation(*context);
    attachBufferEvaluation(*context);
    attachRoutineInterfaces(*context);
  });
}
