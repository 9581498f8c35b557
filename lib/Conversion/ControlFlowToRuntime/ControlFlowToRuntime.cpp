//===- ControlFlowToRuntime.cpp - Lowers assertions to runtime calls ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTASSERTTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {

/// Creates the module's message strings, without duplicates.
class Messages {
public:
  explicit Messages(ModuleOp module) : symbols(module) {}

  LLVM::GlobalOp get(Location loc, StringRef text) {
    LLVM::GlobalOp &message = messages[text];
    if (message)
      return message;
    OpBuilder builder(symbols.getOp()->getContext());
    std::string terminated = text.str();
    // The runtime prints the message on one line.
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

private:
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> messages;
};

struct ConvertAssertToRuntime
    : mlir::zyn::impl::ConvertAssertToRuntimeBase<ConvertAssertToRuntime> {
  void runOnOperation() override {
    SmallVector<cf::AssertOp> assertions;
    getOperation()->walk(
        [&](cf::AssertOp assertion) { assertions.push_back(assertion); });
    if (assertions.empty())
      return;

    OpBuilder builder(&getContext());
    auto fail = mlir::zyn::declareRuntimeFunction<decltype(zynrtFail)>(
        builder, getOperation(), "zynrtFail");
    if (failed(fail))
      return signalPassFailure();
    Messages messages(getOperation());
    for (cf::AssertOp assertion : assertions) {
      if (!isa<FunctionOpInterface>(assertion->getParentOp())) {
        assertion.emitOpError("is inside '")
            << assertion->getParentOp()->getName()
            << "', which cannot contain a branch; lower structured control "
               "flow first";
        return signalPassFailure();
      }
      convert(builder, assertion, *fail,
              messages.get(assertion.getLoc(), assertion.getMsg()));
    }
  }

  static void convert(OpBuilder &builder, cf::AssertOp assertion,
                      LLVM::LLVMFuncOp fail, LLVM::GlobalOp message) {
    Location loc = assertion.getLoc();
    Block *block = assertion->getBlock();
    Block *next = block->splitBlock(assertion->getNextNode());
    Block *failed = builder.createBlock(block->getParent());
    Value text = LLVM::AddressOfOp::create(builder, loc, message);
    LLVM::CallOp::create(builder, loc, fail, text);
    LLVM::UnreachableOp::create(builder, loc);
    builder.setInsertionPoint(assertion);
    cf::CondBranchOp::create(builder, loc, assertion.getArg(), next, failed);
    assertion.erase();
  }
};

} // namespace
