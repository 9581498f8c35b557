//===- NVVMToPTX.cpp - Translates GPU modules to PTX ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpaqueNegations.h"

#include "Zyn/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "llvm/IR/Module.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTNVVMTOPTX
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

namespace {
struct ConvertNVVMToPTX
    : mlir::zyn::impl::ConvertNVVMToPTXBase<ConvertNVVMToPTX> {
  void runOnOperation() override {
    // Not before LLVM's optimizations, which would combine the operands of a
    // max differently, and not for new GPUs alone, since the driver compiles
    // PTX for an older GPU to code for the present one.
    auto hideNegations = [](llvm::Module &module) {
      for (llvm::Function &function : module)
        mlir::zyn::makeNegationsOpaque(function);
    };
    gpu::TargetOptions options(
        /*toolkitPath=*/{}, /*librariesToLink=*/{}, /*cmdOptions=*/{},
        /*elfSection=*/{}, gpu::CompilationTarget::Assembly,
        /*getSymbolTableCallback=*/{}, /*initialLlvmIRCallback=*/{},
        /*linkedLlvmIRCallback=*/{},
        /*optimizedLlvmIRCallback=*/hideNegations);
    if (failed(gpu::transformGpuModulesToBinaries(getOperation(),
                                                  /*handler=*/nullptr,
                                                  options)))
      signalPassFailure();
  }
};
} // namespace
