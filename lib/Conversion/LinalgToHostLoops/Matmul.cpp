//===- Matmul.cpp - Matmuls from packed blocks ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulLoops.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::zyn;

void MatmulLoops::emit(bool threaded) {
  sizes.resize(matmul.mapA.getNumDims());
  steps.resize(sizes.size());
  collectSizes(matmul.a, matmul.mapA);
  collectSizes(matmul.b, matmul.mapB);
  collectSizes(matmul.c, matmul.mapC);
  collapseLoops();
  limitTiles();
  if (threaded)
    divideAmongThreads();

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
    scf::ParallelOp::create(b, loc, lower, upper, step,
                            [&](OpBuilder &inner, Location, ValueRange starts) {
                              emitBody(inner, starts);
                            });
  else
    scf::buildLoopNest(b, loc, lower, upper, step,
                       [&](OpBuilder &inner, Location, ValueRange starts) {
                         emitBody(inner, starts);
                       });
}

void MatmulLoops::collectSizes(Value buffer, AffineMap map) {
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

void MatmulLoops::collapseLoops() {
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
    std::tie(matmul.c, matmul.mapC) = collapse(matmul.c, matmul.mapC, rowDims);
  std::tie(matmul.b, matmul.mapB) =
      collapse(matmul.b, matmul.mapB,
               *getCollapsedDims(matmul.b, matmul.mapB, matmul.k));
  sizes[m()] = math().product(mSizes);
  sizes[k()] = math().product(kSizes);
}

AffineMap MatmulLoops::collapse(AffineMap map,
                                const ReassociationIndices &dims) {
  return dims.size() <= 1 ? map : map.dropResults(ArrayRef(dims).drop_back());
}

std::pair<Value, AffineMap>
MatmulLoops::collapse(Value buffer, AffineMap map,
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

void MatmulLoops::limitTiles() {
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
  fit(tiles.blockN, matmul.n, panelWidth());
  fit(tiles.blockK, k(), 1);
  tiles.blockM -= tiles.blockM % tiles.rows;
  fit(tiles.blockM, m(), tiles.rows);
  // Blocks consist of whole iterations of the loops of K around the last one.
  std::optional<int64_t> run = getConstantIntValue(kSizes.back());
  if (run && *run > 0 && *run <= tiles.blockK)
    tiles.blockK -= tiles.blockK % *run;
}

void MatmulLoops::divideAmongThreads() {
  std::optional<int64_t> m = getConstantIntValue(sizes[this->m()]),
                         n = getConstantIntValue(sizes[matmul.n]),
                         k = getConstantIntValue(sizes[this->k()]);
  if (!m || !n || !k)
    return;
  // Its sums stay in the cache.
  MatmulTiles whole =
      schedule.getMatmulTiles(matmul.sumType.getIntOrFloatBitWidth());
  int64_t maxBlock = whole.blockM * whole.blockN;
  int64_t batches = 1;
  for (AffineExpr expr : matmul.mapC.getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (dim != this->m() && dim != matmul.n)
      batches *= getConstantIntValue(sizes[dim]).value_or(1);
  }
  auto countTasks = [&](int64_t blockM, int64_t blockN) -> int64_t {
    return batches * llvm::divideCeil(*m, blockM) *
           llvm::divideCeil(*n, blockN);
  };
  auto getWork = [&] { return tiles.blockM * tiles.blockN * *k; };
  // Tiles with a short K, which would be much work to start, get more rows.
  while (getWork() < HostSchedule::kWorkPerTask / 4 && tiles.blockM < *m &&
         2 * tiles.blockM * tiles.blockN <= maxBlock &&
         countTasks(2 * tiles.blockM, tiles.blockN) >= HostSchedule::kTasks)
    tiles.blockM *= 2;
  while (countTasks(tiles.blockM, tiles.blockN) < HostSchedule::kTasks &&
         getWork() > HostSchedule::kWorkPerTask) {
    bool isLong = tiles.blockM > 4 * tiles.rows,
         isWide = tiles.blockN > panelWidth();
    if (!isLong && !isWide)
      return;
    if (isLong && (tiles.blockM >= tiles.blockN || !isWide))
      tiles.blockM = llvm::alignTo(tiles.blockM / 2, tiles.rows);
    else
      tiles.blockN = llvm::alignTo(tiles.blockN / 2, panelWidth());
  }
}

bool MatmulLoops::hasWholeRuns() {
  std::optional<int64_t> run = getConstantIntValue(kSizes.back());
  return run && *run > 0 && tiles.blockK % *run == 0;
}

Value MatmulLoops::balance(unsigned dim, int64_t block, int64_t multiple) {
  Value one = constant(1);
  Value parts = math().max(math().ceilDiv(sizes[dim], constant(block)), one);
  Value part = math().max(math().ceilDiv(sizes[dim], parts), one);
  return roundUp(part, multiple);
}

Value MatmulLoops::roundUp(Value value, int64_t multiple) {
  return math().mul(math().ceilDiv(value, constant(multiple)),
                    constant(multiple));
}

scf::ForOp
MatmulLoops::loop(Value from, Value to, int64_t step, ValueRange carried,
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

void MatmulLoops::loop(Value from, Value to, int64_t step,
                       function_ref<void(Value)> body) {
  loop(from, to, step, ValueRange(), [&](Value iv, ValueRange) {
    body(iv);
    return SmallVector<Value>();
  });
}

Value MatmulLoops::allocate(ArrayRef<int64_t> shape) {
  return memref::AllocOp::create(b, loc,
                                 MemRefType::get(shape, matmul.sumType));
}

void MatmulLoops::emitTile(ValueRange tileStarts) {
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
  // Whole squares are stored when B is transposed.
  int64_t rowsOfB = llvm::alignTo(tiles.blockK, lanes);
  Value packedB =
      allocate({tiles.blockN / panelWidth(), rowsOfB, panelWidth()});
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

void MatmulLoops::emitMicroKernels(Value packedA, bool isAlongM, Value packedB,
                                   Value sums, Value extentK) {
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
                 return multiplyAdd(packedA, isAlongM, packedB, panel, rows, k,
                                    carried);
               });
      for (auto [i, r] : llvm::enumerate(rows))
        for (auto [j, c] : llvm::enumerate(columns))
          vector::StoreOp::create(b, loc,
                                  inner.getResult(i * tiles.vectors + j), sums,
                                  ValueRange{r, c});
    });
  });
}

SmallVector<Value> MatmulLoops::multiplyAdd(Value packedA, bool isAlongM,
                                            Value packedB, Value panel,
                                            ArrayRef<Value> rows, Value k,
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
  MatmulLoops(builder, *matmul, schedule).emit(threaded);
  return success();
}
