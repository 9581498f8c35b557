//===- GroupHeads.cpp - Attention to keys that heads share ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters repeat the keys and values of groups of heads, as in "GQA: Training
// Generalized Multi-Query Transformer Models from Multi-Head Checkpoints"
// (Ainslie et al., 2023), since their attention has no groups.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNGROUPHEADS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// The dimension of `batch x groups x repeats x keys x features` along which
/// nothing changes.
static constexpr int64_t kRepeats = 2;

/// Whether no result of `map`, which only one op uses, depends on its index
/// along the repeats.
static bool isRepeated(MapOp map) {
  if (!llvm::all_equal(map->getUsers()))
    return false;
  for (unsigned i = 0, e = map.getInputs().size(); i < e; ++i)
    if (map.getInputMap(i).isFunctionOfDim(kRepeats))
      return false;
  return llvm::none_of(map.getBlock()->getOps<IndexOp>(), [](IndexOp index) {
    return index.getDimension() == kRepeats;
  });
}

static bool isRepeated(Value tensor) {
  if (!tensor.hasOneUse())
    return false;
  if (auto map = tensor.getDefiningOp<MapOp>())
    return isRepeated(map);
  auto concat = tensor.getDefiningOp<tensor::ConcatOp>();
  return concat && concat.getDim() != kRepeats &&
         llvm::all_of(concat.getInputs(),
                      [](Value part) { return isRepeated(part); });
}

/// Returns the tensor whose groups `keys`, or values, repeat for each head, if
/// it is known to do so; null otherwise.
static Value findRepeated(Value keys) {
  auto collapse = keys.getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || !collapse->hasOneUse())
    return Value();
  RankedTensorType type = collapse.getSrcType();
  SmallVector<ReassociationIndices> expected = {{0}, {1, 2}, {3}, {4}};
  if (collapse.getReassociationIndices() != expected ||
      type.isDynamicDim(kRepeats) || type.getDimSize(kRepeats) < 2 ||
      !isRepeated(collapse.getSrc()))
    return Value();
  return collapse.getSrc();
}

template <typename Range>
static auto dropRepeats(const Range &range) {
  auto kept = llvm::to_vector(range);
  kept.erase(kept.begin() + kRepeats);
  return kept;
}

namespace {
/// Computes tensors without the dimension of the repeats.
class Grouping {
public:
  explicit Grouping(RewriterBase &rewriter) : rewriter(rewriter) {}

  Value compute(Value tensor);

private:
  MapOp compute(MapOp map);

  RewriterBase &rewriter;
  DenseMap<Operation *, MapOp> maps;
};
} // namespace

MapOp Grouping::compute(MapOp map) {
  MapOp &grouped = maps[map];
  if (grouped)
    return grouped;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(map);
  Location loc = map.getLoc();
  SmallVector<AffineMap> accesses;
  unsigned numLoops = map.getNumLoops();
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    loops.push_back(getAffineDimExpr(loop - (loop > kRepeats ? 1 : 0),
                                     rewriter.getContext()));
  for (unsigned i = 0, e = map.getInputs().size(); i < e; ++i)
    accesses.push_back(
        map.getInputMap(i).replaceDimsAndSymbols(loops, {}, numLoops - 1, 0));
  SmallVector<Value> inits;
  for (Value init : map.getInits())
    inits.push_back(tensor::EmptyOp::create(
        rewriter, loc, dropRepeats(tensor::getMixedSizes(rewriter, loc, init)),
        cast<RankedTensorType>(init.getType()).getElementType()));
  grouped = MapOp::create(rewriter, loc, TypeRange(ValueRange(inits)),
                          map.getInputs(), inits,
                          rewriter.getAffineMapArrayAttr(accesses));
  rewriter.cloneRegionBefore(map.getBody(), grouped.getBody(),
                             grouped.getBody().begin());
  for (auto index : grouped.getBlock()->getOps<IndexOp>())
    if (int64_t dim = index.getDimension(); dim > kRepeats)
      index.setDimension(dim - 1);
  return grouped;
}

Value Grouping::compute(Value tensor) {
  if (auto map = tensor.getDefiningOp<MapOp>())
    return compute(map)->getResult(cast<OpResult>(tensor).getResultNumber());
  auto concat = tensor.getDefiningOp<tensor::ConcatOp>();
  int64_t dim = concat.getDim();
  SmallVector<Value> parts;
  for (Value part : concat.getInputs())
    parts.push_back(compute(part));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(concat);
  return tensor::ConcatOp::create(rewriter, concat.getLoc(),
                                  dim > kRepeats ? dim - 1 : dim, parts);
}

/// Erases `op`, and what it was computed from, if nothing uses it.
static void eraseUnused(RewriterBase &rewriter, Operation *op) {
  if (!op || !op->use_empty() ||
      !isa<MapOp, tensor::ConcatOp, tensor::CollapseShapeOp>(op))
    return;
  llvm::SmallSetVector<Operation *, 4> producers;
  if (!isa<MapOp>(op))
    for (Value operand : op->getOperands())
      producers.insert(operand.getDefiningOp());
  rewriter.eraseOp(op);
  for (Operation *producer : producers)
    eraseUnused(rewriter, producer);
}

static void groupHeads(RewriterBase &rewriter, AttentionOp attention) {
  Value keys = findRepeated(attention.getKeys()),
        values = findRepeated(attention.getValues());
  if (!keys || !values)
    return;
  auto getRepeats = [](Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getDimSize(kRepeats);
  };
  int64_t repeats = getRepeats(keys);
  if (getRepeats(values) != repeats)
    return;
  Grouping grouping(rewriter);
  Operation *replaced[] = {attention.getKeys().getDefiningOp(),
                           attention.getValues().getDefiningOp()};
  rewriter.modifyOpInPlace(attention, [&] {
    attention.getKeysMutable().assign(grouping.compute(keys));
    attention.getValuesMutable().assign(grouping.compute(values));
    attention.setGroupSize(attention.getGroupSize() * repeats);
  });
  for (Operation *op : replaced)
    eraseUnused(rewriter, op);
  remark::passed(
      attention.getLoc(),
      remark::RemarkOpts::name("GroupHeads").category("zyn-group-heads"))
      << remark::reason("{0} heads share keys and values, which were repeated",
                        repeats);
}

namespace {
struct GroupHeads : zyn::impl::ZynGroupHeadsBase<GroupHeads> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](AttentionOp attention) { groupHeads(rewriter, attention); });
  }
};
} // namespace
