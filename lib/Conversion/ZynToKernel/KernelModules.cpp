//===- KernelModules.cpp - Modules of generated kernels -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModules.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::zyn;

/// The name of the `gpu.module` of generated kernels.
static constexpr StringLiteral kModuleName = "zyn_kernels";

/// Sets the level of optimization, which is a part of the target. The other
/// parts are set later.
static void setOptimizationLevel(gpu::GPUModuleOp module) {
  unsigned level = getOptimizationLevel(module->getParentOfType<ModuleOp>());
  if (level < 3)
    module.setTargetsAttr(
        ArrayAttr::get(module.getContext(),
                       NVVM::NVVMTargetAttr::get(module.getContext(), level)));
}

KernelModules::KernelModule &KernelModules::getModuleFor(Operation *source) {
  auto host = source->getParentOfType<ModuleOp>();
  std::unique_ptr<KernelModule> &entry = modules[host];
  if (entry)
    return *entry;
  auto module = host.lookupSymbol<gpu::GPUModuleOp>(kModuleName);
  if (!module) {
    OpBuilder builder = OpBuilder::atBlockBegin(host.getBody());
    host->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
    module = gpu::GPUModuleOp::create(builder, host.getLoc(), kModuleName);
    setOptimizationLevel(module);
  }
  entry = std::make_unique<KernelModule>(module);
  return *entry;
}

/// Returns a name for kernels of `source` that is valid in PTX.
static std::string getBaseName(Operation *source) {
  auto parent = source->getParentOfType<FunctionOpInterface>();
  std::string name =
      (parent.getName() + "_" + source->getName().stripDialect()).str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  if (llvm::isDigit(name.front()))
    name.insert(0, "_");
  return name;
}

gpu::GPUFuncOp KernelModules::addKernel(Operation *source, FunctionType type) {
  KernelModule &kernels = getModuleFor(source);
  std::string base = getBaseName(source), name;
  unsigned &number = kernels.numbers[base];
  do {
    name = base + "_" + std::to_string(number++);
  } while (kernels.symbols.lookup(name));

  OpBuilder builder = OpBuilder::atBlockEnd(kernels.module.getBody());
  auto kernel = gpu::GPUFuncOp::create(builder, source->getLoc(), name, type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernels.symbols.insert(kernel);
  added.push_back(kernel);
  return kernel;
}
