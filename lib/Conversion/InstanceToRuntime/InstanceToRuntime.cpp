//===- InstanceToRuntime.cpp - Lowers instances for the host---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceLowering.h"
#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTINSTANCETORUNTIME
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Lowerings split blocks, so ops must be in the blocks of functions.
static LogicalResult checkRegions(ModuleOp module) {
  auto result = module.walk([](Operation *op) {
    if (!isa_and_nonnull<instance::InstanceDialect>(op->getDialect()) ||
        isa<ModuleOp, func::FuncOp>(op->getParentOp()))
      return WalkResult::advance();
    op->emitOpError("expected to be in a block of a function: run "
                    "--convert-scf-to-cf first");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Arguments and results are passed in slots of 64 bits.
static LogicalResult checkFunctions(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      return function.emitOpError(
          "expected a body: functions of the host are declared by "
          "instance.host_function");
    FunctionType type = function.getFunctionType();
    for (Type part :
         llvm::concat<const Type>(type.getInputs(), type.getResults()))
      if (!instance::isReference(part) &&
          !(part.isIntOrFloat() && part.getIntOrFloatBitWidth() <= 64))
        return function.emitOpError("expected numbers of at most 64 bits and "
                                    "references, found ")
               << part;
  }
  return success();
}

/// References are pointers.
static void convertTypes(ModuleOp module) {
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  AttrTypeReplacer replacer;
  replacer.addReplacement([pointer](Type type) -> std::optional<Type> {
    if (instance::isReference(type))
      return pointer;
    return std::nullopt;
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

namespace {

class ConvertInstanceToRuntime
    : public zyn::impl::ConvertInstanceToRuntimeBase<ConvertInstanceToRuntime> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkRegions(module)) || failed(checkFunctions(module)))
      return signalPassFailure();
    InstanceLowering lowering(module);
    convertTypes(module);
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
