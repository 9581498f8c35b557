//===- ZynToRuntime.cpp - Lowers assertions to runtime calls --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"

#include "Zyn/Conversion/RuntimeCalls.h"
#include "Zyn/Conversion/RuntimeFailures/RuntimeFailures.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Runtime/CABI.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTZYNTORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Stores the values of the message in an array on the stack.
static Value storeValues(OpBuilder &builder, AssertOp assertion) {
  Location loc = assertion.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type word = builder.getI64Type();
  Value count = LLVM::ConstantOp::create(
      builder, loc, word,
      builder.getI64IntegerAttr(assertion.getValues().size()));
  Value array = LLVM::AllocaOp::create(builder, loc, pointer, word, count);
  for (auto [i, value] : llvm::enumerate(assertion.getValues())) {
    Value stored = arith::IndexCastOp::create(builder, loc, word, value);
    Value address =
        LLVM::GEPOp::create(builder, loc, pointer, word, array,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(builder, loc, stored, address);
  }
  return array;
}

namespace {
struct ConvertZynToRuntime
    : mlir::zyn::impl::ConvertZynToRuntimeBase<ConvertZynToRuntime> {
  void runOnOperation() override {
    SmallVector<AssertOp> assertions;
    getOperation()->walk(
        [&](AssertOp assertion) { assertions.push_back(assertion); });
    if (assertions.empty())
      return;

    OpBuilder builder(&getContext());
    auto fail = declareRuntimeFunction<decltype(zynrtFailWithValues)>(
        builder, getOperation(), "zynrtFailWithValues");
    if (failed(fail))
      return signalPassFailure();
    markAsFailure(*fail);
    RuntimeMessages messages(getOperation());
    for (AssertOp assertion : assertions) {
      Location loc = assertion.getLoc();
      LLVM::GlobalOp message =
          messages.get(loc, AssertOp::escape(getErrorPrefix(loc)) +
                                assertion.getMessage().str());
      auto emitFailure = [&](OpBuilder &builder) {
        Value text = LLVM::AddressOfOp::create(builder, loc, message);
        Value values = storeValues(builder, assertion);
        LLVM::CallOp::create(builder, loc, *fail, ValueRange{text, values});
      };
      if (failed(replaceByFailure(builder, assertion, assertion.getCondition(),
                                  emitFailure)))
        return signalPassFailure();
    }
  }
};
} // namespace
