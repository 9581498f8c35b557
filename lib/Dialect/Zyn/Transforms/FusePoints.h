//===- FusePoints.h - Fusion of maps, reductions and rows ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSEPOINTS_H
#define ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSEPOINTS_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Interfaces/FusableOpInterface.h"

namespace mlir::zyn {

/// Fuses a map, a reduction or rows with a producer that is one of them, as
/// `FusableOpInterface` specifies.
FailureOr<Operation *> fusePoints(RewriterBase &rewriter,
                                  ComputeOpInterface consumer,
                                  ComputeOpInterface producer,
                                  const FusionOptions &options);

/// Fuses two reductions or rows that read the same rows, of which neither uses
/// a result of the other one, as `FusableOpInterface` specifies.
FailureOr<Operation *> fuseSiblings(RewriterBase &rewriter,
                                    ComputeOpInterface op,
                                    ComputeOpInterface sibling);

/// Fuses a map with the op that it reads, whose epilogue computes it. The new
/// op replaces both, unless there are other uses of the producer.
FailureOr<Operation *> fuseEpilogue(RewriterBase &rewriter, MapOp consumer,
                                    EpilogueOpInterface producer);

/// Fuses an op with its producer, if that only converts the elements of
/// operands of the epilogue, which converts them each time that it reads one.
FailureOr<Operation *> fuseConversion(RewriterBase &rewriter,
                                      EpilogueOpInterface consumer,
                                      Operation *producer);

} // namespace mlir::zyn

#endif // ZYN_LIB_DIALECT_ZYN_TRANSFORMS_FUSEPOINTS_H
