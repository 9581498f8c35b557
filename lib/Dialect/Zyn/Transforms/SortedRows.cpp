//===- SortedRows.cpp - Rows of keys and their order ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/SortedRows.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::zyn;

Value mlir::zyn::getOrderedKey(OpBuilder &builder, Location loc, Value key,
                               bool isDescending) {
  ImplicitLocOpBuilder b(loc, builder);
  Type type = key.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(width);
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(integer, value));
  };
  Value sign = constant(APInt::getSignMask(width));
  Value ones = constant(APInt::getAllOnes(width));
  Value ordered;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    Value bits = arith::BitcastOp::create(b, integer, key);
    Value magnitude = arith::AndIOp::create(
        b, bits, constant(APInt::getSignedMaxValue(width)));
    // Add the magnitude to the middle, or subtract it if the number is
    // negative, so that both zeros are equal.
    Value signs =
        arith::ShRSIOp::create(b, bits, constant(APInt(width, width - 1)));
    ordered = arith::XOrIOp::create(b, magnitude, signs);
    ordered = arith::AddIOp::create(b, arith::SubIOp::create(b, ordered, signs),
                                    sign);
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    APFloat greatest = APFloat::semanticsHasInf(semantics)
                           ? APFloat::getInf(semantics)
                           : APFloat::getLargest(semantics);
    Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, magnitude,
                                        constant(greatest.bitcastToAPInt()));
    ordered = arith::SelectOp::create(b, isNaN, ones, ordered);
  } else {
    ordered = arith::XOrIOp::create(b, key, sign);
  }
  return isDescending ? Value(arith::XOrIOp::create(b, ordered, ones))
                      : ordered;
}

TypedAttr mlir::zyn::getLastKey(Type type, bool isDescending) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    if (!isDescending)
      return FloatAttr::get(type, APFloat::getNaN(semantics));
    return FloatAttr::get(type, APFloat::semanticsHasInf(semantics)
                                    ? APFloat::getInf(semantics, true)
                                    : APFloat::getLargest(semantics, true));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, isDescending ? APInt::getSignedMinValue(width)
                                             : APInt::getSignedMaxValue(width));
}

Value mlir::zyn::viewRows(OpBuilder &builder, Location loc, Value buffer,
                          Value count, Value length) {
  SmallVector<OpFoldResult> sizes =
      getAsOpFoldResult(ValueRange{count, length});
  auto type =
      MemRefType::get(decomposeMixedValues(sizes).first,
                      cast<MemRefType>(buffer.getType()).getElementType());
  // Other than memref.expand_shape, this accepts that a size is known of one
  // type only.
  return memref::ReinterpretCastOp::create(
      builder, loc, type, buffer, builder.getIndexAttr(0), sizes,
      ArrayRef<OpFoldResult>{sizes[1], builder.getIndexAttr(1)});
}

//===----------------------------------------------------------------------===//
// ContiguousRows
//===----------------------------------------------------------------------===//

bool ContiguousRows::areContiguous(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return dim == type.getRank() - 1 && type.getLayout().isIdentity();
}

Value ContiguousRows::allocate(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  auto addSize = [&](int64_t i) {
    shape.push_back(type.getDimSize(i));
    if (type.isDynamicDim(i))
      sizes.push_back(builder.createOrFold<memref::DimOp>(loc, buffer, i));
  };
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dim)
      addSize(i);
  addSize(dim);
  copies.push_back(memref::AllocOp::create(
      builder, loc, MemRefType::get(shape, type.getElementType()), sizes));
  return copies.back();
}

void ContiguousRows::copy(Value source, Value target, bool toRows) {
  auto type = cast<MemRefType>(source.getType());
  unsigned rank = type.getRank();
  // The loops are those of the target.
  SmallVector<AffineExpr> access;
  for (unsigned i = 0; i < rank; ++i) {
    unsigned loop = i;
    if (toRows && i >= dim)
      loop = i == dim ? rank - 1 : i - 1;
    if (!toRows && i >= dim)
      loop = i == rank - 1 ? dim : i + 1;
    access.push_back(builder.getAffineDimExpr(loop));
  }
  auto map = MapOp::create(builder, loc, TypeRange(), ValueRange{source},
                           ValueRange{target},
                           builder.getAffineMapArrayAttr(AffineMap::get(
                               rank, 0, access, builder.getContext())));
  OpBuilder::InsertionGuard guard(builder);
  Block *body =
      builder.createBlock(&map.getBody(), {}, {type.getElementType()}, {loc});
  YieldOp::create(builder, loc, body->getArguments());
}

Value ContiguousRows::getInput(Value buffer) {
  if (areContiguous(buffer))
    return flattenBuffer(builder, loc, buffer);
  Value rows = allocate(buffer);
  copy(buffer, rows, /*toRows=*/true);
  return flattenBuffer(builder, loc, rows);
}

Value ContiguousRows::getOutput(Value buffer) {
  if (areContiguous(buffer))
    return flattenBuffer(builder, loc, buffer);
  Value rows = allocate(buffer);
  written.emplace_back(rows, buffer);
  return flattenBuffer(builder, loc, rows);
}

void ContiguousRows::finish() {
  for (auto [rows, buffer] : written)
    copy(rows, buffer, /*toRows=*/false);
  for (Value rows : copies)
    memref::DeallocOp::create(builder, loc, rows);
}
