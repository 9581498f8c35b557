//===- ComputeLanes.cpp - Loop nests on vectors of points -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each lane of a vector has a point. Values that are the same for all lanes
// remain scalars, and so do indices that differ by one from lane to lane, of
// which the first one is kept: reads at these are vectors.
//
//===----------------------------------------------------------------------===//

#include "ComputeLanes.h"

#include "Zyn/Dialect/Zyn/Transforms/ComputeBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::zyn;

/// Bytes of a vector, of which registers hold parts. In a loop of the body,
/// whose steps may wait for each other, several registers are in flight.
static constexpr int64_t kVectorBytes = 64, kLoopVectorBytes = 256;

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

namespace {

/// Determines which values differ between lanes, and whether the body can be
/// computed on vectors. Results of regions are assumed to differ.
class LaneAnalysis {
public:
  explicit LaneAnalysis(unsigned loop) : loop(loop) {}

  bool canVectorize(Block &block);

private:
  bool canVectorize(Operation &op);
  bool isVarying(Value value) const { return varying.contains(value); }
  void markResults(Operation &op) {
    varying.insert(op.result_begin(), op.result_end());
  }

  unsigned loop;
  llvm::DenseSet<Value> varying;
};

} // namespace

static bool areScalars(TypeRange types) {
  return llvm::all_of(types,
                      [](Type type) { return type.isIntOrIndexOrFloat(); });
}

bool LaneAnalysis::canVectorize(Block &block) {
  // What a block yields may come from outside.
  if (!areScalars(block.getTerminator()->getOperandTypes()))
    return false;
  return llvm::all_of(block.without_terminator(),
                      [this](Operation &op) { return canVectorize(op); });
}

bool LaneAnalysis::canVectorize(Operation &op) {
  if (!areScalars(op.getResultTypes()))
    return false;
  if (auto index = dyn_cast<IndexOp>(op)) {
    if (index.getDimension() == loop)
      markResults(op);
    return true;
  }
  if (auto forOp = dyn_cast<scf::ForOp>(op)) {
    for (Value bound :
         {forOp.getLowerBound(), forOp.getUpperBound(), forOp.getStep()})
      if (isVarying(bound))
        return false;
    varying.insert(forOp.getRegionIterArgs().begin(),
                   forOp.getRegionIterArgs().end());
    markResults(op);
    return canVectorize(*forOp.getBody());
  }
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    markResults(op);
    return !isVarying(ifOp.getCondition()) && canVectorize(*ifOp.thenBlock()) &&
           (!ifOp.elseBlock() || canVectorize(*ifOp.elseBlock()));
  }
  if (llvm::any_of(op.getOperands(), [this](Value v) { return isVarying(v); }))
    markResults(op);
  return isa<ElementOp>(op) || op.hasTrait<OpTrait::ConstantLike>() ||
         (op.getNumResults() == 1 &&
          OpTrait::hasElementwiseMappableTraits(&op));
}

int64_t zyn::getComputeLanes(ComputeOp op, unsigned loop) {
  unsigned bits = 8;
  auto include = [&](Type type) {
    if (type.isIntOrFloat())
      bits = std::max(bits, type.getIntOrFloatBitWidth());
  };
  for (Value operand : op->getOperands())
    include(cast<ShapedType>(operand.getType()).getElementType());
  op.getBody().walk([&](Operation *inner) {
    for (Type type : inner->getResultTypes())
      include(type);
  });
  int64_t bytes = hasSequentialLoops(op) ? kLoopVectorBytes : kVectorBytes;
  int64_t lanes = bytes * 8 / llvm::bit_ceil(bits);
  OperandDimension size =
      cast<ComputeOpInterface>(*op).getLoopDimensions()[loop];
  bool isLong = ShapedType::isDynamic(size.getStaticSize()) ||
                size.getStaticSize() >= lanes;
  return isLong && LaneAnalysis(loop).canVectorize(*op.getBlock()) ? lanes : 1;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Whether elements along the last dimension are neighbors in memory, as those
/// of a vector are.
static bool hasVectorRows(Value array) {
  auto type = cast<MemRefType>(array.getType());
  Type element = type.getElementType();
  // Elements of other sizes are padded in memory, but not in vectors.
  return type.getRank() > 0 && type.isLastDimUnitStride() &&
         element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8 &&
         llvm::isPowerOf2_32(element.getIntOrFloatBitWidth());
}

namespace {

/// Clones a body onto lanes.
class LaneCloner {
public:
  LaneCloner(ImplicitLocOpBuilder &b, ArrayRef<Value> indices, unsigned loop,
             int64_t lanes)
      : b(b), indices(indices), loop(loop), lanes(lanes) {}

  void clone(Block &block) {
    for (Operation &op : block.without_terminator())
      clone(op);
  }
  /// Returns the vector of a value of the body.
  Value getVector(Value value);

private:
  Value get(Value value) { return mapping.lookupOrDefault(value); }
  bool isFirstIndex(Value value) const { return firstIndices.contains(value); }
  bool isUniform(Value value) {
    return !isFirstIndex(value) && !isa<VectorType>(get(value).getType());
  }
  /// Returns the scalar of a lane.
  Value getLane(Value value, int64_t lane);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  void clone(Operation &op);
  void cloneElement(ElementOp op);
  void cloneFor(scf::ForOp op);
  void cloneIf(scf::IfOp op);
  /// Returns the vectors that `block` ends with.
  SmallVector<Value> getYielded(Block &block) {
    return llvm::map_to_vector(block.getTerminator()->getOperands(),
                               [&](Value value) { return getVector(value); });
  }

  ImplicitLocOpBuilder &b;
  ArrayRef<Value> indices;
  unsigned loop;
  int64_t lanes;
  /// The scalar, the vector, or the index of the first lane.
  IRMapping mapping;
  llvm::DenseSet<Value> firstIndices;
};

} // namespace

Value LaneCloner::getVector(Value value) {
  Value mapped = get(value);
  if (isa<VectorType>(mapped.getType()))
    return mapped;
  auto type = VectorType::get({lanes}, mapped.getType());
  Value vector = vector::BroadcastOp::create(b, type, mapped);
  if (!isFirstIndex(value))
    return vector;
  return arith::AddIOp::create(b, vector, vector::StepOp::create(b, type));
}

Value LaneCloner::getLane(Value value, int64_t lane) {
  Value mapped = get(value);
  if (isFirstIndex(value))
    return b.createOrFold<arith::AddIOp>(mapped, constant(lane));
  if (isa<VectorType>(mapped.getType()))
    return vector::ExtractOp::create(b, mapped, lane);
  return mapped;
}

void LaneCloner::cloneElement(ElementOp op) {
  Value array = op.getArray();
  auto getIndices = [&](int64_t lane) {
    return llvm::map_to_vector(
        op.getIndices(), [&](Value index) { return getLane(index, lane); });
  };
  if (llvm::all_of(op.getIndices(), [&](Value v) { return isUniform(v); })) {
    mapping.map(op.getResult(), loadComputeElement(b, op, getIndices(0)));
    return;
  }
  auto type = VectorType::get({lanes}, op.getType());
  if (hasVectorRows(array) && isFirstIndex(op.getIndices().back()) &&
      llvm::all_of(op.getIndices().drop_back(),
                   [&](Value v) { return isUniform(v); })) {
    SmallVector<Value> first = getIndices(0), last = getIndices(lanes - 1);
    checkComputeIndices(b, op, first);
    checkComputeIndices(b, op, last);
    mapping.map(op.getResult(), vector::LoadOp::create(b, type, array, first));
    return;
  }
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < lanes; ++lane)
    elements.push_back(loadComputeElement(b, op, getIndices(lane)));
  mapping.map(op.getResult(),
              vector::FromElementsOp::create(b, type, elements));
}

void LaneCloner::cloneFor(scf::ForOp op) {
  SmallVector<Value> inits = llvm::map_to_vector(
      op.getInitArgs(), [&](Value value) { return getVector(value); });
  auto copy = scf::ForOp::create(
      b, get(op.getLowerBound()), get(op.getUpperBound()), get(op.getStep()),
      inits, /*bodyBuilder=*/nullptr, op.getUnsignedCmp());
  mapping.map(op.getInductionVar(), copy.getInductionVar());
  mapping.map(op.getRegionIterArgs(), copy.getRegionIterArgs());
  mapping.map(op.getResults(), copy.getResults());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copy.getBody());
  clone(*op.getBody());
  SmallVector<Value> yielded = getYielded(*op.getBody());
  // The loop has a terminator already if it has no values.
  if (!yielded.empty())
    scf::YieldOp::create(b, yielded);
}

void LaneCloner::cloneIf(scf::IfOp op) {
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(), [&](Type type) -> Type {
        return VectorType::get({lanes}, type);
      });
  auto copy = scf::IfOp::create(b, types, get(op.getCondition()),
                                /*addThenBlock=*/true,
                                /*addElseBlock=*/op.elseBlock() != nullptr);
  auto cloneBranch = [&](Block *from, Block *to) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(to);
    clone(*from);
    scf::YieldOp::create(b, getYielded(*from));
  };
  cloneBranch(op.thenBlock(), copy.thenBlock());
  if (op.elseBlock())
    cloneBranch(op.elseBlock(), copy.elseBlock());
  mapping.map(op.getResults(), copy.getResults());
}

void LaneCloner::clone(Operation &op) {
  if (auto index = dyn_cast<IndexOp>(op)) {
    mapping.map(index.getResult(), indices[index.getDimension()]);
    if (index.getDimension() == loop)
      firstIndices.insert(index.getResult());
    return;
  }
  if (auto element = dyn_cast<ElementOp>(op))
    return cloneElement(element);
  if (auto forOp = dyn_cast<scf::ForOp>(op))
    return cloneFor(forOp);
  if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return cloneIf(ifOp);
  if (llvm::all_of(op.getOperands(), [&](Value v) { return isUniform(v); })) {
    b.clone(op, mapping);
    return;
  }
  // Indices that differ by one still do after a uniform index is added.
  bool isShift = (isa<arith::AddIOp>(op) && (isUniform(op.getOperand(0)) ||
                                             isUniform(op.getOperand(1)))) ||
                 (isa<arith::SubIOp>(op) && isUniform(op.getOperand(1)));
  if (isShift && llvm::any_of(op.getOperands(),
                              [&](Value v) { return isFirstIndex(v); })) {
    b.clone(op, mapping);
    firstIndices.insert(op.getResult(0));
    return;
  }
  OperationState state(op.getLoc(), op.getName());
  for (Value operand : op.getOperands())
    state.addOperands(getVector(operand));
  state.addTypes(VectorType::get({lanes}, op.getResult(0).getType()));
  state.addAttributes(op.getAttrs());
  mapping.map(op.getResult(0), b.create(state)->getResult(0));
}

void zyn::emitComputeLanes(OpBuilder &builder, ComputeOp op,
                           ArrayRef<Value> indices, unsigned loop,
                           int64_t lanes) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  LaneCloner cloner(b, indices, loop, lanes);
  cloner.clone(*op.getBlock());
  for (auto [i, element] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands())) {
    Value vector = cloner.getVector(element), destination = op.getInits()[i];
    AffineMap map = op.getDestinationMap(i);
    if (hasVectorRows(destination) &&
        map.getDimPosition(map.getNumResults() - 1) == loop) {
      vector::StoreOp::create(b, vector, destination,
                              applyPermutationMap(map, indices));
      continue;
    }
    for (int64_t lane = 0; lane < lanes; ++lane) {
      SmallVector<Value> at(indices);
      at[loop] = b.createOrFold<arith::AddIOp>(
          at[loop], arith::ConstantIndexOp::create(b, lane));
      memref::StoreOp::create(b, vector::ExtractOp::create(b, vector, lane),
                              destination,
                              applyPermutationMap(map, ArrayRef<Value>(at)));
    }
  }
}
