//===- Buffers.cpp - Views and copies of buffers --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Buffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

memref::DeallocOp zyn::findDeallocation(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
      if (found || dealloc->getBlock() != alloc->getBlock())
        return {};
      found = dealloc;
    }
  return found;
}

std::optional<int64_t> mlir::zyn::getStaticBytes(MemRefType type,
                                                 const DataLayout &layout) {
  std::optional<int64_t> bytes =
      layout.getTypeSize(type.getElementType()).getFixedValue();
  for (int64_t size : type.getShape())
    if (bytes)
      bytes = llvm::checkedMul(*bytes, size);
  return bytes;
}

Value mlir::zyn::flattenBuffer(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (type.getRank() == 1)
    return memref;
  if (type.getRank() == 0)
    return memref::ExpandShapeOp::create(builder, loc, ArrayRef<int64_t>{1},
                                         memref,
                                         ArrayRef<ReassociationIndices>{});
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  // The type has to be given: upstream infers a static 0 for a size of 0 next
  // to dynamic sizes, which its verifier then rejects.
  int64_t size =
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  auto flat =
      type.getLayout().isIdentity()
          ? MemRefType::get({size}, type.getElementType(),
                            MemRefLayoutAttrInterface(), type.getMemorySpace())
          : memref::CollapseShapeOp::computeCollapsedType(type, {all});
  return memref::CollapseShapeOp::create(builder, loc, flat, memref,
                                         ArrayRef<ReassociationIndices>{all});
}

zyn::LineSizes mlir::zyn::getLineSizes(OpBuilder &builder, Location loc,
                                       ValueRange buffers, int64_t dim) {
  auto getSize = [&](int64_t i) -> Value {
    for (Value buffer : buffers)
      if (!cast<MemRefType>(buffer.getType()).isDynamicDim(i))
        return builder.createOrFold<memref::DimOp>(loc, buffer, i);
    return builder.createOrFold<memref::DimOp>(loc, buffers[0], i);
  };
  auto getProduct = [&](int64_t first, int64_t last) {
    Value product = arith::ConstantIndexOp::create(builder, loc, 1);
    for (int64_t i = first; i < last; ++i)
      product = builder.createOrFold<arith::MulIOp>(loc, product, getSize(i));
    return product;
  };
  int64_t rank = cast<MemRefType>(buffers[0].getType()).getRank();
  return {getProduct(0, dim), getSize(dim), getProduct(dim + 1, rank)};
}

//===----------------------------------------------------------------------===//
// ContiguousBuffers
//===----------------------------------------------------------------------===//

static bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

Value zyn::ContiguousBuffers::allocate(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(builder.createOrFold<memref::DimOp>(loc, buffer, dim));
  temporaries.push_back(memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      sizes));
  return temporaries.back();
}

Value zyn::ContiguousBuffers::copy(Value buffer) {
  Value result = allocate(buffer);
  memref::CopyOp::create(builder, loc, buffer, result);
  return flattenBuffer(builder, loc, result);
}

Value zyn::ContiguousBuffers::get(Value buffer) {
  return isContiguous(buffer) ? flattenBuffer(builder, loc, buffer)
                              : copy(buffer);
}

Value zyn::ContiguousBuffers::getWritable(Value buffer, bool isRead) {
  if (isContiguous(buffer))
    return flattenBuffer(builder, loc, buffer);
  Value result = allocate(buffer);
  if (isRead)
    memref::CopyOp::create(builder, loc, buffer, result);
  written.emplace_back(result, buffer);
  return flattenBuffer(builder, loc, result);
}

void zyn::ContiguousBuffers::finish() {
  for (auto [temporary, buffer] : written)
    memref::CopyOp::create(builder, loc, temporary, buffer);
  for (Value temporary : temporaries)
    memref::DeallocOp::create(builder, loc, temporary);
}
