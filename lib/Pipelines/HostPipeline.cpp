//===- HostPipeline.cpp - From tensors to LLVM for the host ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// Lowers ops on buffers to loops, with the outer ones on the runtime's
/// threads.
static void addHostLoops(OpPassManager &manager,
                         const zyn::HostPipelineOptions &options) {
  zyn::ConvertLinalgToHostLoopsOptions loops;
  loops.vectorBytes = options.vectorBytes;
  manager.addPass(zyn::createConvertLinalgToHostLoops(loops));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
  manager.addNestedPass<func::FuncOp>(createForallToParallelLoopPass());
  manager.addPass(zyn::createConvertSCFParallelToRuntime());
}

void zyn::addHostToLLVMPasses(OpPassManager &manager) {
  manager.addPass(createConvertVectorToSCFPass());
  // Lowers affine loops to scf, and the affine.apply ops of view sizes.
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(zyn::createConvertAssertToRuntime());
  manager.addPass(zyn::createConvertZynToRuntime());
  manager.addPass(zyn::createZynExpandDynamicShapes());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(zyn::createConvertMemRefToRuntime());
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createConvertFloat8ToInteger());
  manager.addPass(createConvertMathToPolynomials());
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createConvertMathToLLVMPass());
  // Calls to libm split vectors with ops of the vector dialect.
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createConvertBF16ToInteger());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void zyn::buildZynToLLVMPipeline(OpPassManager &manager,
                                 const HostPipelineOptions &options) {
  buildHostBufferizePipeline(manager);
  manager.addPass(createZynInsertRuntimeChecks());
  manager.addPass(createZynOutlineRepeatedOps());
  manager.addPass(createConvertZynToLinalg());
  // Powers with constant exponents, before bodies are vectorized.
  math::MathExpandOpsPassOptions expand;
  expand.opMnemonics = {"fpowi"};
  manager.addPass(math::createMathExpandOpsPass(expand));
  addHostLoops(manager, options);
  manager.addPass(createZynExportFunctions());
  addHostToLLVMPasses(manager);
  manager.addPass(createZynCheckLowered());
}
