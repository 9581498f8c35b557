//===- MatmulTile.cpp - Results of matmul kernels -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulTile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;

void mlir::zyn::stateMatmulTile(KernelHints &hints, int64_t blockM,
                                int64_t blockN, int64_t threads) {
  hints.state(KernelHint::Workgroup, threads,
              llvm::formatv("a block computes a tile of {0}x{1} elements",
                            blockM, blockN));
  hints.ignore(KernelHint::UnrollFactor,
               "the tile determines the elements of a thread");
}

Value mlir::zyn::convertFloat(OpBuilder &b, Location loc, Value value,
                              Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, loc, type, value);
  return arith::TruncFOp::create(b, loc, type, value);
}

//===----------------------------------------------------------------------===//
// MatmulResult
//===----------------------------------------------------------------------===//

MatmulResult::MatmulResult(KernelBuilder &kernel, MatmulOp op,
                           unsigned firstArgument, bool isPartial)
    : op(op), isPartial(isPartial) {
  unsigned numInputs = isPartial ? 0 : op.getEpilogueInputs().size();
  epilogueInputs = kernel.arguments(firstArgument, numInputs);
  destination = kernel.argument(firstArgument + numInputs);
  SmallVector<Value> sizes = kernel.device().sizes(destination);
  n = sizes.pop_back_val();
  m = sizes.pop_back_val();
  batchSizes.assign(sizes.begin() + (isPartial ? 1 : 0), sizes.end());
}

Value MatmulResult::finish(IndexBuilder &b, Value sum,
                           ArrayRef<Value> indices) const {
  if (isPartial)
    return sum;
  Location loc = b.getLoc();
  MatmulOp matmul = op;
  if (matmul.getAccumulate()) {
    Value old =
        convertFloat(b, loc, b.load(destination, indices), sum.getType());
    sum = isa<FloatType>(sum.getType())
              ? Value(arith::AddFOp::create(b, old, sum))
              : Value(arith::AddIOp::create(b, old, sum));
  }
  if (matmul.getEpilogue().empty())
    return convertFloat(
        b, loc, sum, cast<MemRefType>(destination.getType()).getElementType());
  SmallVector<Value> elements = {sum};
  for (auto [i, input] : llvm::enumerate(epilogueInputs))
    elements.push_back(
        b.load(input, project(matmul.getEpilogueMap(i), indices)));
  return b.cloneBody(matmul.getEpilogue().front(), elements)[0];
}

void MatmulResult::store(IndexBuilder &b, Value sum, ArrayRef<Value> batch,
                         Value row, Value column) const {
  Value exists = b.land(b.less(row, m), b.less(column, n));
  auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  SmallVector<Value> indices(batch);
  indices.append({row, column});
  b.store(finish(b, sum, indices), destination, indices);
}

bool MatmulResult::readsMemory() const {
  MatmulOp matmul = op;
  return !isPartial && (matmul.getAccumulate() || !epilogueInputs.empty());
}

//===----------------------------------------------------------------------===//
// MatmulTile
//===----------------------------------------------------------------------===//

MatmulTile::MatmulTile(KernelBuilder &kernel, MatmulOp op, int64_t blockM,
                       int64_t blockN)
    : result(kernel, op, /*firstArgument=*/2), lhs(kernel.argument(0)),
      rhs(kernel.argument(1)) {
  IndexBuilder &b = kernel.device();
  k = b.size(lhs, op.getLhsK());

  // Neighboring blocks compute the tiles of a column: they share B's tile, and
  // A fits into the L2 cache.
  Value tilesM = b.ceilDiv(result.m, blockM);
  Value tilesN = b.ceilDiv(result.n, blockN);
  Value block = b.blockId(), rest = b.div(block, tilesM);
  firstRow = b.mul(b.rem(block, tilesM), blockM);
  if (!result.batchSizes.empty()) {
    batch = b.delinearize(b.div(rest, tilesN), result.batchSizes);
    rest = b.rem(rest, tilesN);
  }
  firstColumn = b.mul(rest, blockN);
}

void MatmulTile::launch(OpBuilder &host, KernelBuilder &kernel, MatmulOp op,
                        int64_t blockM, int64_t blockN) {
  IndexBuilder h(op.getLoc(), host);
  int64_t rank = op.getRank();
  Value blocks = h.mul(h.ceilDiv(h.size(op.getInit(), rank - 2), blockM),
                       h.ceilDiv(h.size(op.getInit(), rank - 1), blockN));
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    blocks = h.mul(blocks, h.size(op.getInit(), dim));
  kernel.launch(blocks);
}
