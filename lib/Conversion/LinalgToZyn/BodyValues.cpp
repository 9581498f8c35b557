//===- BodyValues.cpp - Values that a body computes -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

BodySlice zyn::getBodySlice(linalg::LinalgOp op, ValueRange values) {
  BodySlice slice;
  Block *body = op.getBlock();
  DenseSet<Value> used(values.begin(), values.end());
  llvm::SmallBitVector loops(op.getNumLoops());
  for (Operation &inner : llvm::reverse(body->without_terminator())) {
    if (llvm::none_of(inner.getResults(),
                      [&](Value result) { return used.contains(result); }))
      continue;
    slice.ops.push_back(&inner);
    inner.walk([&](Operation *nested) {
      used.insert(nested->operand_begin(), nested->operand_end());
      if (auto index = dyn_cast<linalg::IndexOp>(nested))
        loops.set(index.getDim());
    });
  }
  std::reverse(slice.ops.begin(), slice.ops.end());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!used.contains(op.getMatchingBlockArgument(&operand)))
      continue;
    slice.operands.push_back(&operand);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
      if (map.isFunctionOfDim(loop))
        loops.set(loop);
  }
  slice.loops.append(loops.set_bits_begin(), loops.set_bits_end());
  return slice;
}

SmallVector<Value> zyn::computeBodyValues(OpBuilder &builder,
                                          linalg::LinalgOp op,
                                          ValueRange values,
                                          ArrayRef<unsigned> order) {
  Location loc = op.getLoc();
  BodySlice slice = getBodySlice(op, values);
  SmallVector<Range, 4> ranges = op.createLoopRanges(builder, loc);
  SmallVector<OpFoldResult> sizes;
  // From the loops of `op` to those of the new one; others are not used.
  SmallVector<AffineExpr> dims(op.getNumLoops(),
                               builder.getAffineConstantExpr(0));
  for (auto [dim, loop] : llvm::enumerate(order)) {
    sizes.push_back(ranges[loop].size);
    dims[loop] = builder.getAffineDimExpr(dim);
  }
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : slice.operands) {
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand).replaceDimsAndSymbols(
        dims, {}, order.size(), 0));
  }
  for (Value value : values) {
    inits.push_back(
        tensor::EmptyOp::create(builder, loc, sizes, value.getType()));
    maps.push_back(builder.getMultiDimIdentityMap(order.size()));
  }
  SmallVector<utils::IteratorType> iterators(order.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, ValueRange(inits).getTypes(), inputs, inits, maps,
      iterators, [&](OpBuilder &b, Location, ValueRange arguments) {
        IRMapping mapping;
        for (auto [operand, argument] : llvm::zip(slice.operands, arguments))
          mapping.map(op.getMatchingBlockArgument(operand), argument);
        for (Operation *inner : slice.ops)
          b.clone(*inner, mapping)->walk([&](linalg::IndexOp index) {
            index.setDim(llvm::find(order, index.getDim()) - order.begin());
          });
        linalg::YieldOp::create(b, loc,
                                llvm::map_to_vector(values, [&](Value value) {
                                  return mapping.lookupOrDefault(value);
                                }));
      });
  return SmallVector<Value>(generic->getResults());
}

std::optional<unsigned> zyn::getLoopOfIndex(linalg::LinalgOp op, Value value) {
  unsigned bits = 64;
  while (Operation *cast = value.getDefiningOp()) {
    if (auto index = dyn_cast<linalg::IndexOp>(cast)) {
      int64_t range = op.getStaticLoopRanges()[index.getDim()];
      if (bits >= 64 ||
          (ShapedType::isStatic(range) && llvm::isIntN(bits, range)))
        return index.getDim();
      return std::nullopt;
    }
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp>(cast))
      return std::nullopt;
    if (value.getType().isInteger())
      bits = std::min(bits, value.getType().getIntOrFloatBitWidth());
    value = cast->getOperand(0);
  }
  return std::nullopt;
}
