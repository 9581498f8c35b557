//===- Evaluation.h - What instructions compute --------------- -*- C++ -*-===//
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

/// What an oracle computes of the bits of its operands; those that it does not
/// have do not matter. Nothing where it traps, where the device or the run
/// decides, and for a NaN, whose bits are not defined.
std::optional<uint32_t> evaluateOracle(OracleKind kind, uint32_t a, uint32_t b,
                                       uint32_t c);

/// Whether a comparison holds.
bool evaluatePredicate(Predicate predicate, uint32_t a, uint32_t b);

/// The word that a row of a matrix computes, if it reads known words only and
/// the result is no NaN.
std::optional<uint32_t>
evaluateRow(const Matrix &matrix, unsigned row,
            function_ref<std::optional<uint32_t>(unsigned word)> getWord);

/// Whether bits are those of a NaN of f32.
bool isNaN(uint32_t bits);

} // namespace mlir::vm

#endif // ZYN_DIALECT_VM_ANALYSIS_EVALUATION_H
