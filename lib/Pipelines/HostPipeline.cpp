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
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static void addCriticalPathPasses(OpPassManager &manager,
                                  zyn::HostLibrary library) {
  manager.addPass(zyn::createZynSerializeLoops());
  zyn::ZynHoistAllocationsOptions hoist;
  // No function in between may allocate what a C program calls.
  hoist.modifyPublicFunctions = library == zyn::HostLibrary::C;
  manager.addPass(zyn::createZynHoistAllocations(hoist));
  manager.addNestedPass<func::FuncOp>(zyn::createZynHoistChecks());
  manager.addNestedPass<func::FuncOp>(zyn::createZynPrefetchIndirect());
}

/// Lowers ops on buffers to loops, with the outer ones on the runtime's
/// threads, if there is a runtime.
static void addHostLoops(OpPassManager &manager,
                         const zyn::HostPipelineOptions &options,
                         zyn::HostLibrary library) {
  zyn::ConvertLinalgToHostLoopsOptions loops;
  loops.vectorBytes = options.vectorBytes;
  manager.addPass(zyn::createConvertLinalgToHostLoops(loops));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
  addCriticalPathPasses(manager, library);
  if (library == zyn::HostLibrary::C) {
    manager.addNestedPass<func::FuncOp>(createForallToForLoopPass());
    manager.addNestedPass<func::FuncOp>(createParallelForToNestedForsPass());
    return;
  }
  manager.addNestedPass<func::FuncOp>(createForallToParallelLoopPass());
  manager.addPass(zyn::createZynPromoteTaskBuffers());
  manager.addPass(zyn::createConvertSCFParallelToRuntime());
}

void zyn::buildCriticalPathPipeline(OpPassManager &manager) {
  // The other pipelines do so before they convert tensors to buffers.
  manager.addPass(createZynRejectRecursion());
  manager.addPass(createZynInline());
  addCriticalPathPasses(manager, HostLibrary::Runtime);
}

void zyn::addHostToLLVMPasses(OpPassManager &manager, HostLibrary library) {
  manager.addPass(createConvertVectorToSCFPass());
  // Lowers affine loops to scf, and the affine.apply ops of view sizes.
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(zyn::createConvertAssertToRuntime());
  manager.addPass(zyn::createConvertZynToRuntime());
  manager.addPass(zyn::createZynExpandDynamicShapes());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  if (library == HostLibrary::Runtime)
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
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useAlignedAlloc = true;
  manager.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createConvertBF16ToInteger());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createZynCheckConstraints());
  manager.addPass(createZynLowerConstraints());
}

void zyn::addBuffersToLoopsPasses(OpPassManager &manager,
                                  const HostPipelineOptions &options,
                                  HostLibrary library) {
  manager.addPass(zyn::createZynInsertRuntimeChecks());
  manager.addPass(zyn::createZynOutlineRepeatedOps());
  manager.addPass(zyn::createConvertZynToLinalg());
  // Before bodies are vectorized.
  manager.addPass(zyn::createZynExpandMath());
  addHostLoops(manager, options, library);
}

/// Lowers functions on buffers and loops to the LLVM dialect.
static void addLoopsToLLVMPasses(OpPassManager &manager,
                                 zyn::HostLibrary library) {
  manager.addPass(library == zyn::HostLibrary::C
                      ? zyn::createZynExportToC()
                      : zyn::createZynExportFunctions());
  zyn::addHostToLLVMPasses(manager, library);
  manager.addPass(zyn::createZynCheckLowered());
}

void zyn::buildZynToLLVMPipeline(OpPassManager &manager,
                                 const HostPipelineOptions &options) {
  buildHostBufferizePipeline(manager);
  addBuffersToLoopsPasses(manager, options, HostLibrary::Runtime);
  addLoopsToLLVMPasses(manager, HostLibrary::Runtime);
}

void zyn::addCSignatureToLLVMPasses(OpPassManager &manager) {
  addLoopsToLLVMPasses(manager, HostLibrary::C);
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
}
