//===- CombinePartialSums.cpp - Adds the parts of a split matmul ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombinePartialSums.h"
#include "MatmulResult.h"
#include "MatmulWork.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::MatmulTile;

/// Neighbors that a thread adds if rows have several. For more, ptxas spills
/// registers.
static constexpr int64_t kMaxWidth = 2;

/// Adds `width` elements of all matrices of `parts` from the given row and
/// column on.
static Value addParts(IndexBuilder &b, Value parts, Value row, Value column,
                      int64_t width) {
  auto loadPart = [&](Value part) {
    return b.load(parts, {part, row, column}, width);
  };
  auto loop = scf::ForOp::create(b, b.constant(1), b.size(parts, 0),
                                 b.constant(1), loadPart(b.constant(0)));
  OpBuilder::InsertionGuard inLoop(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value sum =
      addNumbers(b, loop.getRegionIterArg(0), loadPart(loop.getInductionVar()));
  scf::YieldOp::create(b, sum);
  return loop.getResult(0);
}

void mlir::zyn::emitCombinePartialSums(KernelModules &kernels, IndexBuilder &h,
                                       const AlignedMatmul &matmul,
                                       const MatmulTile &tile,
                                       const MatmulSplit &split) {
  int64_t threads = kernels.getHints().get(KernelHint::Workgroup, 128);
  // The rows and columns of a tile that is transposed back.
  int64_t rows = tile.isTransposed ? tile.columns : tile.rows;
  int64_t columns = tile.isTransposed ? tile.rows : tile.columns;
  int64_t width = std::min(kMaxWidth, columns);
  SmallVector<Value> arguments = {matmul.sums};
  llvm::append_range(arguments, withoutConstants(split.numWhole));
  unsigned firstResultArgument = arguments.size();
  llvm::append_range(arguments, MatmulResult::getArguments(matmul));
  KernelBuilder kernel(kernels, h, matmul.op, {threads, 1, 1}, arguments);
  kernel.setPartOfOp();
  IndexBuilder &b = kernel.device();
  Value parts = kernel.argument(0);
  Value numWhole = kernel.importSizes(1, split.numWhole)[0];
  MatmulResult result(kernel, matmul, firstResultArgument);
  MatmulGrid grid(tile, result, numWhole);

  Value linear =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  Value sumsRow = b.div(linear, columns / width);
  Value column = b.mul(b.rem(linear, columns / width), width);
  b.buildIf(b.less(sumsRow, b.size(parts, 1)), [&] {
    TilePosition position =
        grid.getTile(b, b.add(numWhole, b.div(sumsRow, rows)));
    if (tile.isTransposed)
      std::swap(position.firstRow, position.firstColumn);
    Value row = b.add(position.firstRow, b.rem(sumsRow, rows));
    Value firstColumn = b.add(position.firstColumn, column);
    b.buildIf(
        b.land(b.less(row, result.m), b.less(firstColumn, result.n)), [&] {
          SmallVector<Value> sums{addParts(b, parts, sumsRow, column, width)};
          if (width > 1)
            sums = llvm::to_vector_of<Value>(
                vector::ToElementsOp::create(b, sums[0]).getResults());
          result.store(b, sums, position.matrix, row, firstColumn);
        });
  });
  Value accesses = h.mul(h.size(matmul.sums, 1), columns / width);
  kernel.launch(h.ceilDiv(accesses, threads));
}
