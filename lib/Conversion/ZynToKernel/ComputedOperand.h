//===- ComputedOperand.h - Operands that a map computes ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMPUTEDOPERAND_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMPUTEDOPERAND_H

#include "CopiedOperand.h"
#include "LaneOperand.h"

namespace mlir::zyn {

/// What the elements of a staged matmul's operand are computed from, if a map
/// computes them: for example, weights of 8 bits and their scales. Stages have
/// the elements of the staged input. Before a stage is multiplied, threads
/// compute the operand's elements, and store them in its shared memory, which
/// has one stage. They read the other inputs where they are.
class ComputedOperand {
public:
  /// `operand` is where the elements of `source` are stored.
  ComputedOperand(const AlignedOperand &source, const CopiedOperand &operand);

  /// Returns the host values that are the kernel's arguments for the inputs.
  SmallVector<Value> getInputs(IndexBuilder &h) const;

  /// Bytes of the stages in shared memory.
  int64_t getBytes(int64_t numStages) const {
    return numStages * staged.stageBytes();
  }
  /// Gets the map's inputs, which are arguments of the kernel from number
  /// `first` on, and allocates the stages at `offset` in shared memory. All
  /// values of `operand` must be set.
  void initialize(KernelBuilder &kernel, const CopiedOperand &operand,
                  unsigned first, int64_t offset, int64_t numStages);
  /// Starts the copies of the tile at `k` to `stage`.
  void copy(IndexBuilder &b, Value stage, Value k) const {
    staged.copy(b, stage, k);
  }
  /// Computes the elements of the tile at `k`, whose copies to `stage` are
  /// complete. All threads of the block must execute this.
  void compute(IndexBuilder &b, const CopiedOperand &operand, Value stage,
               Value k) const;

private:
  MapOp producer;
  ProducerIndices producerIndices;
  unsigned stagedInput;
  CopiedOperand staged;
  SmallVector<LaneInput> inputs;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_COMPUTEDOPERAND_H
