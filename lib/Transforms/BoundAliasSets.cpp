//===- BoundAliasSets.cpp - Limits what bufferization compares ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNBOUNDALIASSETS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the only op that uses `value`, or null if there is none or more than
/// one.
static Operation *getOnlyUser(Value value) {
  if (value.use_empty() || !llvm::all_equal(value.getUsers()))
    return nullptr;
  return *value.user_begin();
}

static bool isInput(OpOperand &use) {
  auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return op && !op.isDpsInit(&use);
}

/// Creates a buffer for `value` at the insertion point.
static Value createBuffer(OpBuilder &builder, Value value, bool isReadOnly) {
  auto type = bufferization::getMemRefTypeWithStaticIdentityLayout(
      cast<TensorType>(value.getType()));
  return bufferization::ToBufferOp::create(builder, value.getLoc(), type, value,
                                           isReadOnly);
}

static Value createTensor(OpBuilder &builder, Value buffer, Type type,
                          bool isWritable) {
  return bufferization::ToTensorOp::create(
      builder, buffer.getLoc(), type, buffer, /*restrict=*/true, isWritable);
}

namespace {

struct ZynBoundAliasSets : zyn::impl::ZynBoundAliasSetsBase<ZynBoundAliasSets> {
  using ZynBoundAliasSetsBase::ZynBoundAliasSetsBase;

  void runOnOperation() override {
    if (maxUses == 0 || maxChain == 0) {
      emitError(getOperation()->getLoc())
          << "expected max-uses and max-chain of 1 or more, found 0";
      return signalPassFailure();
    }
    // The length of the chain of in-place ops that ends in a value and starts
    // with a destination that nothing else can refer to, or that must be copied
    // first.
    llvm::DenseMap<Value, unsigned> lengths;
    SmallVector<Value> read, ends;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op)) {
        for (BlockArgument argument : function.getArguments())
          if (isReadOnly(function, argument))
            read.push_back(argument);
        return;
      }
      auto compute = dyn_cast<DestinationStyleOpInterface>(op);
      if (!compute || !compute.hasPureTensorSemantics())
        return;
      for (OpResult result : op->getResults()) {
        Value destination = compute.getTiedOpOperand(result)->get();
        unsigned length = lengths.lookup(destination);
        if (isReadOnlyArgument(destination) ||
            (destination.getDefiningOp<tensor::EmptyOp>() &&
             destination.hasOneUse()))
          length = 1;
        else if (length && getOnlyUser(destination))
          length = length % maxChain + 1;
        else
          continue;
        lengths[result] = length;
        if (llvm::all_of(result.getUses(), isInput))
          read.push_back(result);
        else if (length == maxChain && isOnlyDestination(result))
          ends.push_back(result);
      }
    });
    for (Value value : read)
      splitReads(value);
    for (Value value : ends)
      splitChain(value);
  }

private:
  static bool isReadOnly(func::FuncOp function, BlockArgument argument) {
    auto isWritable = function.getArgAttrOfType<BoolAttr>(
        argument.getArgNumber(),
        bufferization::BufferizationDialect::kWritableAttrName);
    return isa<RankedTensorType>(argument.getType()) && isWritable &&
           !isWritable.getValue();
  }

  static bool isReadOnlyArgument(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || !argument.getOwner()->isEntryBlock())
      return false;
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function && isReadOnly(function, argument);
  }

  /// Whether the only user of `value` is in its block and writes to it.
  static bool isOnlyDestination(Value value) {
    Operation *user = getOnlyUser(value);
    return user && user->getBlock() == value.getParentBlock() &&
           isa<DestinationStyleOpInterface>(user);
  }

  /// Gives every `maxUses` ops that read `value`, which nothing writes to,
  /// their own tensor on its buffer.
  void splitReads(Value value) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses())
      if (isInput(use))
        uses.push_back(&use);
    if (uses.size() <= maxUses)
      return;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    Value buffer = createBuffer(builder, value, /*isReadOnly=*/true);
    Value tensor;
    for (auto [i, use] : llvm::enumerate(uses)) {
      if (i % maxUses == 0)
        tensor = createTensor(builder, buffer, value.getType(),
                              /*isWritable=*/false);
      use->set(tensor);
    }
  }

  /// Ends the alias set of `value`, whose only user writes to it.
  static void splitChain(Value value) {
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    Value buffer = createBuffer(builder, value, /*isReadOnly=*/false);
    Value tensor =
        createTensor(builder, buffer, value.getType(), /*isWritable=*/true);
    value.replaceAllUsesExcept(tensor, buffer.getDefiningOp());
  }
};

} // namespace
