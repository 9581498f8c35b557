//===- BufferResultsToArguments.cpp - Buffers of callers ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNBUFFERRESULTSTOARGUMENTS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns the functions with results, with the ops that take their addresses.
/// Upstream's passes also drop results that are not buffers.
static llvm::MapVector<func::FuncOp, SmallVector<func::ConstantOp>>
findAddresses(ModuleOp module, const SymbolTable &symbols) {
  llvm::MapVector<func::FuncOp, SmallVector<func::ConstantOp>> addresses;
  module.walk([&](func::ConstantOp address) {
    auto function = symbols.lookup<func::FuncOp>(address.getValue());
    if (function && !function.isExternal() && function.getNumResults() != 0)
      addresses[function].push_back(address);
  });
  return addresses;
}

/// Creates a private function of the same type that calls `function`. Its
/// results are casts to their own types: upstream's pass would drop those that
/// turn out to be arguments.
static func::FuncOp createIndirect(func::FuncOp function,
                                   SymbolTable &symbols) {
  Location loc = function.getLoc();
  auto indirect =
      func::FuncOp::create(loc, (function.getName() + "_indirect").str(),
                           function.getFunctionType());
  indirect.setPrivate();
  OpBuilder builder = OpBuilder::atBlockBegin(indirect.addEntryBlock());
  auto call =
      func::CallOp::create(builder, loc, function, indirect.getArguments());
  SmallVector<Value> results;
  for (Value result : call.getResults())
    results.push_back(UnrealizedConversionCastOp::create(
                          builder, loc, result.getType(), result)
                          .getResult(0));
  func::ReturnOp::create(builder, loc, results);
  symbols.insert(indirect, std::next(function->getIterator()));
  return indirect;
}

namespace {
struct BufferResultsToArguments
    : mlir::zyn::impl::ZynBufferResultsToArgumentsBase<
          BufferResultsToArguments> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    llvm::SmallSetVector<func::FuncOp, 4> indirects;
    for (auto &[function, addresses] : findAddresses(module, symbols)) {
      func::FuncOp indirect = createIndirect(function, symbols);
      indirects.insert(indirect);
      for (func::ConstantOp address : addresses)
        address.setValueAttr(FlatSymbolRefAttr::get(indirect));
    }
    bufferization::BufferResultsToOutParamsOpts options;
    options.filterFn = [&](func::FuncOp *function) {
      return !indirects.contains(*function);
    };
    options.addResultAttribute = true;
    options.hoistStaticAllocs = true;
    options.modifyPublicFunctions = true;
    if (failed(bufferization::dropEquivalentBufferResults(module)) ||
        failed(bufferization::promoteBufferResultsToOutParams(module, options)))
      return signalPassFailure();
    for (func::FuncOp indirect : indirects)
      for (auto cast : llvm::make_early_inc_range(
               indirect.getOps<UnrealizedConversionCastOp>())) {
        cast.getResult(0).replaceAllUsesWith(cast.getOperand(0));
        cast.erase();
      }
  }
};
} // namespace
