//===- WarpExchange.cpp - Values of other lanes ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::zyn;

/// Bits of the widest value that a shuffle exchanges.
static constexpr unsigned kMaxBits = 64;

/// Exchanges the words of an integer that is wider.
static Value exchangeWords(IndexBuilder &b, Value value,
                           function_ref<Value(Value)> exchangeWord) {
  Type type = value.getType(), word = b.getIntegerType(kMaxBits);
  Value result;
  for (unsigned bit = 0; bit < type.getIntOrFloatBitWidth(); bit += kMaxBits) {
    Value position = arith::ConstantOp::create(b, b.getIntegerAttr(type, bit));
    Value part = arith::TruncIOp::create(
        b, word, arith::ShRUIOp::create(b, value, position));
    part = arith::ShLIOp::create(
        b, arith::ExtUIOp::create(b, type, exchangeWord(part)), position);
    result = result ? arith::OrIOp::create(b, result, part) : part;
  }
  return result;
}

Value mlir::zyn::exchange(IndexBuilder &b, kernel::ShuffleKind kind,
                          Value value, Value offset, int64_t groupSize) {
  Type type = value.getType(), exchanged = type;
  auto exchangePart = [&](Value part) {
    return exchange(b, kind, part, offset, groupSize);
  };
  if (isa<ComplexType>(type))
    return complex::CreateOp::create(
        b, type, exchangePart(complex::ReOp::create(b, value)),
        exchangePart(complex::ImOp::create(b, value)));
  if (isa<FloatType>(type) && !getVectorizableBits(type)) {
    Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
    Value part = exchangePart(arith::BitcastOp::create(b, bits, value));
    return arith::BitcastOp::create(b, type, part);
  }
  if (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() > kMaxBits)
    return exchangeWords(b, value, exchangePart);

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
