//===- Functions.cpp - Functions of a GPU module---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "mlir/Analysis/CallGraph.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::zyn;
using func::FuncOp;

void zyn::moveFunctions(ModuleOp module, const DeviceLowering &lowering) {
  MLIRContext *context = module.getContext();
  const Type added[] = {LLVM::LLVMPointerType::get(context, kLocalSpace),
                        LLVM::LLVMPointerType::get(context, kGlobalSpace)};
  for (FuncOp function : llvm::make_early_inc_range(module.getOps<FuncOp>())) {
    function->moveBefore(lowering.device.getBody(),
                         lowering.device.getBody()->end());
    function.setName(getCodeName(function.getName()));
    // Until the kernel calls it.
    function.setPublic();
    disableTailCalls(function);
    SmallVector<Type> inputs(added, std::end(added));
    llvm::append_range(inputs, function.getArgumentTypes());
    function.setFunctionType(
        FunctionType::get(context, inputs, function.getResultTypes()));
    for (unsigned i = 0; i < std::size(added); ++i)
      function.front().insertArgument(i, added[i], function.getLoc());
    function.walk([&](func::CallOp call) {
      call.setCallee(getCodeName(call.getCallee()));
      call->insertOperands(0, function.getArguments().take_front(2));
    });
  }
}

/// Traps if the frame of the function is below the limit. What fits between the
/// limit and the end of the stack are frames of functions that are not
/// recursive, and the present one.
static void checkStack(FuncOp function, const DeviceLowering &lowering) {
  Operation &first = function.front().front();
  OpBuilder insertion(&first);
  DeviceBuilder builder(insertion, &first, lowering);
  builder.setLoc(function.getLoc());
  Value one = builder.buildI64(1);
  Value slot = LLVM::AllocaOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI64Type(), one);
  Value address = LLVM::PtrToIntOp::create(builder, builder.getI64Type(), slot);
  Value limit = builder.loadFrame(builder.getI64Type(), kFrameStackLimit);
  builder.trapIf(builder.compare(arith::CmpIPredicate::ult, address, limit),
                 instance::TrapKind::stack_exhausted);
}

void zyn::checkRecursion(const DeviceLowering &lowering) {
  const CallGraph graph(lowering.device);
  SmallVector<FuncOp> recursive;
  for (auto cycle = llvm::scc_begin(&graph); !cycle.isAtEnd(); ++cycle) {
    if (!cycle.hasCycle())
      continue;
    for (CallGraphNode *node : *cycle)
      if (!node->isExternal())
        if (auto function =
                dyn_cast<FuncOp>(node->getCallableRegion()->getParentOp()))
          recursive.push_back(function);
  }
  for (FuncOp function : recursive)
    checkStack(function, lowering);
}

/// By how much the cost of inlining a function is multiplied. LLVM inlines
/// functions of GPUs 11 times as readily as others, which doubles the code of
/// larger programs and triples the time in which the driver compiles it.
static constexpr char inlineCostFactor[] = "4";

void zyn::addAttribute(FuncOp function, Attribute attribute) {
  SmallVector<Attribute> attributes;
  if (auto present = function->getAttrOfType<ArrayAttr>("passthrough"))
    llvm::append_range(attributes, present);
  attributes.push_back(attribute);
  function->setAttr("passthrough",
                    ArrayAttr::get(function.getContext(), attributes));
}

void zyn::hideFunctions(const DeviceLowering &lowering) {
  Builder builder(lowering.device.getContext());
  Attribute internal =
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal);
  for (auto function : lowering.device.getOps<FuncOp>()) {
    function.setPrivate();
    function->setAttr("llvm.linkage", internal);
    addAttribute(function,
                 builder.getStrArrayAttr(
                     {"function-inline-cost-multiplier", inlineCostFactor}));
  }
}
