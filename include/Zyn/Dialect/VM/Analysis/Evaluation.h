//===- Evaluation.h - Constant evaluation --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_ANALYSIS_EVALUATION_H
#define ZYN_DIALECT_VM_ANALYSIS_EVALUATION_H

#include "Zyn/Dialect/VM/IR/VM.h"

namespace mlir::vm {

/// Evaluates an oracle on the bits of its operands; operands that the kind does
/// not have are ignored. Returns nullopt if the oracle traps, if its result
/// depends on the device or the run, and if the result is a NaN, whose bits are
/// unspecified.
std::optional<uint32_t> evaluateOracle(OracleKind kind, uint32_t a, uint32_t b,
                                       uint32_t c);

/// Evaluates a comparison.
bool evaluatePredicate(Predicate predicate, uint32_t a, uint32_t b);

/// Evaluates a row of a matrix. Returns nullopt if the row reads a word for
/// which `getWord` returns nullopt, or if the result is a NaN.
std::optional<uint32_t>
evaluateRow(const Matrix &matrix, unsigned row,
            function_ref<std::optional<uint32_t>(unsigned word)> getWord);

/// Returns true if the bits are those of an f32 NaN.
bool isNaN(uint32_t bits);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_EVALUATION_H
