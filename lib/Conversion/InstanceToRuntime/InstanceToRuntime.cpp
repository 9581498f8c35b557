//===- InstanceToRuntime.cpp - Lowers instances for the host---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"
#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTINSTANCETORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

class ConvertInstanceToRuntime
    : public zyn::impl::ConvertInstanceToRuntimeBase<ConvertInstanceToRuntime> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkInstances(module)))
      return signalPassFailure();
    RuntimeLowering lowering(module);
    // References are pointers.
    convertReferences(module, LLVM::LLVMPointerType::get(&getContext()));
    lowerFunctions(module, lowering);
    buildHostInterface(module, lowering);
    // The layout has all that is left to know about declarations, whose names
    // may be those of functions of the runtime.
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa<instance::InstanceDialect>(op.getDialect()))
        op.erase();
    lowering.declareRuntime(module);

    RewritePatternSet patterns(&getContext());
    populateCallPatterns(patterns, lowering);
    populateEnvironmentPatterns(patterns, lowering);
    populateGlobalPatterns(patterns, lowering);
    populateMemoryPatterns(patterns, lowering);
    populateTablePatterns(patterns, lowering);
    populateTrapPatterns(patterns, lowering);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                           func::FuncDialect, LLVM::LLVMDialect>();
    target.addIllegalDialect<instance::InstanceDialect>();
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
  }
};

} // namespace
