//===- FuseMovedEpilogues.cpp - Epilogues of moved results ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters transpose the heads of an attention and merge them before the next
// op uses its results. A map of these computes the same elements where they
// are, and they are moved afterwards.
//
//===----------------------------------------------------------------------===//

#include "FusePoints.h"
#include "FusedPoints.h"
#include "FusionCosts.h"
#include "TransposingMaps.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNFUSEMOVEDEPILOGUES
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// Several dimensions of a result that became one, outermost first. An empty
/// list stands for a dimension of size 1.
using MergedDimensions = SmallVector<int64_t, 2>;

/// A result of an op, and the ops that move its elements, one after the other.
class MovedResult {
public:
  explicit MovedResult(OpResult result);

  Value getValue() const { return value; }
  bool isMoved() const { return !moves.empty(); }
  /// Returns what the dimensions of the value are merged from.
  ArrayRef<MergedDimensions> getDimensions() const { return dimensions; }
  /// Whether `op`, which uses the value, only moves its elements. If so, its
  /// result is the value from now on.
  bool append(Operation *op);
  /// Moves `tensor`, which has the shape of the result, in the same way.
  Value move(OpBuilder &builder, Location loc, Value tensor) const;
  /// Erases the ops, whose results have no uses.
  void eraseMoves(RewriterBase &rewriter);

private:
  Value value;
  SmallVector<MergedDimensions> dimensions;
  SmallVector<Operation *> moves;
};

/// A map of a moved result, which becomes one of the result itself.
class MapOfMovedResult {
public:
  MapOfMovedResult(MapOp map, OpResult result, const MovedResult &moved)
      : map(map), result(result), moved(moved) {}

  /// Finds how the map reads the result. Returns why it cannot be computed
  /// where the elements of the result are, or "".
  StringRef match();
  /// Whether elements are in other places than those of the result.
  bool isMoved() const { return moved.isMoved() || transposes(); }
  /// Whether the map itself transposes what it reads.
  bool transposes() const { return !access.isIdentity(); }
  /// Creates a map that has the dimensions of the result.
  MapOp create(RewriterBase &rewriter);
  /// Replaces the map by `tensor`, whose elements are moved.
  void replace(RewriterBase &rewriter, Value tensor);

private:
  /// Returns what dimension `dim` of `operand` is merged from.
  const MergedDimensions &getDimensions(OpOperand &operand, unsigned dim);
  /// Returns the sizes of the result, whose op will be erased.
  SmallVector<OpFoldResult> getSizes(OpBuilder &builder);
  /// Creates a view of an input with a dimension for each one of the result
  /// that it depends on. Appends these.
  Value split(OpBuilder &builder, OpOperand &input,
              SmallVectorImpl<AffineExpr> &dims);

  MapOp map;
  OpResult result;
  const MovedResult &moved;
  /// How the map accesses the moved result, and what its loops are merged from.
  AffineMap access;
  SmallVector<MergedDimensions> loops;
};

} // namespace

//===----------------------------------------------------------------------===//
// MovedResult
//===----------------------------------------------------------------------===//

MovedResult::MovedResult(OpResult result) : value(result) {
  int64_t rank = cast<RankedTensorType>(result.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    dimensions.push_back({dim});
}

bool MovedResult::append(Operation *op) {
  SmallVector<MergedDimensions> next;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    for (ArrayRef<int64_t> group : collapse.getReassociationIndices()) {
      MergedDimensions &merged = next.emplace_back();
      for (int64_t dim : group)
        llvm::append_range(merged, dimensions[dim]);
    }
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    // Only with dimensions of size 1.
    next.resize(expand.getResultType().getRank());
    for (auto [dim, group] :
         llvm::enumerate(expand.getReassociationIndices())) {
      auto isLarge = [&](int64_t inResult) {
        return expand.getResultType().getDimSize(inResult) != 1;
      };
      if (llvm::count_if(group, isLarge) > 1)
        return false;
      const auto *found = llvm::find_if(group, isLarge);
      next[found == group.end() ? group.back() : *found] = dimensions[dim];
    }
  } else if (auto map = dyn_cast<MapOp>(op);
             map && isTransposing(map) && map.getInits()[0] != value) {
    next.resize(dimensions.size());
    for (auto [dim, merged] : llvm::enumerate(dimensions))
      next[map.getInputMap(0).getDimPosition(dim)] = merged;
  } else {
    return false;
  }
  dimensions = std::move(next);
  moves.push_back(op);
  value = op->getResult(0);
  return true;
}

/// Returns a destination of `element`s like that of `map`, whose result is not
/// used any more.
static Value getInit(OpBuilder &builder, Location loc, MapOp map,
                     Type element) {
  Value init = map.getInits()[0];
  if (getElementTypeOrSelf(init) == element)
    return init;
  return tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init), element);
}

Value MovedResult::move(OpBuilder &builder, Location loc, Value tensor) const {
  Type element = getElementTypeOrSelf(tensor);
  for (Operation *op : moves) {
    auto type =
        cast<RankedTensorType>(op->getResult(0).getType()).clone(element);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      tensor = tensor::CollapseShapeOp::create(
          builder, loc, type, tensor, collapse.getReassociationIndices());
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      tensor = tensor::ExpandShapeOp::create(builder, loc, type, tensor,
                                             expand.getReassociationIndices(),
                                             expand.getMixedOutputShape());
    else
      tensor = createTransposingMap(
          builder, loc, tensor, cast<MapOp>(op).getInputMap(0),
          getInit(builder, loc, cast<MapOp>(op), element));
  }
  return tensor;
}

void MovedResult::eraseMoves(RewriterBase &rewriter) {
  for (Operation *op : llvm::reverse(moves))
    rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// MapOfMovedResult
//===----------------------------------------------------------------------===//

const MergedDimensions &MapOfMovedResult::getDimensions(OpOperand &operand,
                                                        unsigned dim) {
  auto op = cast<ComputeOpInterface>(map.getOperation());
  return loops[op.getOperandAccess(operand).getMap().getDimPosition(dim)];
}

StringRef MapOfMovedResult::match() {
  if (map->getNumResults() != 1)
    return "an epilogue has a single result";
  if (!map.getBlock()->getOps<IndexOp>().empty())
    return "an epilogue has no indices";
  if (map.getInits()[0] == moved.getValue())
    return "its destination is what another op computes";
  auto op = cast<ComputeOpInterface>(map.getOperation());
  OpOperand *input = nullptr;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (operand->get() != moved.getValue())
      continue;
    AffineMap other = op.getOperandAccess(*operand).getMap();
    if (input && other != access)
      return "it reads its operand at several indices";
    input = operand;
    access = other;
  }
  if (!input || !access.isPermutation())
    return "it reads its operand at other indices than its own";
  loops.resize(access.getNumDims());
  for (auto [dim, merged] : llvm::enumerate(moved.getDimensions()))
    loops[access.getDimPosition(dim)] = merged;

  // If dimensions are split, or a destination is omitted, sizes are not
  // compared any more.
  bool isChecked = !isUnchecked(map);
  auto type = cast<RankedTensorType>(result.getType());
  for (OpOperand &operand : map->getOpOperands()) {
    auto operandType = cast<RankedTensorType>(operand.get().getType());
    AffineMap indices = op.getOperandAccess(operand).getMap();
    for (auto [dim, index] : llvm::enumerate(indices.getResults())) {
      const MergedDimensions &merged = getDimensions(operand, dim);
      bool isSplit = op.isDpsInput(&operand) && merged.size() != 1;
      if (op.isDpsInput(&operand) && !isSplit)
        continue;
      int64_t inMoved = *access.getResultPosition(index);
      if (isChecked &&
          !haveSameSize({&operand, int64_t(dim)}, {input, inMoved}))
        return "sizes are only compared when the program runs";
      // Dynamic sizes of tensor.expand_shape need one of its source.
      bool isDynamic = llvm::any_of(
          merged, [&](int64_t part) { return type.isDynamicDim(part); });
      if (isSplit && isDynamic != operandType.isDynamicDim(dim))
        return "a size is known in one operand only";
    }
  }
  return "";
}

SmallVector<OpFoldResult> MapOfMovedResult::getSizes(OpBuilder &builder) {
  auto op = cast<DestinationStyleOpInterface>(result.getOwner());
  return tensor::getMixedSizes(builder, map.getLoc(),
                               op.getTiedOpOperand(result)->get());
}

Value MapOfMovedResult::split(OpBuilder &builder, OpOperand &input,
                              SmallVectorImpl<AffineExpr> &dims) {
  Value tensor = input.get();
  Location loc = map.getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> old = tensor::getMixedSizes(builder, loc, tensor),
                            all = getSizes(builder), sizes;
  SmallVector<ReassociationIndices> groups;
  llvm::SmallBitVector units(type.getRank());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    const MergedDimensions &merged = getDimensions(input, dim);
    if (merged.empty()) {
      units.set(dim);
      continue;
    }
    ReassociationIndices &group = groups.emplace_back();
    for (int64_t part : merged) {
      group.push_back(sizes.size());
      sizes.push_back(merged.size() == 1 ? old[dim] : all[part]);
      dims.push_back(builder.getAffineDimExpr(part));
    }
  }
  if (units.any())
    tensor = tensor::dropGivenUnitDims(builder, loc, tensor, units);
  if (sizes.size() == groups.size())
    return tensor;
  auto split = RankedTensorType::get(decomposeMixedValues(sizes).first,
                                     type.getElementType());
  return tensor::ExpandShapeOp::create(builder, loc, split, tensor, groups,
                                       sizes);
}

MapOp MapOfMovedResult::create(RewriterBase &rewriter) {
  Location loc = map.getLoc();
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand &input : map.getInputsMutable()) {
    if (input.get() == moved.getValue()) {
      inputs.push_back(result);
      maps.push_back(rewriter.getMultiDimIdentityMap(type.getRank()));
      continue;
    }
    SmallVector<AffineExpr> dims;
    inputs.push_back(split(rewriter, input, dims));
    maps.push_back(
        AffineMap::get(type.getRank(), 0, dims, rewriter.getContext()));
  }
  Value init = map.getInits()[0];
  if (isMoved())
    init = tensor::EmptyOp::create(rewriter, loc, getSizes(rewriter),
                                   getElementTypeOrSelf(init));
  auto created = MapOp::create(rewriter, loc, init.getType(), inputs, init,
                               rewriter.getAffineMapArrayAttr(maps));
  rewriter.cloneRegionBefore(map.getBody(), created.getBody(),
                             created.getBody().begin());
  return created;
}

void MapOfMovedResult::replace(RewriterBase &rewriter, Value tensor) {
  Location loc = map.getLoc();
  tensor = moved.move(rewriter, loc, tensor);
  if (transposes())
    tensor =
        createTransposingMap(rewriter, loc, tensor, access, map.getInits()[0]);
  Type type = map->getResult(0).getType();
  if (tensor.getType() != type)
    tensor = tensor::CastOp::create(rewriter, loc, type, tensor);
  rewriter.replaceOp(map, tensor);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static remark::RemarkOpts epilogueRemark() {
  return remark::RemarkOpts::name("MovedEpilogue")
      .category("zyn-fuse-moved-epilogues");
}

namespace {
/// Keeps why a match failed last, and the ops that were created in a block.
class Attempt : public RewriterBase::Listener {
public:
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> getReason) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    getReason(diagnostic);
    reason = diagnostic.str();
  }
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (op->getBlock() == block)
      created.push_back(op);
  }

  void start(Block *in) {
    block = in;
    created.clear();
  }
  /// Erases what was created since then.
  void undo() {
    for (Operation *op : llvm::reverse(created))
      op->erase();
    created.clear();
  }
  const std::string &getReason() const { return reason; }

private:
  Block *block = nullptr;
  SmallVector<Operation *> created;
  std::string reason;
};

struct FuseMovedEpilogues
    : mlir::zyn::impl::ZynFuseMovedEpiloguesBase<FuseMovedEpilogues> {
  void runOnOperation() override {
    SmallVector<EpilogueOpInterface> ops;
    getOperation()->walk([&](EpilogueOpInterface op) {
      if (op->getNumResults() == 1 &&
          isa<RankedTensorType>(op->getResult(0).getType()))
        ops.push_back(op);
    });
    Attempt attempt;
    IRRewriter rewriter(&getContext(), &attempt);
    for (EpilogueOpInterface op : ops)
      while (op)
        op = fuseMap(rewriter, attempt, op);
  }

private:
  /// Fuses the next map of the moved results of `op` with it. Returns the fused
  /// op, or null if there is none.
  EpilogueOpInterface fuseMap(RewriterBase &rewriter, Attempt &attempt,
                              EpilogueOpInterface op);
};
} // namespace

/// Returns the only op that uses `value` if it is in the same block, or null.
static Operation *getOnlyUser(Value value) {
  if (value.use_empty() || !llvm::all_equal(value.getUsers()))
    return nullptr;
  Operation *user = *value.user_begin();
  return user->getBlock() == value.getParentBlock() ? user : nullptr;
}

EpilogueOpInterface FuseMovedEpilogues::fuseMap(RewriterBase &rewriter,
                                                Attempt &attempt,
                                                EpilogueOpInterface op) {
  OpResult result = op->getResult(0);
  MovedResult moved(result);
  Operation *user = getOnlyUser(result);
  while (user && moved.append(user))
    user = getOnlyUser(moved.getValue());
  auto map = dyn_cast_if_present<MapOp>(user);
  if (!map)
    return nullptr;
  Location loc = map.getLoc();
  attempt.start(map->getBlock());
  auto refuse = [&](const std::string &reason) {
    attempt.undo();
    remark::missed(loc, epilogueRemark()) << remark::reason("{0}", reason);
    return nullptr;
  };
  MapOfMovedResult moving(map, result, moved);
  if (StringRef obstacle = moving.match(); !obstacle.empty())
    return refuse(obstacle.str());
  // Otherwise, the elements would be moved in another kernel.
  auto computeOp = cast<ComputeOpInterface>(op.getOperation());
  if (moving.transposes() &&
      !computeOp.acceptsPermutedDimensions(
          *computeOp.getDpsInitOperand(result.getResultNumber())))
    return refuse("it transposes its operand, which the op that computes it is "
                  "slower at");
  rewriter.setInsertionPoint(map);
  MapOp own = moving.create(rewriter);
  FailureOr<Operation *> made = fuseEpilogue(rewriter, own, op);
  if (failed(made))
    return refuse(attempt.getReason());
  auto fused = cast<EpilogueOpInterface>(*made);
  int64_t before =
      FusionCosts::getEpilogueOp(op) +
      FusionCosts::getPoints(cast<ComputeOpInterface>(map.getOperation()));
  int64_t after = FusionCosts::getEpilogueOp(fused);
  if (after >= before)
    return refuse(llvm::formatv("the fused op would take {0} units of time, "
                                "both ops take {1}",
                                after, before));
  rewriter.eraseOp(own);
  moving.replace(rewriter, fused->getResult(0));
  moved.eraseMoves(rewriter);
  rewriter.eraseOp(op);
  remark::passed(loc, epilogueRemark()) << remark::reason(
      "became a part of the epilogue of the op whose moved results it reads, "
      "which takes {0} units of time instead of {1}",
      after, before);
  return fused;
}
