//===- ProductProducers.h - Maps that products may compute ------ -*- C++ -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_ANALYSIS_PRODUCTPRODUCERS_H
#define ZYN_DIALECT_ZYN_ANALYSIS_PRODUCTPRODUCERS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Returns the map that computes `operand`, A or B of a matmul on buffers, from
/// elements that have not changed since: the matmul, which is the only op that
/// reads the operand, can compute its elements instead. Returns null if there
/// is none, or if its body is long or uses indices.
MapOp findOperandProducer(OpOperand &operand);

/// Returns the map that alone writes `operand`, an allocation that no other op
/// reads, or a view of it with fewer dimensions; or null.
MapOp findOnlyWriter(OpOperand &operand);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_ANALYSIS_PRODUCTPRODUCERS_H
