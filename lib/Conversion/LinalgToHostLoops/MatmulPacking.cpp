//===- MatmulPacking.cpp - Copies of the blocks of a matmul ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulLoops.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

Value MatmulLoops::toSumType(Value value) {
  if (matmul.inputType == matmul.sumType)
    return value;
  Type type = matmul.sumType;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(type);
  if (isa<IntegerType>(matmul.sumType))
    return arith::ExtSIOp::create(b, loc, type, value);
  return arith::ExtFOp::create(b, loc, type, value);
}

/// Matrices of more vectors are not transposed in registers.
static constexpr int64_t kMaxTransposedLanes = 16;

SmallVector<Value> MatmulLoops::getIndicesOfB(Value n, Value kIndex) {
  SmallVector<Value> point(starts);
  point[matmul.n] = n;
  point[k()] = kIndex;
  return getIndices(b, loc, matmul.mapB, point);
}

SmallVector<Value> MatmulLoops::getIndicesOfA(ValueRange mIndices,
                                              ValueRange kIndices) {
  SmallVector<Value> point(starts);
  for (auto [loop, index] : llvm::zip_equal(matmul.m, mIndices))
    point[loop] = index;
  for (auto [loop, index] : llvm::zip_equal(matmul.k, kIndices))
    point[loop] = index;
  return getIndices(b, loc, matmul.mapA, point);
}

bool MatmulLoops::isContiguous(Value operand, AffineMap map, unsigned dim) {
  return getAccess(operand, map, dim) == Access::Contiguous;
}

Value MatmulLoops::loadMasked(Value buffer, ValueRange at, Value mask) {
  VectorType type = getVectorType(matmul.inputType);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  return toSumType(
      vector::MaskedLoadOp::create(b, loc, type, buffer, at, mask, zero));
}

Value MatmulLoops::createMask(Value count) {
  return vector::CreateMaskOp::create(b, loc, getVectorType(b.getI1Type()),
                                      count);
}

void MatmulLoops::packB(Value packed, Value startK, Value extentK) {
  bool isAlongN = isContiguous(matmul.b, matmul.mapB, matmul.n);
  bool isAlongK = isContiguous(matmul.b, matmul.mapB, k());
  loop(constant(0), paddedN, panelWidth(), [&](Value column) {
    Value panel = math().div(column, constant(panelWidth()));
    if (!isAlongN && isAlongK && lanes <= kMaxTransposedLanes) {
      packTransposedPanel(packed, panel, column, startK, extentK);
      return;
    }
    if (!isAlongN) {
      packScalarPanel(packed, panel, column, startK, extentK);
      return;
    }
    SmallVector<Value> offsets, masks;
    for (int64_t i = 0; i < tiles.vectors; ++i) {
      offsets.push_back(math().add(column, constant(i * lanes)));
      masks.push_back(createMask(math().sub(extentN, offsets[i])));
    }
    loop(constant(0), extentK, 1, [&](Value k) {
      for (int64_t i = 0; i < tiles.vectors; ++i) {
        Value n = math().add(starts[matmul.n], offsets[i]);
        Value row = loadMasked(
            matmul.b, getIndicesOfB(n, math().add(startK, k)), masks[i]);
        vector::StoreOp::create(b, loc, row, packed,
                                ValueRange{panel, k, constant(i * lanes)});
      }
    });
  });
}

void MatmulLoops::packTransposedPanel(Value packed, Value panel, Value column,
                                      Value startK, Value extentK) {
  Value lastN = math().sub(extentN, constant(1));
  loop(constant(0), constant(panelWidth()), lanes, [&](Value firstLane) {
    SmallVector<Value> columns;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      Value n = math().add(math().add(column, firstLane), constant(lane));
      columns.push_back(math().add(starts[matmul.n], math().min(n, lastN)));
    }
    loop(constant(0), extentK, lanes, [&](Value k) {
      Value mask = createMask(math().sub(extentK, k));
      SmallVector<Value> rows = llvm::map_to_vector(columns, [&](Value n) {
        return loadMasked(matmul.b, getIndicesOfB(n, math().add(startK, k)),
                          mask);
      });
      transpose(rows);
      for (auto [i, row] : llvm::enumerate(rows))
        vector::StoreOp::create(
            b, loc, row, packed,
            ValueRange{panel, math().add(k, constant(i)), firstLane});
    });
  });
}

void MatmulLoops::transpose(MutableArrayRef<Value> rows) {
  // Exchanges the blocks off the diagonal of each square of twice their size.
  int64_t count = rows.size();
  for (int64_t size = 1; size < count; size *= 2) {
    SmallVector<int64_t> upper, lower;
    for (int64_t i = 0; i < count; ++i) {
      upper.push_back(i & size ? count + i - size : i);
      lower.push_back(i & size ? count + i : i + size);
    }
    for (int64_t i = 0; i < count; ++i) {
      if (i & size)
        continue;
      Value first = rows[i], second = rows[i + size];
      rows[i] = vector::ShuffleOp::create(b, loc, first, second, upper);
      rows[i + size] = vector::ShuffleOp::create(b, loc, first, second, lower);
    }
  }
}

void MatmulLoops::packScalarPanel(Value packed, Value panel, Value column,
                                  Value startK, Value extentK) {
  Value lastN = math().sub(extentN, constant(1));
  loop(constant(0), constant(panelWidth()), 1, [&](Value lane) {
    Value n = math().add(starts[matmul.n],
                         math().min(math().add(column, lane), lastN));
    loop(constant(0), extentK, 1, [&](Value k) {
      Value element = memref::LoadOp::create(
          b, loc, matmul.b, getIndicesOfB(n, math().add(startK, k)));
      memref::StoreOp::create(b, loc, toSumType(element), packed,
                              ValueRange{panel, k, lane});
    });
  });
}

void MatmulLoops::packA(Value packed, bool isAlongM, Value startK,
                        Value extentK) {
  if (isAlongM) {
    loop(constant(0), extentK, 1, [&](Value k) {
      loop(constant(0), paddedM, lanes, [&](Value row) {
        Value column = loadMasked(
            matmul.a,
            getIndicesOfA(math().add(starts[m()], row), math().add(startK, k)),
            createMask(math().sub(extentM, row)));
        vector::StoreOp::create(b, loc, column, packed, ValueRange{k, row});
      });
    });
    return;
  }
  Value lastM = math().sub(extentM, constant(1));
  Value endK = math().add(startK, extentK);
  loop(constant(0), paddedM, 1, [&](Value row) {
    SmallVector<Value> mIndices = delinearize(
        b, loc, math().add(starts[m()], math().min(row, lastM)), mSizes);
    if (matmul.k.size() == 1)
      return packRun(packed, row, constant(0), mIndices, startK, extentK);
    // The last loop of K has a part of the block for each iteration of the
    // others.
    Value length = kSizes.back();
    loop(math().div(startK, length), math().ceilDiv(endK, length), 1,
         [&](Value run) {
           Value runStart = math().mul(run, length);
           Value first = runStart, last = math().add(runStart, length);
           if (!hasWholeRuns()) {
             first = math().max(first, startK);
             last = math().min(last, endK);
           }
           Value count = hasWholeRuns() ? length : math().sub(last, first);
           SmallVector<Value> kIndices =
               delinearize(b, loc, run, ArrayRef(kSizes).drop_back());
           kIndices.push_back(math().sub(first, runStart));
           packRun(packed, row, math().sub(first, startK), mIndices, kIndices,
                   count);
         });
  });
}

void MatmulLoops::packRun(Value packed, Value row, Value column,
                          ValueRange mIndices, ValueRange kIndices,
                          Value count) {
  bool isAlongK = isContiguous(matmul.a, matmul.mapA, k());
  loop(constant(0), count, isAlongK ? lanes : 1, [&](Value i) {
    SmallVector<Value> at(kIndices);
    at.back() = math().add(at.back(), i);
    at = getIndicesOfA(mIndices, at);
    Value part =
        isAlongK ? loadMasked(matmul.a, at, createMask(math().sub(count, i)))
                 : toSumType(memref::LoadOp::create(b, loc, matmul.a, at));
    SmallVector<Value> to = {row, math().add(column, i)};
    if (isAlongK)
      vector::StoreOp::create(b, loc, part, packed, to);
    else
      memref::StoreOp::create(b, loc, part, packed, to);
  });
}
