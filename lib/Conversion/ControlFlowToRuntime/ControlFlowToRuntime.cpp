//===- ControlFlowToRuntime.cpp - Lowers assertions to runtime calls ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Conversion/RuntimeFailures/RuntimeFailures.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTASSERTTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

struct ConvertAssertToRuntime
    : mlir::zyn::impl::ConvertAssertToRuntimeBase<ConvertAssertToRuntime> {
  void runOnOperation() override {
    SmallVector<cf::AssertOp> assertions;
    getOperation()->walk(
        [&](cf::AssertOp assertion) { assertions.push_back(assertion); });
    if (assertions.empty())
      return;

    OpBuilder builder(&getContext());
    auto fail = declareRuntimeFunction<decltype(zynrtFail)>(
        builder, getOperation(), "zynrtFail");
    if (failed(fail))
      return signalPassFailure();
    markAsFailure(*fail);
    RuntimeMessages messages(getOperation());
    for (cf::AssertOp assertion : assertions) {
      Location loc = assertion.getLoc();
      LLVM::GlobalOp message = messages.get(loc, assertion.getMsg());
      auto emitFailure = [&](OpBuilder &builder) {
        Value text = LLVM::AddressOfOp::create(builder, loc, message);
        LLVM::CallOp::create(builder, loc, *fail, text);
      };
      if (failed(replaceByFailure(builder, assertion, assertion.getArg(),
                                  emitFailure)))
        return signalPassFailure();
    }
  }
};

} // namespace
