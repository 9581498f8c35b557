//===- RowReductions.cpp - Reductions of the rows of results --------------===//
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

/// Starts the description of a reduction of input `number` of `op`.
static RowReduction startReduction(ComputeOpInterface op, unsigned number) {
  RowReduction reduction;
  reduction.op = op;
  reduction.input = number;
  reduction.elements = std::make_unique<Region>();
  reduction.elements->emplaceBlock().addArgument(
      reduction.getInputType().getElementType(), op.getLoc());
  return reduction;
}

static bool isPureBody(Block &block) {
  return llvm::all_of(block.without_terminator(),
                      [](Operation &op) { return isPure(&op); });
}

static std::optional<RowReduction> getRowReduction(ReduceOp op,
                                                   unsigned number) {
  std::unique_ptr<Region> combiner = copyRegion(op.getCombiner());
  if (!combiner || op.getNumLoops() == 0 ||
      !llvm::is_contained(op.getDimensions(), op.getNumLoops() - 1))
    return std::nullopt;
  RowReduction reduction = startReduction(op, number);
  reduction.combiners.push_back(std::move(combiner));
  Block &block = reduction.elements->front();
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToStart(&block);
  SmallVector<Value> yielded;
  for (auto [i, type] : llvm::enumerate(op.getAccumulatorTypes())) {
    Value value = block.getArgument(0);
    if (i != number) {
      MapOp generator = findGenerator(op, i);
      if (!generator || !isPureBody(*generator.getBlock()))
        return std::nullopt;
      // All that generators use are constants.
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

/// Whether `value` of the body of `op` is computed from an element of input
/// `number` and indices alone. Adds the ops that compute it.
static bool isComputedFrom(RowsOp op, unsigned number, Value value,
                           llvm::SetVector<Operation *> &ops) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == op.getBlock() &&
           argument.getArgNumber() == number;
  Operation *definition = value.getDefiningOp();
  if (definition->getBlock() != op.getBlock())
    return matchPattern(value, m_Constant());
  if (ops.contains(definition))
    return true;
  if (isa<ReduceRowOp>(definition) || definition->getNumRegions() != 0 ||
      !isPure(definition) ||
      !llvm::all_of(definition->getOperands(), [&](Value used) {
        return isComputedFrom(op, number, used, ops);
      }))
    return false;
  ops.insert(definition);
  return true;
}

static std::optional<RowReduction> getRowReduction(RowsOp op, unsigned number) {
  unsigned last = op.getNumLoops() - 1;
  if (op.getDimensions() != ArrayRef<int64_t>(last) ||
      !op.getInputMap(number).isIdentity())
    return std::nullopt;
  for (unsigned i = 0, e = op.getInits().size(); i < e; ++i)
    if (!op.isPerRow(i))
      return std::nullopt;
  for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
    if (i != number && op.getInputMap(i).isFunctionOfDim(last))
      return std::nullopt;
  RowReduction reduction = startReduction(op, number);
  SmallVector<Value> reduced;
  llvm::SetVector<Operation *> ops;
  for (auto reduce : op.getBlock()->getOps<ReduceRowOp>()) {
    // It uses nothing from outside.
    reduction.combiners.push_back(copyRegion(reduce.getCombiner()));
    for (Value element : reduce.getElements()) {
      if (!isComputedFrom(op, number, element, ops))
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
  mapping.map(op.getBlock()->getArgument(number), block.getArgument(0));
  // What else the body uses from outside, its other ops use.
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

/// The ops after the one with the result, and the uses of its result, that are
/// looked at.
static constexpr unsigned kMostOpsAfter = 64, kMostUses = 64;

static int64_t getNumColumns(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.getRank() == 0 ? 1 : type.getShape().back();
}

/// Whether `view` has the rows of the buffer that it is a view of.
static bool hasSameRows(Operation *view) {
  return isa<memref::ExpandShapeOp, memref::CollapseShapeOp>(view) &&
         getNumColumns(view->getResult(0)) ==
             getNumColumns(view->getOperand(0));
}

/// Returns the buffer that `value` is a view of with the same rows.
static Value getBufferOfRows(Value value) {
  while (Operation *view = value.getDefiningOp()) {
    if (!hasSameRows(view))
      break;
    value = view->getOperand(0);
  }
  return value;
}

/// Adds the uses of `buffer`, and of views of it that have the same rows.
/// Returns false if there are many.
static bool addUses(Value buffer, SmallVectorImpl<OpOperand *> &uses) {
  for (OpOperand &use : buffer.getUses()) {
    if (uses.size() == kMostUses)
      return false;
    Operation *user = use.getOwner();
    if (!hasSameRows(user))
      uses.push_back(&use);
    else if (!addUses(user->getResult(0), uses))
      return false;
  }
  return true;
}

/// Returns the reduction of the rows of `result` that `op` performs, if it
/// does.
static std::optional<RowReduction> getRowReduction(Operation *op,
                                                   Value result) {
  auto compute = dyn_cast<ComputeOpInterface>(op);
  if (!compute || !isa<ReduceOp, RowsOp>(op))
    return std::nullopt;
  SmallVector<unsigned> inputs;
  for (OpOperand &operand : op->getOpOperands())
    if (getBufferOfRows(operand.get()) == result) {
      if (compute.isDpsInit(&operand))
        return std::nullopt;
      inputs.push_back(operand.getOperandNumber());
    }
  if (inputs.size() != 1 ||
      !cast<MemRefType>(op->getOperand(inputs[0]).getType()).hasStaticShape())
    return std::nullopt;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return getRowReduction(reduce, inputs[0]);
  return getRowReduction(cast<RowsOp>(op), inputs[0]);
}

/// Whether only `writer` writes and `op` reads `result`.
static bool isOnlyReader(Operation *op, Operation *writer, Value result) {
  SmallVector<OpOperand *> uses;
  return result.getDefiningOp<memref::AllocOp>() && addUses(result, uses) &&
         llvm::all_of(uses, [&](OpOperand *use) {
           Operation *user = use->getOwner();
           return user == op || user == writer ||
                  isa<memref::DimOp, memref::DeallocOp>(user);
         });
}

std::optional<RowReduction>
mlir::zyn::findRowReduction(EpilogueOpInterface writer) {
  Value result = writer.getInit();
  auto type = cast<MemRefType>(result.getType());
  Region &epilogue = writer.getEpilogue();
  // The epilogue, too, may be executed for elements that do not exist.
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      writer.getAccumulate() ||
      (!epilogue.empty() && !isPureBody(epilogue.front())))
    return std::nullopt;
  Operation *op = writer->getNextNode();
  for (unsigned i = 0; op && i < kMostOpsAfter; ++i, op = op->getNextNode()) {
    if (std::optional<RowReduction> found = getRowReduction(op, result)) {
      found->isOnlyReader = isOnlyReader(op, writer, result);
      return found;
    }
    if (mayWrite(op, result))
      return std::nullopt;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reducing strips instead
//===----------------------------------------------------------------------===//

/// Makes `op` reduce strips instead of the elements of input `number`.
static void setStrips(RewriterBase &rewriter, RowsOp op, unsigned number,
                      ValueRange strips) {
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
  Operation *op = reduction.op;
  rewriter.modifyOpInPlace(op, [&] {
    if (auto rows = dyn_cast<RowsOp>(op))
      ::setStrips(rewriter, rows, reduction.input, strips);
    else
      cast<ReduceOp>(op).getInputsMutable().assign(strips);
  });
}
