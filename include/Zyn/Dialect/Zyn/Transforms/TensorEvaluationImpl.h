//===- TensorEvaluationImpl.h - Partial evaluation of zyn ops - -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_TENSOREVALUATIONIMPL_H
#define ZYN_DIALECT_ZYN_TRANSFORMS_TENSOREVALUATIONIMPL_H

namespace mlir {
class DialectRegistry;

namespace zyn {

/// Registers what `--zyn-partial-evaluate` does with tensors.
void registerTensorEvaluation(DialectRegistry &registry);

} // namespace zyn
} // namespace mlir

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_TENSOREVALUATIONIMPL_H
