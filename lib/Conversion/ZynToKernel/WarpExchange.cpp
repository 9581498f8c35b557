//===- WarpExchange.cpp - Values of other lanes ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

bool mlir::zyn::canExchange(Type type) {
  if (type.isSignlessInteger())
    return type.getIntOrFloatBitWidth() <= 64;
  return isa<IndexType>(type) ||
         (isa<FloatType>(type) && getVectorizableBits(type));
}

Value mlir::zyn::exchange(IndexBuilder &b, kernel::ShuffleKind kind,
                          Value value, Value offset, int64_t groupSize) {
  Type type = value.getType(), exchanged = type;
  if (isa<IndexType>(type))
    exchanged = b.getI64Type();
  else if (isa<IntegerType>(type))
    exchanged = b.getIntegerType(std::max<uint64_t>(
        llvm::PowerOf2Ceil(type.getIntOrFloatBitWidth()), 8));
  if (isa<IndexType>(type))
    value = arith::IndexCastOp::create(b, exchanged, value);
  else if (type != exchanged)
    value = arith::ExtUIOp::create(b, exchanged, value);
  offset = b.createOrFold<arith::IndexCastOp>(b.getI32Type(), offset);
  value = kernel::ShuffleOp::create(b, exchanged, b.getI1Type(), kind, value,
                                    offset, groupSize, /*mask=*/Value())
              .getResult();
  if (isa<IndexType>(type))
    return arith::IndexCastOp::create(b, type, value);
  if (type != exchanged)
    return arith::TruncIOp::create(b, type, value);
  return value;
}
