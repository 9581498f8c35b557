//===- Functions.cpp - Checks, types and names of functions ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/InstanceLowering/InstanceLowering.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

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

LogicalResult zyn::checkInstances(ModuleOp module) {
  return failure(failed(checkRegions(module)) ||
                 failed(checkFunctions(module)));
}

void zyn::convertReferences(ModuleOp module, Type type) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([type](Type replaced) -> std::optional<Type> {
    if (instance::isReference(replaced))
      return type;
    return std::nullopt;
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

std::string zyn::getCodeName(StringRef name) {
  std::string text = "instance.";
  for (unsigned char c : name) {
    if (llvm::isPrint(c) && c != '%')
      text += c;
    else
      text += '%' + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
  }
  return text;
}

void zyn::disableTailCalls(func::FuncOp function) {
  Builder builder(function.getContext());
  function->setAttr("passthrough", builder.getArrayAttr(builder.getStrArrayAttr(
                                       {"disable-tail-calls", "true"})));
}
