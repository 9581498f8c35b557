//===- MatrixInterfaces.cpp - Fusion and format of matrices ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixCosts.h"
#include "OpInterfaces.h"

#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Interfaces/FusableOpInterface.h"
#include "Zyn/Interfaces/MatrixFormatOpInterface.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::vm;

static FailureOr<Matrix> composeMatrices(RewriterBase &rewriter,
                                         LinearOp second, LinearOp first,
                                         const zyn::FusionOptions &options) {
  Matrix left = second.getMatrix().toMatrix();
  Matrix right = first.getMatrix().toMatrix();
  if (!left.isFloat())
    return compose(left, right);
  if (std::optional<Matrix> product = composeExactly(left, right))
    return *product;
  if (options.allowReassociation)
    return composeReassociated(left, right);
  return rewriter.notifyMatchFailure(
      second, "the product of the matrices would round differently; "
              "allow-reassociation permits it");
}

namespace {

struct FusableLinear
    : zyn::FusableOpInterface::ExternalModel<FusableLinear, LinearOp> {
  int64_t getFusionCost(Operation *op) const {
    MatrixAttr matrix = cast<LinearOp>(op).getMatrix();
    return MatrixCosts::instruction +
           std::min(MatrixCosts::get(matrix, zyn::MatrixStorage::CSR),
                    MatrixCosts::get(matrix, zyn::MatrixStorage::Dense));
  }

  FailureOr<Operation *> makeFused(Operation *op, RewriterBase &rewriter,
                                   Operation *producer,
                                   const zyn::FusionOptions &options) const {
    auto first = dyn_cast<LinearOp>(producer);
    auto second = cast<LinearOp>(op);
    if (!first)
      return rewriter.notifyMatchFailure(
          op, "the operand is not the result of a vm.linear");
    if (options.keepsProducer)
      return rewriter.notifyMatchFailure(op, "its operand has other uses");
    FailureOr<Matrix> product =
        composeMatrices(rewriter, second, first, options);
    if (failed(product))
      return failure();
    Location loc = rewriter.getFusedLoc({first.getLoc(), second.getLoc()});
    Operation *fused = LinearOp::create(
        rewriter, loc, first.getState(),
        MatrixAttr::get(op->getContext(), *product), MatrixFormatAttr());
    return fused;
  }
};

struct LinearFormat
    : zyn::MatrixFormatOpInterface::ExternalModel<LinearFormat, LinearOp> {
  std::optional<zyn::MatrixStatistics>
  getMatrixStatistics(Operation *op) const {
    zyn::MatrixStatistics statistics;
    statistics.rows = statistics.columns = kNumWords;
    statistics.nonZeros = cast<LinearOp>(op).getMatrix().countNonZeros();
    return statistics;
  }
  SmallVector<zyn::MatrixCandidate>
  getMatrixCandidates(Operation *op, const zyn::MatrixFormatOptions &) const {
    MatrixAttr matrix = cast<LinearOp>(op).getMatrix();
    int64_t rows = llvm::popcount(matrix.getRows());
    int64_t nonZeros = matrix.getBits().size();
    zyn::MatrixCandidate csr{zyn::MatrixStorage::CSR, "CSR"},
        dense{zyn::MatrixStorage::Dense, "dense"};
    csr.time = MatrixCosts::get(matrix, zyn::MatrixStorage::CSR);
    dense.time = MatrixCosts::get(matrix, zyn::MatrixStorage::Dense);
    csr.multiplyAdds = nonZeros;
    dense.multiplyAdds = rows * kNumWords;
    // 16 bits for the start of each row, and 8 for a column.
    csr.bytes = (rows + 1) * 2 + nonZeros * (1 + sizeof(uint32_t));
    dense.bytes = dense.multiplyAdds * sizeof(uint32_t);
    return {csr, dense};
  }
  std::optional<zyn::MatrixStorage> getMatrixStorage(Operation *op) const {
    std::optional<MatrixFormat> format = cast<LinearOp>(op).getFormat();
    if (!format)
      return std::nullopt;
    return *format == MatrixFormat::csr ? zyn::MatrixStorage::CSR
                                        : zyn::MatrixStorage::Dense;
  }
  LogicalResult useMatrixCandidate(Operation *op, RewriterBase &rewriter,
                                   const zyn::MatrixCandidate &chosen) const {
    rewriter.modifyOpInPlace(op, [&] {
      cast<LinearOp>(op).setFormat(chosen.storage == zyn::MatrixStorage::CSR
                                       ? MatrixFormat::csr
                                       : MatrixFormat::dense);
    });
    return success();
  }
};

} // namespace

void vm::attachMatrixInterfaces(MLIRContext &context) {
  LinearOp::attachInterface<FusableLinear, LinearFormat>(context);
}
