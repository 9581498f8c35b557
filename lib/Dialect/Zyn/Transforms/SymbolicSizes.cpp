//===- SymbolicSizes.cpp - Checks sizes with names ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is bound by the first dimension that has it in a function. Further
// dimensions that have it are compared with the first one where it dominates
// them. Otherwise, such as in two branches of which one is executed, they bind
// the name again.
//
//===----------------------------------------------------------------------===//

#include "SymbolicSizes.h"
#include "RemovedChecks.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/Support/FormatVariadic.h"

#include <deque>

using namespace mlir;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// Upper bounds
//===----------------------------------------------------------------------===//

LogicalResult SizeMaxima::add(Value value) {
  ShapeAttr shape = getShapeEncoding(value.getType());
  if (!shape)
    return success();
  for (auto [name, max] : llvm::zip(shape.getNames(), shape.getMaxima())) {
    if (!max)
      continue;
    int64_t first = maxima.try_emplace(name, max).first->second;
    if (first != max)
      return emitError(value.getLoc())
             << "expected one 'max' for " << name << " in a function, found "
             << first << " and " << max;
  }
  return success();
}

LogicalResult SizeMaxima::collect(FunctionOpInterface function) {
  WalkResult walk = function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto addAll = [&](ValueRange values) {
      return success(
          llvm::all_of(values, [&](Value x) { return succeeded(add(x)); }));
    };
    if (failed(addAll(op->getResults())))
      return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(addAll(block.getArguments())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {

/// A dimension of a tensor.
struct Dimension {
  Value tensor;
  int64_t dim = 0;

  int64_t getStaticSize() const {
    return cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  }
  bool isStatic() const { return !ShapedType::isDynamic(getStaticSize()); }
  Value getSize(OpBuilder &builder, Location loc) const {
    return builder.createOrFold<tensor::DimOp>(loc, tensor, dim);
  }
  std::string describe() const;
};

/// The first dimension with each name, and the first static one.
struct Names {
  using Table = llvm::ScopedHashTable<StringAttr, Dimension>;
  struct Scope {
    explicit Scope(Names &names)
        : all(names.all), staticOnes(names.staticOnes) {}
    Table::ScopeTy all, staticOnes;
  };
  Table all, staticOnes;
};

/// Inserts the checks of a function.
class SizeChecks {
public:
  SizeChecks(FunctionOpInterface function, const SizeMaxima &maxima)
      : maxima(maxima), builder(function->getContext(), &removed) {}

  LogicalResult visit(Region &region);

  /// Removes the checks if the function is `unchecked`.
  void removeIfUnchecked(FunctionOpInterface function) {
    removed.removeIfUnchecked(function);
    removed.report();
  }

private:
  LogicalResult visitBlocks(Region &region);
  LogicalResult visit(Block &block);
  LogicalResult visit(Value value);
  LogicalResult checkStatic(StringAttr name, const Dimension &found);
  void insertEqual(StringAttr name, const Dimension &found,
                   const Dimension &first);
  void insertMax(StringAttr name, const Dimension &found);

  const SizeMaxima &maxima;
  RemovedChecks removed;
  OpBuilder builder;
  DominanceInfo dominance;
  Names names;
};

} // namespace

std::string Dimension::describe() const {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return llvm::formatv(
        "dimension {0} of {1} #{2}", dim,
        argument.getOwner()->isEntryBlock() &&
                isa<FunctionOpInterface>(argument.getOwner()->getParentOp())
            ? "argument"
            : "block argument",
        argument.getArgNumber());
  auto result = cast<OpResult>(tensor);
  if (result.getOwner()->getNumResults() == 1)
    return llvm::formatv("dimension {0} of the result of '{1}'", dim,
                         result.getOwner()->getName());
  return llvm::formatv("dimension {0} of result #{1} of '{2}'", dim,
                       result.getResultNumber(), result.getOwner()->getName());
}

static const char *const kOneSize =
    "expected '{0}' to be one size, found {1} in {2} and {3} in {4}";
static const char *const kAtMost =
    "expected '{0}' to be at most {1}, found {2} in {3}";

LogicalResult SizeChecks::visit(Region &region) {
  if (region.empty())
    return success();
  if (!region.hasOneBlock())
    return visitBlocks(region);
  Names::Scope scope(names);
  return visit(region.front());
}

/// Visits blocks in preorder of the dominator tree, with a stack, since the
/// tree may be deep.
LogicalResult SizeChecks::visitBlocks(Region &region) {
  struct Entry {
    Entry(Names &names, DominanceInfoNode *node)
        : scope(names), node(node), next(node->begin()) {}
    Names::Scope scope;
    DominanceInfoNode *node;
    DominanceInfoNode::const_iterator next;
  };
  std::deque<Entry> path;
  path.emplace_back(names, dominance.getRootNode(&region));
  LogicalResult result = visit(region.front());
  while (!path.empty()) {
    Entry &top = path.back();
    if (failed(result) || top.next == top.node->end()) {
      path.pop_back();
      continue;
    }
    DominanceInfoNode *child = *top.next++;
    path.emplace_back(names, child);
    result = visit(*child->getBlock());
  }
  return result;
}

LogicalResult SizeChecks::visit(Block &block) {
  builder.setInsertionPointToStart(&block);
  for (BlockArgument argument : block.getArguments())
    if (failed(visit(argument)))
      return failure();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    for (Region &region : op.getRegions())
      if (!op.hasTrait<OpTrait::IsIsolatedFromAbove>() && failed(visit(region)))
        return failure();
    builder.setInsertionPointAfter(&op);
    auto destinationOp = dyn_cast<DestinationStyleOpInterface>(op);
    for (OpResult result : op.getResults())
      // A result has the sizes of its destination.
      if (!(destinationOp && destinationOp.getTiedOpOperand(result)) &&
          failed(visit(result)))
        return failure();
  }
  return success();
}

LogicalResult SizeChecks::visit(Value value) {
  ShapeAttr shape = getShapeEncoding(value.getType());
  if (!shape)
    return success();
  for (auto [dim, name] : llvm::enumerate(shape.getNames())) {
    if (name.empty())
      continue;
    Dimension dimension{value, static_cast<int64_t>(dim)};
    if (dimension.isStatic() && failed(checkStatic(name, dimension)))
      return failure();
    Dimension first = names.all.lookup(name);
    if (!first.tensor)
      names.all.insert(name, dimension);
    if (first.tensor)
      insertEqual(name, dimension, first);
    else
      insertMax(name, dimension);
  }
  return success();
}

LogicalResult SizeChecks::checkStatic(StringAttr name, const Dimension &found) {
  Location loc = found.tensor.getLoc();
  int64_t size = found.getStaticSize();
  if (std::optional<int64_t> max = maxima.lookup(name); max && size > *max)
    return emitError(loc) << llvm::formatv(kAtMost, name.getValue(), *max, size,
                                           found.describe());
  Dimension first = names.staticOnes.lookup(name);
  if (!first.tensor) {
    names.staticOnes.insert(name, found);
    return success();
  }
  if (first.getStaticSize() == size)
    return success();
  InFlightDiagnostic error =
      emitError(loc) << llvm::formatv(kOneSize, name.getValue(),
                                      first.getStaticSize(), first.describe(),
                                      size, found.describe());
  error.attachNote(first.tensor.getLoc()) << "the first one is here";
  return error;
}

void SizeChecks::insertEqual(StringAttr name, const Dimension &found,
                             const Dimension &first) {
  if (found.isStatic() && first.isStatic())
    return;
  Location loc = found.tensor.getLoc();
  Value size = found.getSize(builder, loc),
        expected = first.getSize(builder, loc);
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        size, expected);
  AssertOp::create(builder, loc, isEqual,
                   llvm::formatv(kOneSize, AssertOp::escape(name), "{0}",
                                 first.describe(), "{1}", found.describe())
                       .str(),
                   ValueRange{expected, size});
}

void SizeChecks::insertMax(StringAttr name, const Dimension &found) {
  std::optional<int64_t> max = maxima.lookup(name);
  if (!max || found.isStatic())
    return;
  Location loc = found.tensor.getLoc();
  Value size = found.getSize(builder, loc);
  Value limit = arith::ConstantIndexOp::create(builder, loc, *max);
  Value isBelow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                        size, limit);
  AssertOp::create(builder, loc, isBelow,
                   llvm::formatv(kAtMost, AssertOp::escape(name), *max, "{0}",
                                 found.describe())
                       .str(),
                   ValueRange{size});
}

LogicalResult zyn::insertSizeChecks(FunctionOpInterface function,
                                    const SizeMaxima &maxima) {
  SizeChecks checks(function, maxima);
  if (failed(checks.visit(function.getFunctionBody())))
    return failure();
  checks.removeIfUnchecked(function);
  return success();
}
