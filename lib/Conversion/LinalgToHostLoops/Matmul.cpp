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
  MatmulEmitter(OpBuilder &builder, const Matmul &source,
                const HostSchedule &schedule)
      : b(builder), loc(source.loc), source(source), matmul(source),
        schedule(schedule),
        lanes(schedule.getLanes(matmul.sumType.getIntOrFloatBitWidth())),
        tiles(schedule.getMatmulTiles(matmul.sumType.getIntOrFloatBitWidth())) {
  }

  void emit(bool threaded) {
    sizes.resize(matmul.mapA.getNumDims());
    steps.resize(sizes.size());
    collectSizes(matmul.a, matmul.mapA);
    collectSizes(matmul.b, matmul.mapB);
    collectSizes(matmul.c, matmul.mapC);
    collapseLoops();
    limitTiles();

    SmallVector<Value> upper, step;
    for (AffineExpr expr : matmul.mapC.getResults()) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      upper.push_back(sizes[dim]);
      steps[dim] = dim == m()        ? balance(dim, tiles.blockM, tiles.rows)
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

  /// The loops that stand for all of M and K.
  unsigned m() const { return matmul.m.back(); }
  unsigned k() const { return matmul.k.back(); }

  void collectSizes(Value buffer, AffineMap map) {
    auto type = cast<MemRefType>(buffer.getType());
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      Value &size = sizes[loop.getPosition()];
      if (!size || !type.isDynamicDim(i))
        size = type.isDynamicDim(i)
                   ? b.createOrFold<memref::DimOp>(loc, buffer, i)
                   : constant(type.getDimSize(i));
    }
  }

  /// Collapses the dimensions of C that the loops of M index, and those of B
  /// that the loops of K index, so that the last one of these loops stands for
  /// all of them.
  void collapseLoops() {
    rowDims = *getCollapsedDims(matmul.c, matmul.mapC, matmul.m);
    auto sizesOf = [&](ArrayRef<unsigned> loops) {
      return llvm::map_to_vector(loops,
                                 [&](unsigned loop) { return sizes[loop]; });
    };
    mSizes = sizesOf(matmul.m);
    kSizes = sizesOf(matmul.k);
    if (matmul.epilogue) // C is not in memory
      matmul.mapC = collapse(matmul.mapC, rowDims);
    else
      std::tie(matmul.c, matmul.mapC) =
          collapse(matmul.c, matmul.mapC, rowDims);
    std::tie(matmul.b, matmul.mapB) =
        collapse(matmul.b, matmul.mapB,
                 *getCollapsedDims(matmul.b, matmul.mapB, matmul.k));
    sizes[m()] = math().product(mSizes);
    sizes[k()] = math().product(kSizes);
  }

  /// Drops all of the adjacent dimensions `dims` but the last, which stands for
  /// all of them.
  AffineMap collapse(AffineMap map, const ReassociationIndices &dims) {
    return dims.size() <= 1 ? map : map.dropResults(ArrayRef(dims).drop_back());
  }

  /// Collapses the adjacent dimensions `dims` of `buffer`.
  std::pair<Value, AffineMap> collapse(Value buffer, AffineMap map,
                                       const ReassociationIndices &dims) {
    if (dims.size() <= 1)
      return {buffer, map};
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<ReassociationIndices> reassociation;
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      int64_t number = dim;
      if (number <= dims.front() || number > dims.back()) {
        reassociation.push_back({number});
        shape.push_back(size);
        continue;
      }
      reassociation.back().push_back(number);
      // The type that upstream infers is wrong if one of the sizes is 0 and
      // another one is dynamic.
      bool isDynamic =
          ShapedType::isDynamic(size) || ShapedType::isDynamic(shape.back());
      shape.back() = isDynamic ? ShapedType::kDynamic : shape.back() * size;
    }
    Value collapsed = memref::CollapseShapeOp::create(
        b, loc, MemRefType::get(shape, type.getElementType()), buffer,
        reassociation);
    return {collapsed, collapse(map, dims)};
  }

  /// Limits tiles to what a matrix of known size needs.
  void limitTiles() {
    auto fit = [&](int64_t &block, unsigned dim, int64_t multiple) {
      if (std::optional<int64_t> size = getConstantIntValue(sizes[dim]))
        block = std::min(
            block, std::max<int64_t>(llvm::alignTo(*size, multiple), multiple));
    };
    // If one vector covers all columns, the sums of more rows are in registers.
    std::optional<int64_t> columns = getConstantIntValue(sizes[matmul.n]);
    if (columns && *columns <= lanes) {
      tiles.rows *= tiles.vectors;
      tiles.vectors = 1;
    }
    if (std::optional<int64_t> rows = getConstantIntValue(sizes[m()]))
      tiles.rows = std::max<int64_t>(1, std::min(tiles.rows, *rows));
    tiles.blockM -= tiles.blockM % tiles.rows;
    fit(tiles.blockM, m(), tiles.rows);
    fit(tiles.blockN, matmul.n, panelWidth());
    fit(tiles.blockK, k(), 1);
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
    if (isa<IntegerType>(matmul.sumType))
      return arith::ExtSIOp::create(b, loc, type, value);
    return arith::ExtFOp::create(b, loc, type, value);
  }

  /// Returns the indices of B at the tile's batch and the given N and K.
  SmallVector<Value> getIndicesOfB(Value n, Value kIndex) {
    SmallVector<Value> point(starts);
    point[matmul.n] = n;
    point[k()] = kIndex;
    return getIndices(b, loc, matmul.mapB, point);
  }

  /// Returns the indices of A at the tile's batch, given those of the loops of
  /// M and K.
  SmallVector<Value> getIndicesOfA(ValueRange mIndices, ValueRange kIndices) {
    SmallVector<Value> point(starts);
    for (auto [loop, index] : llvm::zip_equal(matmul.m, mIndices))
      point[loop] = index;
    for (auto [loop, index] : llvm::zip_equal(matmul.k, kIndices))
      point[loop] = index;
    return getIndices(b, loc, matmul.mapA, point);
  }

  /// Returns whether elements along `dim` are contiguous in `operand`.
  bool isContiguous(Value operand, AffineMap map, unsigned dim) {
    return getAccess(operand, map, dim) == Access::Contiguous;
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
    extentM = extent(m());
    extentN = extent(matmul.n);
    paddedM = roundUp(extentM, tiles.rows);
    paddedN = roundUp(extentN, panelWidth());

    bool isAlongM = matmul.m.size() == 1 && matmul.k.size() == 1 &&
                    isContiguous(matmul.a, matmul.mapA, m());
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
    loop(constant(0), sizes[k()], tiles.blockK, [&](Value first) {
      Value extentK =
          math().min(constant(tiles.blockK), math().sub(sizes[k()], first));
      packB(packedB, first, extentK);
      packA(packedA, isAlongM, first, extentK);
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
              matmul.b, getIndicesOfB(n, math().add(startK, k)), masks[i]);
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
            b, loc, matmul.b, getIndicesOfB(n, math().add(startK, k)));
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
          Value column = loadMasked(matmul.a,
                                    getIndicesOfA(math().add(starts[m()], row),
                                                  math().add(startK, k)),
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
             Value first = math().max(runStart, startK);
             Value last = math().min(math().add(runStart, length), endK);
             SmallVector<Value> kIndices =
                 delinearize(b, loc, run, ArrayRef(kSizes).drop_back());
             kIndices.push_back(math().sub(first, runStart));
             packRun(packed, row, math().sub(first, startK), mIndices, kIndices,
                     math().sub(last, first));
           });
    });
  }

  /// Copies `count` elements along the last loop of K, from `kIndices` on, to a
  /// row of the block. Those after them are overwritten by the next ones.
  void packRun(Value packed, Value row, Value column, ValueRange mIndices,
               ValueRange kIndices, Value count) {
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
    if (dim == m())
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
      if (dim == m())
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
    Value uncollapsed = source.c;
    nest.sizes = getTileNest().sizes;
    nest.iterators = getTileNest().iterators;
    for (LoopNest::Operand &operand : nest.operands) {
      if (operand.value == uncollapsed) {
        operand.value = sums;
        operand.map = getSumsMap();
        continue;
      }
      bool isBuffer = isa<MemRefType>(operand.value.getType());
      if (isBuffer) {
        SmallVector<unsigned> loops(rowDims.begin(), rowDims.end());
        std::tie(operand.value, operand.map) =
            collapse(operand.value, operand.map,
                     *getCollapsedDims(operand.value, operand.map, loops));
      }
      operand.map = renumber(operand.map);
      if (isBuffer)
        operand.value = getTile(operand.value, operand.map);
    }
    emitLoopNest(b, loc, nest, schedule, /*threaded=*/false);
  }

  /// Returns a map from the dimensions of the collapsed C, given one from those
  /// of C.
  AffineMap renumber(AffineMap map) {
    SmallVector<AffineExpr> dims;
    unsigned next = 0;
    for (int64_t dim = 0; dim < map.getNumDims(); ++dim) {
      bool isCollapsed =
          rowDims.size() > 1 && dim >= rowDims.front() && dim < rowDims.back();
      dims.push_back(b.getAffineDimExpr(next));
      next += !isCollapsed;
    }
    return map.replaceDimsAndSymbols(dims, {}, next, 0);
  }

  OpBuilder &b;
  Location loc;
  const Matmul &source;
  Matmul matmul; ///< with collapsed operands
  const HostSchedule &schedule;
  int64_t lanes;
  MatmulTiles tiles;
  /// Sizes and steps of the loops, the start of the current tile, and its
  /// extent.
  SmallVector<Value> sizes, steps, starts;
  /// Sizes of the loops of M and K, and the dimensions of C that those of M
  /// index.
  SmallVector<Value> mSizes, kSizes;
  ReassociationIndices rowDims;
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
