//===- Matmul.cpp - Matmuls from packed blocks ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matmul.h"
#include "LoopNest.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Emits the loops of one matmul.
class MatmulEmitter {
public:
  MatmulEmitter(OpBuilder &builder, const Matmul &matmul,
                const HostSchedule &schedule)
      : b(builder), loc(matmul.loc), matmul(matmul), schedule(schedule),
        lanes(schedule.getLanes(matmul.sumType.getIntOrFloatBitWidth())),
        tiles(schedule.getMatmulTiles(matmul.sumType.getIntOrFloatBitWidth())) {
  }

  void emit(bool threaded) {
    sizes.resize(matmul.mapA.getNumDims());
    steps.resize(sizes.size());
    collectSizes(matmul.a, matmul.mapA);
    collectSizes(matmul.b, matmul.mapB);
    collectSizes(matmul.c, matmul.mapC);
    limitTiles();

    SmallVector<Value> upper, step;
    for (AffineExpr expr : matmul.mapC.getResults()) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      upper.push_back(sizes[dim]);
      steps[dim] = dim == matmul.m   ? balance(dim, tiles.blockM, tiles.rows)
                   : dim == matmul.n ? balance(dim, tiles.blockN, panelWidth())
                                     : constant(1);
      step.push_back(steps[dim]);
    }
    SmallVector<Value> lower(upper.size(), constant(0));
    auto emitBody = [&](OpBuilder &inner, ValueRange starts) {
      OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(inner.saveInsertionPoint());
      emitTile(starts);
    };
    if (threaded)
      scf::ParallelOp::create(
          b, loc, lower, upper, step,
          [&](OpBuilder &inner, Location, ValueRange starts) {
            emitBody(inner, starts);
          });
    else
      scf::buildLoopNest(b, loc, lower, upper, step,
                         [&](OpBuilder &inner, Location, ValueRange starts) {
                           emitBody(inner, starts);
                         });
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  IndexMath math() { return IndexMath{b, loc}; }
  int64_t panelWidth() const { return tiles.vectors * lanes; }
  VectorType getVectorType(Type element) const {
    return VectorType::get({lanes}, element);
  }

  void collectSizes(Value buffer, AffineMap map) {
    auto type = cast<MemRefType>(buffer.getType());
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      Value &size = sizes[cast<AffineDimExpr>(expr).getPosition()];
      if (!size || !type.isDynamicDim(i))
        size = type.isDynamicDim(i)
                   ? b.createOrFold<memref::DimOp>(loc, buffer, i)
                   : constant(type.getDimSize(i));
    }
  }

  /// Limits tiles to what a matrix of known size needs.
  void limitTiles() {
    auto fit = [&](int64_t &block, unsigned dim, int64_t multiple) {
      if (std::optional<int64_t> size = getConstantIntValue(sizes[dim]))
        block = std::min(
            block, std::max<int64_t>(llvm::alignTo(*size, multiple), multiple));
    };
    if (std::optional<int64_t> m = getConstantIntValue(sizes[matmul.m]))
      tiles.rows = std::max<int64_t>(1, std::min(tiles.rows, *m));
    tiles.blockM -= tiles.blockM % tiles.rows;
    fit(tiles.blockM, matmul.m, tiles.rows);
    fit(tiles.blockN, matmul.n, panelWidth());
    fit(tiles.blockK, matmul.k, 1);
  }

  /// Returns the step that divides a size into even parts of at most `block`,
  /// rounded up to a multiple of `multiple`: a much smaller last part would
  /// leave threads idle.
  Value balance(unsigned dim, int64_t block, int64_t multiple) {
    Value one = constant(1);
    Value parts = math().max(math().ceilDiv(sizes[dim], constant(block)), one);
    Value part = math().max(math().ceilDiv(sizes[dim], parts), one);
    return roundUp(part, multiple);
  }
  Value roundUp(Value value, int64_t multiple) {
    return math().mul(math().ceilDiv(value, constant(multiple)),
                      constant(multiple));
  }

  scf::ForOp loop(Value from, Value to, int64_t step, ValueRange carried,
                  function_ref<SmallVector<Value>(Value, ValueRange)> body) {
    return scf::ForOp::create(
        b, loc, from, to, constant(step), carried,
        [&](OpBuilder &inner, Location, Value iv, ValueRange values) {
          OpBuilder::InsertionGuard guard(b);
          b.restoreInsertionPoint(inner.saveInsertionPoint());
          SmallVector<Value> results = body(iv, values);
          scf::YieldOp::create(b, loc, results);
        });
  }
  void loop(Value from, Value to, int64_t step,
            function_ref<void(Value)> body) {
    loop(from, to, step, ValueRange(), [&](Value iv, ValueRange) {
      body(iv);
      return SmallVector<Value>();
    });
  }

  Value allocate(ArrayRef<int64_t> shape) {
    return memref::AllocOp::create(b, loc,
                                   MemRefType::get(shape, matmul.sumType));
  }

  Value toSumType(Value value) {
    if (matmul.inputType == matmul.sumType)
      return value;
    Type type = matmul.sumType;
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      type = vector.clone(type);
    return arith::ExtFOp::create(b, loc, type, value);
  }

  /// Returns the indices of an operand at the tile's batch and the given M, N
  /// and K.
  SmallVector<Value> getIndices(AffineMap map, Value m, Value n, Value k) {
    SmallVector<Value> result;
    for (AffineExpr expr : map.getResults()) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      result.push_back(dim == matmul.m   ? m
                       : dim == matmul.n ? n
                       : dim == matmul.k ? k
                                         : starts[dim]);
    }
    return result;
  }

  /// Returns whether elements along `dim` are contiguous in `operand`.
  bool isContiguous(Value operand, AffineMap map, unsigned dim) {
    return hasUnitStride(operand) &&
           cast<AffineDimExpr>(map.getResults().back()).getPosition() == dim;
  }

  /// Loads the lanes of a vector that `mask` selects; others are 0.
  Value loadMasked(Value buffer, ValueRange at, Value mask) {
    VectorType type = getVectorType(matmul.inputType);
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    return toSumType(
        vector::MaskedLoadOp::create(b, loc, type, buffer, at, mask, zero));
  }
  Value createMask(Value count) {
    return vector::CreateMaskOp::create(b, loc, getVectorType(b.getI1Type()),
                                        count);
  }

  void emitTile(ValueRange tileStarts) {
    starts.assign(sizes.size(), Value());
    for (auto [expr, start] : llvm::zip(matmul.mapC.getResults(), tileStarts))
      starts[cast<AffineDimExpr>(expr).getPosition()] = start;
    auto extent = [&](unsigned dim) {
      return math().min(steps[dim], math().sub(sizes[dim], starts[dim]));
    };
    extentM = extent(matmul.m);
    extentN = extent(matmul.n);
    paddedM = roundUp(extentM, tiles.rows);
    paddedN = roundUp(extentN, panelWidth());

    bool isAlongM = isContiguous(matmul.a, matmul.mapA, matmul.m);
    // Rows padded beyond a power of two keep columns from sharing a cache set.
    auto padded = [&](int64_t size) -> int64_t {
      return llvm::alignTo(size, lanes) + lanes;
    };
    Value packedA = isAlongM ? allocate({tiles.blockK, padded(tiles.blockM)})
                             : allocate({tiles.blockM, padded(tiles.blockK)});
    Value packedB =
        allocate({tiles.blockN / panelWidth(), tiles.blockK, panelWidth()});
    Value sums = allocate({tiles.blockM, tiles.blockN});
    emitInitialSums(sums);
    loop(constant(0), sizes[matmul.k], tiles.blockK, [&](Value k) {
      Value extentK =
          math().min(constant(tiles.blockK), math().sub(sizes[matmul.k], k));
      packB(packedB, k, extentK);
      packA(packedA, isAlongM, k, extentK);
      emitMicroKernels(packedA, isAlongM, packedB, sums, extentK);
    });
    emitResults(sums);
    for (Value buffer : {packedA, packedB, sums})
      memref::DeallocOp::create(b, loc, buffer);
  }

  void packB(Value packed, Value startK, Value extentK) {
    bool isAlongN = isContiguous(matmul.b, matmul.mapB, matmul.n);
    loop(constant(0), paddedN, panelWidth(), [&](Value column) {
      Value panel = math().div(column, constant(panelWidth()));
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
              matmul.b,
              getIndices(matmul.mapB, Value(), n, math().add(startK, k)),
              masks[i]);
          vector::StoreOp::create(b, loc, row, packed,
                                  ValueRange{panel, k, constant(i * lanes)});
        }
      });
    });
  }

  /// Packs a panel by scalars. Columns past the edge repeat the last one: their
  /// sums are not used.
  void packScalarPanel(Value packed, Value panel, Value column, Value startK,
                       Value extentK) {
    Value lastN = math().sub(extentN, constant(1));
    loop(constant(0), constant(panelWidth()), 1, [&](Value lane) {
      Value n = math().add(starts[matmul.n],
                           math().min(math().add(column, lane), lastN));
      loop(constant(0), extentK, 1, [&](Value k) {
        Value element = memref::LoadOp::create(
            b, loc, matmul.b,
            getIndices(matmul.mapB, Value(), n, math().add(startK, k)));
        memref::StoreOp::create(b, loc, toSumType(element), packed,
                                ValueRange{panel, k, lane});
      });
    });
  }

  /// Copies a block of A in its order in memory. Rows past the edge repeat the
  /// last one, or are zero: their sums are not used.
  void packA(Value packed, bool isAlongM, Value startK, Value extentK) {
    if (isAlongM) {
      loop(constant(0), extentK, 1, [&](Value k) {
        loop(constant(0), paddedM, lanes, [&](Value row) {
          Value m = math().add(starts[matmul.m], row);
          Value column = loadMasked(
              matmul.a,
              getIndices(matmul.mapA, m, Value(), math().add(startK, k)),
              createMask(math().sub(extentM, row)));
          vector::StoreOp::create(b, loc, column, packed, ValueRange{k, row});
        });
      });
      return;
    }
    bool isAlongK = isContiguous(matmul.a, matmul.mapA, matmul.k);
    Value lastM = math().sub(extentM, constant(1));
    loop(constant(0), paddedM, 1, [&](Value row) {
      Value m = math().add(starts[matmul.m], math().min(row, lastM));
      loop(constant(0), extentK, isAlongK ? lanes : 1, [&](Value k) {
        SmallVector<Value> at =
            getIndices(matmul.mapA, m, Value(), math().add(startK, k));
        if (isAlongK) {
          Value part =
              loadMasked(matmul.a, at, createMask(math().sub(extentK, k)));
          vector::StoreOp::create(b, loc, part, packed, ValueRange{row, k});
          return;
        }
        Value element = memref::LoadOp::create(b, loc, matmul.a, at);
        memref::StoreOp::create(b, loc, toSumType(element), packed,
                                ValueRange{row, k});
      });
    });
  }

  /// Emits the micro-kernel for each `rows x panelWidth` part of the tile,
  /// whose sums are in registers.
  void emitMicroKernels(Value packedA, bool isAlongM, Value packedB, Value sums,
                        Value extentK) {
    loop(constant(0), paddedN, panelWidth(), [&](Value column) {
      Value panel = math().div(column, constant(panelWidth()));
      loop(constant(0), paddedM, tiles.rows, [&](Value row) {
        SmallVector<Value> rows, columns, start;
        for (int64_t i = 0; i < tiles.rows; ++i)
          rows.push_back(math().add(row, constant(i)));
        for (int64_t j = 0; j < tiles.vectors; ++j)
          columns.push_back(math().add(column, constant(j * lanes)));
        VectorType type = getVectorType(matmul.sumType);
        for (Value r : rows)
          for (Value c : columns)
            start.push_back(
                vector::LoadOp::create(b, loc, type, sums, ValueRange{r, c}));
        scf::ForOp inner =
            loop(constant(0), extentK, 1, start,
                 [&](Value k, ValueRange carried) -> SmallVector<Value> {
                   return multiplyAdd(packedA, isAlongM, packedB, panel, rows,
                                      k, carried);
                 });
        for (auto [i, r] : llvm::enumerate(rows))
          for (auto [j, c] : llvm::enumerate(columns))
            vector::StoreOp::create(b, loc,
                                    inner.getResult(i * tiles.vectors + j),
                                    sums, ValueRange{r, c});
      });
    });
  }

  SmallVector<Value> multiplyAdd(Value packedA, bool isAlongM, Value packedB,
                                 Value panel, ArrayRef<Value> rows, Value k,
                                 ValueRange carried) {
    VectorType type = getVectorType(matmul.sumType);
    SmallVector<Value> rowOfB, next;
    for (int64_t j = 0; j < tiles.vectors; ++j)
      rowOfB.push_back(vector::LoadOp::create(
          b, loc, type, packedB, ValueRange{panel, k, constant(j * lanes)}));
    for (Value row : rows) {
      Value element = memref::LoadOp::create(
          b, loc, packedA, isAlongM ? ValueRange{k, row} : ValueRange{row, k});
      Value elementOfA = broadcastTo(b, loc, element, lanes);
      for (Value other : rowOfB) {
        Value sum = carried[next.size()];
        if (isa<FloatType>(matmul.sumType)) {
          next.push_back(vector::FMAOp::create(b, loc, elementOfA, other, sum));
        } else {
          Value term = arith::MulIOp::create(b, loc, elementOfA, other);
          next.push_back(arith::AddIOp::create(b, loc, sum, term));
        }
      }
    }
    return next;
  }

  /// Returns the tile of `operand`, an operand of an elementwise op on C's
  /// dimensions.
  Value getTile(Value operand, AffineMap map) {
    SmallVector<OpFoldResult> offsets, extents, strides;
    for (AffineExpr expr : map.getResults()) {
      unsigned dimOfC = cast<AffineDimExpr>(expr).getPosition();
      unsigned dim =
          cast<AffineDimExpr>(matmul.mapC.getResult(dimOfC)).getPosition();
      offsets.push_back(getAsOpFoldResult(starts[dim]));
      extents.push_back(getExtent(dim));
      strides.push_back(b.getIndexAttr(1));
    }
    if (offsets.empty())
      return operand;
    return memref::SubViewOp::create(b, loc, operand, offsets, extents,
                                     strides);
  }
  OpFoldResult getExtent(unsigned dim) {
    if (dim == matmul.m)
      return getAsOpFoldResult(extentM);
    if (dim == matmul.n)
      return getAsOpFoldResult(extentN);
    return b.getIndexAttr(1);
  }

  /// Returns a nest over the tile's part of C.
  LoopNest getTileNest() {
    LoopNest nest;
    for (AffineExpr expr : matmul.mapC.getResults())
      nest.sizes.push_back(getValueOrCreateConstantIndexOp(
          b, loc, getExtent(cast<AffineDimExpr>(expr).getPosition())));
    nest.iterators.assign(nest.sizes.size(), utils::IteratorType::parallel);
    nest.usesIndices = false;
    nest.isVectorizable = true;
    nest.elementBits = matmul.sumType.getIntOrFloatBitWidth();
    nest.numInputs = 1;
    nest.body = [](OpBuilder &, ValueRange elements, ValueRange, int64_t) {
      return SmallVector<Value>{elements[0]};
    };
    return nest;
  }
  AffineMap getIdentityMap() {
    return b.getMultiDimIdentityMap(matmul.mapC.getNumResults());
  }
  /// Returns the map from indices of C to those of the tile of sums.
  AffineMap getSumsMap() {
    SmallVector<AffineExpr> results(2);
    for (auto [i, expr] : llvm::enumerate(matmul.mapC.getResults())) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      if (dim == matmul.m)
        results[0] = b.getAffineDimExpr(i);
      if (dim == matmul.n)
        results[1] = b.getAffineDimExpr(i);
    }
    return AffineMap::get(matmul.mapC.getNumResults(), 0, results,
                          b.getContext());
  }

  void emitInitialSums(Value sums) {
    if (matmul.startsAtZero) {
      VectorType type = getVectorType(matmul.sumType);
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
      loop(constant(0), paddedM, 1, [&](Value row) {
        loop(constant(0), paddedN, lanes, [&](Value column) {
          vector::StoreOp::create(b, loc, zero, sums, ValueRange{row, column});
        });
      });
      return;
    }
    LoopNest nest = getTileNest();
    nest.operands = {
        {getTile(matmul.c, getIdentityMap()), getIdentityMap(), true},
        {sums, getSumsMap(), false}};
    emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
  }

  void emitResults(Value sums) {
    if (!matmul.epilogue) {
      LoopNest nest = getTileNest();
      nest.operands = {
          {sums, getSumsMap(), true},
          {getTile(matmul.c, getIdentityMap()), getIdentityMap(), false}};
      emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
      return;
    }
    LoopNest nest = LoopNest::get(matmul.epilogue);
    nest.sizes = getTileNest().sizes;
    for (LoopNest::Operand &operand : nest.operands) {
      if (operand.value == matmul.c) {
        operand.value = sums;
        operand.map = getSumsMap();
      } else if (isa<MemRefType>(operand.value.getType())) {
        operand.value = getTile(operand.value, operand.map);
      }
    }
    emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
  }

  OpBuilder &b;
  Location loc;
  const Matmul &matmul;
  const HostSchedule &schedule;
  int64_t lanes;
  MatmulTiles tiles;
  /// Sizes and steps of the loops, the start of the current tile, and its
  /// extent.
  SmallVector<Value> sizes, steps, starts;
  Value extentM, extentN, paddedM, paddedN;
};

} // namespace

LogicalResult mlir::zyn::emitMatmul(OpBuilder &builder, linalg::LinalgOp op,
                                    const HostSchedule &schedule, bool threaded,
                                    AliasAnalysis &aliases,
                                    SmallVectorImpl<Operation *> &erased) {
  std::optional<Matmul> matmul = matchMatmul(op);
  if (!matmul)
    return failure();
  fuseNeighbors(*matmul, op, aliases, erased);
  if (matmul->epilogue)
    builder.setInsertionPointAfter(matmul->epilogue);
  MatmulEmitter(builder, *matmul, schedule).emit(threaded);
  return success();
}
