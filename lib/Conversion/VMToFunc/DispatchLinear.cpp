//===- DispatchLinear.cpp - Linear instructions ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "Structured.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;
namespace format = mlir::vm::executable;

StepResult Dispatch::buildShortLinear(uint32_t opcode) {
  RowSum sum(b, program.getWordType());
  auto negate = [&](Value word) {
    vm::Matrix one(program.getWordType());
    uint32_t bits = one.isFloat() ? one.getOneBits() | 0x80000000u : ~0u;
    return sum.multiply(constantI32(b, bits), word);
  };
  switch (opcode) {
  case format::kMove:
    write(d, lhs);
    break;
  case format::kLoadImmediate:
    write(d, immediate);
    break;
  case format::kAdd:
    write(d, sum.add(lhs, rhs));
    break;
  case format::kSubtract:
    write(d, sum.add(lhs, negate(rhs)));
    break;
  case format::kScale:
    write(d, sum.multiply(immediate, lhs));
    break;
  case format::kAddImmediate:
    write(d, sum.add(lhs, immediate));
    break;
  case format::kScaleAdd:
    write(d, sum.add(sum.multiply(immediate, lhs), rhs));
    break;
  case format::kSwap: {
    Value other = read(d);
    write(d, lhs);
    write(a, other);
    break;
  }
  }
  return next();
}

/// Returns the initial value of a sum. In f32 this is -0, since -0 + x is x for
/// every x.
static Value beginSum(ImplicitLocOpBuilder &b, Type wordType) {
  return constantI32(b, wordType.isF32() ? 0x80000000u : 0);
}

/// Builds the sum of a row of a CSR matrix; `row` counts stored rows only.
Value Dispatch::buildSparseRow(Value row, Value values, Value structure,
                               Value columns) {
  RowSum sum(b, program.getWordType());
  Value offset =
      add(structure, arith::ShLIOp::create(b, row, constantI32(b, 1)));
  Value begin = image.loadRowStart(b, offset);
  Value end = image.loadRowStart(b, add(offset, 2));
  Value total = buildFor(
      b, toIndex(b, begin), toIndex(b, end),
      {beginSum(b, program.getWordType())},
      [&](Value i, ValueRange carried) -> SmallVector<Value> {
        Value number = arith::IndexCastUIOp::create(b, b.getI32Type(), i);
        Value factor = image.loadValue(b, add(values, number));
        Value column = image.loadColumn(b, add(columns, number));
        return {sum.add(carried[0], sum.multiply(factor, read(column)))};
      })[0];
  Value isEmpty = buildComparison(b, vm::Predicate::eq, begin, end);
  return arith::SelectOp::create(b, isEmpty, constantI32(b, 0), total);
}

/// Builds the sum of a row of a dense matrix. Zero elements must be skipped,
/// since the words that they would multiply may be infinite or NaN.
Value Dispatch::buildDenseRow(Value row, Value values) {
  RowSum sum(b, program.getWordType());
  bool isFloat = program.getWordType().isF32();
  Value first = add(values, arith::ShLIOp::create(b, row, constantI32(b, 5)));
  Value none = constantI32(b, 0);
  SmallVector<Value> totals = buildFor(
      b, constantIndex(b, 0), constantIndex(b, vm::kNumWords),
      {beginSum(b, program.getWordType()), none},
      [&](Value column, ValueRange carried) -> SmallVector<Value> {
        Value number = arith::IndexCastUIOp::create(b, b.getI32Type(), column);
        Value factor = image.loadValue(b, add(first, number));
        Value term = sum.multiply(factor, registers.read(b, column));
        Value total = sum.add(carried[0], term);
        if (!isFloat)
          return {total, carried[1]};
        // Shift out the sign: -0 is a zero, too.
        Value magnitude = arith::ShLIOp::create(b, factor, constantI32(b, 1));
        Value isTerm = buildComparison(b, vm::Predicate::une, factor, none);
        return {arith::SelectOp::create(b, isTerm, total, carried[0]),
                arith::OrIOp::create(b, carried[1], magnitude)};
      });
  if (!isFloat)
    return totals[0];
  Value isEmpty = buildComparison(b, vm::Predicate::eq, totals[1], none);
  return arith::SelectOp::create(b, isEmpty, none, totals[0]);
}

StepResult Dispatch::buildMatrix(bool isDense) {
  Value matrix = load(format::kX);
  Value rows = image.loadMatrix(b, matrix, format::kRows);
  Value values = image.loadMatrix(b, matrix, format::kValueOffset);
  Value structure = image.loadMatrix(b, matrix, format::kStructureOffset);
  // The columns follow the row starts and the end of the last row.
  Value numRows = math::CtPopOp::create(b, rows);
  Value starts = arith::ShLIOp::create(b, add(numRows, 1), constantI32(b, 1));
  Value columns = add(structure, starts);
  // All rows read the state before the instruction.
  buildForEachBit(b, rows, [&](Value, Value row) {
    Value total = isDense ? buildDenseRow(row, values)
                          : buildSparseRow(row, values, structure, columns);
    memref::StoreOp::create(b, total, scratch, toIndex(b, row));
  });
  buildForEachBit(b, rows, [&](Value number, Value row) {
    registers.write(b, number,
                    memref::LoadOp::create(b, scratch, toIndex(b, row)));
  });
  return next();
}
