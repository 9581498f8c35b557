//===- OpInterfaces.h - Interfaces of vm ops ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_TRANSFORMS_OPINTERFACES_H
#define ZYN_LIB_DIALECT_VM_TRANSFORMS_OPINTERFACES_H

namespace mlir {
class MLIRContext;

namespace vm {

void attachMatrixInterfaces(MLIRContext &context);
void attachLinearEvaluation(MLIRContext &context);
void attachOracleEvaluation(MLIRContext &context);
void attachBranchEvaluation(MLIRContext &context);
void attachBufferEvaluation(MLIRContext &context);
void attachRoutineInterfaces(MLIRContext &context);

} // namespace vm
} // namespace mlir

#endif // ZYN_LIB_DIALECT_VM_TRANSFORMS_OPINTERFACES_H
