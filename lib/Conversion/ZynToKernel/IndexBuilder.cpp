//===- IndexBuilder.cpp - Index arithmetic and memory accesses ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBuilder.h"

#include "Zyn/Dialect/Zyn/Transforms/ComputeBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::zyn;

Value IndexBuilder::threadId(kernel::Dimension dimension) {
  return kernel::ThreadIdOp::create(*this, getIndexType(), dimension);
}
Value IndexBuilder::blockId() {
  return kernel::BlockIdOp::create(*this, getIndexType(), kernel::Dimension::x);
}

Value IndexBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}
Value IndexBuilder::add(Value a, Value b) {
  return createOrFold<arith::AddIOp>(a, b);
}
Value IndexBuilder::sub(Value a, Value b) {
  return createOrFold<arith::SubIOp>(a, b);
}
Value IndexBuilder::mul(Value a, Value b) {
  return createOrFold<arith::MulIOp>(a, b);
}
Value IndexBuilder::div(Value a, Value b) {
  return createOrFold<arith::DivUIOp>(a, b);
}
Value IndexBuilder::rem(Value a, Value b) {
  return createOrFold<arith::RemUIOp>(a, b);
}
Value IndexBuilder::min(Value a, Value b) {
  return createOrFold<arith::MinUIOp>(a, b);
}
Value IndexBuilder::max(Value a, Value b) {
  return createOrFold<arith::MaxUIOp>(a, b);
}
Value IndexBuilder::bitXor(Value a, Value b) {
  return createOrFold<arith::XOrIOp>(a, b);
}
Value IndexBuilder::land(Value a, Value b) {
  return createOrFold<arith::AndIOp>(a, b);
}
Value IndexBuilder::ceilDiv(Value a, Value b) {
  return div(add(a, sub(b, constant(1))), b);
}
Value IndexBuilder::narrow(Value index) {
  return createOrFold<arith::IndexCastUIOp>(getI32Type(), index);
}
Value IndexBuilder::widen(Value number) {
  if (number.getType().isIndex())
    return number;
  return createOrFold<arith::IndexCastUIOp>(getIndexType(), number);
}
Division IndexBuilder::divideNarrow(Value a, Value b) {
  a = narrow(a);
  b = narrow(b);
  Value remainder = widen(rem(a, b));
  return {widen(div(a, b)), remainder};
}
Value IndexBuilder::less(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, a, b);
}
Value IndexBuilder::lessEqual(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ule, a, b);
}
Value IndexBuilder::equal(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
}

Value IndexBuilder::size(Value memref, int64_t dim) {
  return createOrFold<memref::DimOp>(memref, dim);
}

SmallVector<Value> IndexBuilder::sizes(Value memref) {
  SmallVector<Value> result;
  for (int64_t dim : llvm::seq(cast<MemRefType>(memref.getType()).getRank()))
    result.push_back(size(memref, dim));
  return result;
}

Value IndexBuilder::product(ValueRange sizes) {
  Value result = constant(1);
  for (Value size : sizes)
    result = mul(result, size);
  return result;
}

SmallVector<Value> IndexBuilder::delinearize(Value linear,
                                             ArrayRef<Value> sizes) {
  SmallVector<Value> indices(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 1;) {
    indices[dim] = rem(linear, sizes[dim]);
    linear = div(linear, sizes[dim]);
  }
  if (!sizes.empty())
    indices[0] = linear;
  return indices;
}

Value IndexBuilder::load(Value memref, ValueRange indices, int64_t width) {
  Type type = cast<MemRefType>(memref.getType()).getElementType();
  if (width > 1)
    type = VectorType::get(width, type);
  return kernel::LoadOp::create(*this, type, memref, indices);
}

void IndexBuilder::store(Value value, Value memref, ValueRange indices) {
  kernel::StoreOp::create(*this, value, memref, indices);
}

void IndexBuilder::buildIf(Value condition, function_ref<void()> buildThen,
                           function_ref<void()> buildElse) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    if (*known)
      buildThen();
    else if (buildElse)
      buildElse();
    return;
  }
  auto branch =
      scf::IfOp::create(*this, condition, static_cast<bool>(buildElse));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPoint(branch.thenYield());
  buildThen();
  if (!buildElse)
    return;
  setInsertionPoint(branch.elseYield());
  buildElse();
}

SmallVector<Value> IndexBuilder::cloneBody(Block &block, ValueRange elements,
                                           ValueRange indices) {
  IRMapping mapping = captures;
  mapping.map(block.getArguments(), elements);
  for (Operation &op : block.without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(op))
      mapping.map(index.getResult(), indices[index.getDimension()]);
    else
      clone(op, mapping);
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value v) { return mapping.lookup(v); });
}

SmallVector<Value> IndexBuilder::cloneBody(ComputeOp op, ValueRange inputs,
                                           ValueRange indices) {
  auto loadElement = [&](OpBuilder &builder, ElementOp element, ValueRange at) {
    IndexBuilder inner(element.getLoc(), builder);
    Value array = inputs[element.getInput()];
    // One branch, which is not taken, for all dimensions.
    SmallVector<unsigned> checked = element.getCheckedDimensions();
    Value isInside = arith::ConstantIntOp::create(inner, 1, 1);
    SmallVector<Value> areInside;
    for (unsigned dimension : checked) {
      areInside.push_back(
          inner.less(at[dimension], inner.size(array, dimension)));
      isInside = inner.land(isInside, areInside.back());
    }
    Value isOutside =
        inner.bitXor(isInside, arith::ConstantIntOp::create(inner, 1, 1));
    inner.buildIf(isOutside, [&] {
      for (auto [dimension, condition] : llvm::zip_equal(checked, areInside))
        kernel::AssertOp::create(inner, condition,
                                 element.getBadIndexMessage(dimension));
    });
    return inner.load(array, at);
  };
  return cloneComputeBody(*this, op, indices, captures, loadElement);
}

SmallVector<Value> mlir::zyn::project(AffineMap map, ArrayRef<Value> indices) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return indices[cast<AffineDimExpr>(expr).getPosition()];
  });
}

bool mlir::zyn::areContiguous(ValueRange values) {
  return llvm::all_of(values, [](Value value) {
    return cast<MemRefType>(value.getType()).getLayout().isIdentity();
  });
}

int64_t mlir::zyn::getVectorizableBits(Type element) {
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits) ? bits : 0;
}
