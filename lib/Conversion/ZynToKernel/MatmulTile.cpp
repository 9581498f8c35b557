//===- MatmulTile.cpp - A block's tile of a matmul ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulTile.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

Value mlir::zyn::convertFloat(OpBuilder &b, Location loc, Value value,
                              Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, loc, type, value);
  return arith::TruncFOp::create(b, loc, type, value);
}

MatmulTile::MatmulTile(KernelBuilder &kernel, MatmulOp op, int64_t blockM,
                       int64_t blockN)
    : op(op) {
  IndexBuilder &b = kernel.device();
  unsigned numEpilogue = op.getEpilogueInputs().size();
  lhs = kernel.argument(0);
  rhs = kernel.argument(1);
  epilogueInputs = kernel.arguments(2, numEpilogue);
  destination = kernel.argument(2 + numEpilogue);
  int64_t rank = op.getRank();
  m = b.size(destination, rank - 2);
  n = b.size(destination, rank - 1);
  k = b.size(lhs, op.getLhsK());

  // Neighboring blocks compute the tiles of a column: they share B's tile, and
  // A fits into the L2 cache.
  Value tilesM = b.ceilDiv(m, blockM), tilesN = b.ceilDiv(n, blockN);
  Value block = b.blockId(), rest = b.div(block, tilesM);
  firstRow = b.mul(b.rem(block, tilesM), blockM);
  if (rank > 2) {
    SmallVector<Value> batchSizes;
    for (int64_t dim = 0; dim < rank - 2; ++dim)
      batchSizes.push_back(b.size(destination, dim));
    batch = b.delinearize(b.div(rest, tilesN), batchSizes);
    rest = b.rem(rest, tilesN);
  }
  firstColumn = b.mul(rest, blockN);
}

Value MatmulTile::finish(IndexBuilder &b, Value sum, ArrayRef<Value> indices) {
  Location loc = b.getLoc();
  if (op.getAccumulate()) {
    Value old =
        convertFloat(b, loc, b.load(destination, indices), sum.getType());
    sum = isa<FloatType>(sum.getType())
              ? Value(arith::AddFOp::create(b, old, sum))
              : Value(arith::AddIOp::create(b, old, sum));
  }
  if (op.getEpilogue().empty())
    return convertFloat(
        b, loc, sum, cast<MemRefType>(destination.getType()).getElementType());
  SmallVector<Value> elements = {sum};
  for (auto [i, input] : llvm::enumerate(epilogueInputs))
    elements.push_back(b.load(input, project(op.getEpilogueMap(i), indices)));
  return b.cloneBody(op.getEpilogue().front(), elements)[0];
}

void MatmulTile::store(IndexBuilder &b, Value sum, Value row, Value column) {
  Value exists = b.land(b.less(row, m), b.less(column, n));
  auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(branch.thenYield());
  SmallVector<Value> indices = batch;
  indices.append({row, column});
  b.store(finish(b, sum, indices), destination, indices);
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
