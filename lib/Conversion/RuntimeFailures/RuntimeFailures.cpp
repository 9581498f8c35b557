//===- RuntimeFailures.cpp - Calls that end the program -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/RuntimeFailures/RuntimeFailures.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

LLVM::GlobalOp zyn::RuntimeMessages::get(Location loc, StringRef text) {
  LLVM::GlobalOp &message = messages[text];
  if (message)
    return message;
  OpBuilder builder(symbols.getOp()->getContext());
  std::string terminated = text.str();
  for (char &c : terminated)
    if (llvm::isASCII(c) && !llvm::isPrint(c))
      c = ' ';
  terminated.push_back('\0');
  message = LLVM::GlobalOp::create(
      builder, loc,
      LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal, "zyn_message",
      builder.getStringAttr(terminated));
  symbols.insert(message, cast<ModuleOp>(symbols.getOp()).getBody()->begin());
  return message;
}

void zyn::markAsFailure(LLVM::LLVMFuncOp function) {
  Builder builder(function.getContext());
  function.setPassthroughAttr(builder.getStrArrayAttr({"cold", "noreturn"}));
}

LogicalResult
zyn::replaceByFailure(OpBuilder &builder, Operation *assertion, Value condition,
                      function_ref<void(OpBuilder &builder)> emitFailure) {
  Operation *parent = assertion->getParentOp();
  if (!isa<FunctionOpInterface>(parent))
    return assertion->emitOpError("is inside '")
           << parent->getName()
           << "', which cannot contain a branch; lower structured control flow "
              "first";
  Location loc = assertion->getLoc();
  Block *block = assertion->getBlock();
  Block *next = block->splitBlock(assertion->getNextNode());
  Block *failed = builder.createBlock(block->getParent());
  emitFailure(builder);
  LLVM::UnreachableOp::create(builder, loc);
  builder.setInsertionPoint(assertion);
  cf::CondBranchOp::create(builder, loc, condition, next, failed);
  assertion->erase();
  return success();
}
