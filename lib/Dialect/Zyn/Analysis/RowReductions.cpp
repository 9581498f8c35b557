//===- RowReductions.cpp - Reductions of the rows of products -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/RowReductions.h"

#include "Zyn/Dialect/Zyn/Analysis/BufferWrites.h"
#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<Type> RowReduction::getTypes() const {
  return llvm::to_vector(elements->front().getTerminator()->getOperandTypes());
}

//===----------------------------------------------------------------------===//
// What is reduced
//===----------------------------------------------------------------------===//

/// Copies the constants from outside that `region` uses. Returns whether it
/// uses nothing else from there.
static bool copyConstants(OpBuilder &builder, Region &region,
                          IRMapping &mapping) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(region, captured);
  bool areConstants = true;
  for (Value value : captured)
    if (matchPattern(value, m_Constant()))
      builder.clone(*value.getDefiningOp(), mapping);
    else
      areConstants = false;
  return areConstants;
}

/// Returns a copy of `region`, which has one block, or null if it uses values
/// from outside that are not constants.
static std::unique_ptr<Region> copyRegion(Region &region) {
  auto copy = std::make_unique<Region>();
  Block &block = copy->emplaceBlock(), &source = region.front();
  OpBuilder builder(region.getContext());
  builder.setInsertionPointToStart(&block);
  IRMapping mapping;
  for (BlockArgument argument : source.getArguments())
    mapping.map(argument,
                block.addArgument(argument.getType(), argument.getLoc()));
  if (!copyConstants(builder, region, mapping))
    return nullptr;
  for (Operation &op : source)
    builder.clone(op, mapping);
  return copy;
}

/// Creates the body of `RowReduction::elements` for elements of `operand`.
static std::unique_ptr<Region> createElements(OpOperand &operand) {
  auto region = std::make_unique<Region>();
  region->emplaceBlock().addArgument(
      cast<ShapedType>(operand.get().getType()).getElementType(),
      operand.getOwner()->getLoc());
  return region;
}

static std::optional<RowReduction> getRowReduction(ReduceOp op,
                                                   OpOperand &operand) {
  std::unique_ptr<Region> combiner = copyRegion(op.getCombiner());
  if (!combiner ||
      !llvm::is_contained(op.getDimensions(), op.getNumLoops() - 1))
    return std::nullopt;
  RowReduction reduction{&operand, createElements(operand), {}, false};
  reduction.combiners.push_back(std::move(combiner));
  Block &block = reduction.elements->front();
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToStart(&block);
  SmallVector<Value> yielded;
  for (auto [i, type] : llvm::enumerate(op.getAccumulatorTypes())) {
    Value value = block.getArgument(0);
    if (i != operand.getOperandNumber()) {
      MapOp generator = findGenerator(op, i);
      if (!generator)
        return std::nullopt;
      IRMapping mapping;
      copyConstants(builder, generator.getBody(), mapping);
      for (Operation &inner : generator.getBlock()->without_terminator())
        builder.clone(inner, mapping);
      value = mapping.lookupOrDefault(
          generator.getBlock()->getTerminator()->getOperand(0));
    }
    if (value.getType() != type)
      value = arith::ExtFOp::create(builder, op.getLoc(), type, value);
    yielded.push_back(value);
  }
  YieldOp::create(builder, op.getLoc(), yielded);
  return reduction;
}

/// Whether `value` of the body of `op` is computed from an element of `operand`
/// and indices alone. Adds the ops that compute it.
static bool isComputedFrom(RowsOp op, OpOperand &operand, Value value,
                           llvm::SetVector<Operation *> &ops) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == op.getBlock() &&
           argument.getArgNumber() == operand.getOperandNumber();
  Operation *definition = value.getDefiningOp();
  if (definition->getBlock() != op.getBlock())
    return matchPattern(value, m_Constant());
  if (ops.contains(definition))
    return true;
  if (isa<ReduceRowOp>(definition) || definition->getNumRegions() != 0 ||
      !isMemoryEffectFree(definition) ||
      !llvm::all_of(definition->getOperands(), [&](Value used) {
        return isComputedFrom(op, operand, used, ops);
      }))
    return false;
  ops.insert(definition);
  return true;
}

static std::optional<RowReduction> getRowReduction(RowsOp op,
                                                   OpOperand &operand) {
  unsigned last = op.getNumLoops() - 1;
  if (op.getDimensions() != ArrayRef<int64_t>(last) ||
      !op.getInputMap(operand.getOperandNumber()).isIdentity())
    return std::nullopt;
  for (unsigned i = 0, e = op.getInits().size(); i < e; ++i)
    if (!op.isPerRow(i))
      return std::nullopt;
  for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
    if (i != operand.getOperandNumber() &&
        op.getInputMap(i).isFunctionOfDim(last))
      return std::nullopt;
  RowReduction reduction{&operand, createElements(operand), {}, false};
  SmallVector<Value> reduced;
  llvm::SetVector<Operation *> ops;
  for (auto reduce : op.getBlock()->getOps<ReduceRowOp>()) {
    reduction.combiners.push_back(copyRegion(reduce.getCombiner()));
    for (Value element : reduce.getElements()) {
      if (!isComputedFrom(op, operand, element, ops))
        return std::nullopt;
      reduced.push_back(element);
    }
  }
  if (reduced.empty())
    return std::nullopt;
  Block &block = reduction.elements->front();
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToStart(&block);
  IRMapping mapping;
  mapping.map(op.getBlock()->getArgument(operand.getOperandNumber()),
              block.getArgument(0));
  copyConstants(builder, op.getBody(), mapping);
  for (Operation *inner : ops)
    builder.clone(*inner, mapping);
  YieldOp::create(builder, op.getLoc(),
                  llvm::map_to_vector(reduced, [&](Value value) {
                    return mapping.lookupOrDefault(value);
                  }));
  return reduction;
}

//===----------------------------------------------------------------------===//
// Finding it
//===----------------------------------------------------------------------===//

/// Adds the uses of `buffer`, and of views of it that have the same rows.
static void addUses(Value buffer, SmallVectorImpl<OpOperand *> &uses) {
  auto columns = [](Value value) {
    auto type = cast<MemRefType>(value.getType());
    return type.getRank() == 0 ? 1 : type.getShape().back();
  };
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    if (isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(user) &&
        columns(user->getResult(0)) == columns(buffer))
      addUses(user->getResult(0), uses);
    else
      uses.push_back(&use);
  }
}

static std::optional<RowReduction> getRowReduction(OpOperand &use) {
  auto op = dyn_cast<ComputeOpInterface>(use.getOwner());
  if (!op || op.isDpsInit(&use) ||
      llvm::count(op->getOperands(), use.get()) != 1 ||
      !cast<MemRefType>(use.get().getType()).hasStaticShape())
    return std::nullopt;
  if (auto reduce = dyn_cast<ReduceOp>(*op))
    return getRowReduction(reduce, use);
  if (auto rows = dyn_cast<RowsOp>(*op))
    return getRowReduction(rows, use);
  return std::nullopt;
}

std::optional<RowReduction>
mlir::zyn::findRowReduction(ProductOpInterface product) {
  Value result = product.getInit();
  auto type = cast<MemRefType>(result.getType());
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      product.getAccumulate())
    return std::nullopt;
  SmallVector<OpOperand *> uses;
  addUses(result, uses);
  std::optional<RowReduction> found;
  bool hasOthers = !result.getDefiningOp<memref::AllocOp>();
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    if (user == product || isa<memref::DimOp, memref::DeallocOp>(user))
      continue;
    if (!found && !mayWriteBetween(product, user, use->get()))
      if ((found = getRowReduction(*use)))
        continue;
    hasOthers = true;
  }
  if (found)
    found->isOnlyReader = !hasOthers;
  return found;
}

//===----------------------------------------------------------------------===//
// Reducing strips instead
//===----------------------------------------------------------------------===//

/// Makes `op` reduce strips instead of the elements of `operand`.
static void setStrips(RewriterBase &rewriter, RowsOp op, OpOperand &operand,
                      ValueRange strips) {
  unsigned number = operand.getOperandNumber();
  SmallVector<Value> inputs;
  SmallVector<Attribute> maps;
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (i != number) {
      inputs.push_back(input);
      maps.push_back(AffineMapAttr::get(op.getInputMap(i)));
    }
  Block *block = op.getBlock();
  for (auto reduce : block->getOps<ReduceRowOp>())
    for (OpOperand &element : reduce.getElementsMutable()) {
      inputs.push_back(strips.front());
      strips = strips.drop_front();
      maps.push_back(AffineMapAttr::get(
          rewriter.getMultiDimIdentityMap(op.getNumLoops())));
      element.set(block->addArgument(element.get().getType(), op.getLoc()));
    }
  // What computed the elements is dead.
  for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&inner))
      rewriter.eraseOp(&inner);
  block->eraseArgument(number);
  op.getInputsMutable().assign(inputs);
  op.setIndexingMapsAttr(rewriter.getArrayAttr(maps));
}

void mlir::zyn::setStrips(RewriterBase &rewriter, RowReduction &reduction,
                          ValueRange strips) {
  Operation *op = reduction.operand->getOwner();
  rewriter.modifyOpInPlace(op, [&] {
    if (auto rows = dyn_cast<RowsOp>(op))
      ::setStrips(rewriter, rows, *reduction.operand, strips);
    else
      cast<ReduceOp>(op).getInputsMutable().assign(strips);
  });
}
