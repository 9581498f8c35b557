//===- InitAll.cpp - Registers all dialects and passes --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/InitAll.h"

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/IR/LaunchEffects.h"
#include "Zyn/Dialect/Kernel/Transforms/Passes.h"
#include "Zyn/Dialect/TMTensor/IR/TMTensor.h"
#include "Zyn/Dialect/VM/IR/VM.h"
#include "Zyn/Dialect/VM/Transforms/OpInterfaces.h"
#include "Zyn/Dialect/VM/Transforms/Passes.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/BufferizableOpInterfaceImpl.h"
#include "Zyn/Dialect/Zyn/Transforms/FusableOpInterfaceImpl.h"
#include "Zyn/Dialect/Zyn/Transforms/MatrixFormatOpInterfaceImpl.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "Zyn/Dialect/Zyn/Transforms/TensorEvaluationImpl.h"
#include "Zyn/Dialect/Zyn/Transforms/TilingInterfaceImpl.h"
#include "Zyn/Pipelines/Pipelines.h"
#include "Zyn/Transforms/Passes.h"
#include "Zyn/Transforms/RegionLoops.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"

void zyn::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::instance::InstanceDialect, mlir::kernel::KernelDialect,
                  mlir::tm_tensor::TMTensorDialect, mlir::vm::VMDialect,
                  mlir::zyn::ZynDialect>();
  mlir::zyn::registerBufferizableOpInterfaceExternalModels(registry);
  mlir::zyn::registerFusableOpInterfaceExternalModels(registry);
  mlir::zyn::registerMatrixFormatOpInterfaceExternalModels(registry);
  mlir::zyn::registerTensorEvaluation(registry);
  mlir::zyn::registerTilingInterfaceExternalModels(registry);
  mlir::kernel::registerLaunchEffects(registry);
  mlir::vm::registerOpInterfaces(registry);
  mlir::zyn::registerUnrollableLoops(registry);
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
  mlir::NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

void zyn::registerAllPasses() {
  mlir::registerAllPasses();
  mlir::kernel::registerKernelTransformsPasses();
  mlir::vm::registerVMTransformsPasses();
  mlir::zyn::registerTransformsPasses();
  mlir::zyn::registerZynConversionPasses();
  mlir::zyn::registerZynTransformsPasses();
  mlir::zyn::registerPipelines();
}
