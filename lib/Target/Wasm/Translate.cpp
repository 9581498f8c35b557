//===- Translate.cpp - Translation of WebAssembly--------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Wasm/Translate.h"
#include "Zyn/Target/Wasm/Import.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static OwningOpRef<Operation *> importWasm(llvm::SourceMgr &sources,
                                           MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  std::string error;
  OwningOpRef<ModuleOp> module = wasm::importModule(
      buffer->getBuffer(), buffer->getBufferIdentifier(), context, error);
  if (module)
    return module.release().getOperation();
  llvm::errs() << error << "\n";
  return nullptr;
}

void wasm::registerWasmTranslation() {
  // Upstream's translation of the same name, which does not read loads, stores
  // or branches by table, is not registered.
  TranslateToMLIRRegistration toInstance(
      "import-wasm", "Import a WebAssembly module into the instance dialect",
      importWasm, [](DialectRegistry &registry) {
        registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                        func::FuncDialect, instance::InstanceDialect,
                        math::MathDialect>();
      });
}
