//===- InstancePipeline.cpp - From instances to LLVM for the host----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void zyn::buildInstanceToLLVMPipeline(OpPassManager &manager) {
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertInstanceToRuntime());
  // Not the passes of tensor programs, which expand functions in ways that do
  // not keep NaNs and signed zeros apart.
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createZynCheckLowered());
}
