//===- FunctionRegisters.cpp - Registers of called functions --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionRegisters.h"

#include "Zyn/Runtime/PTXEntries.h"
#include "Zyn/Support/GPULimits.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;
namespace limits = ::zyn::limits;

static bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::PTX_Kernel;
}

/// With more of them, programs in Rust take an eighth more time; with less,
/// they spill (H200).
static constexpr unsigned many = 4 * limits::registersPerMultiprocessor /
                                 limits::maxThreadsPerMultiprocessor,
                          few = many / 4;

void mlir::zyn::limitFunctionRegisters(Module &module) {
  bool hasFunctions = false, areRare = true;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (isKernel(function)) {
      if (!function.hasFnAttribute("nvvm.maxntid"))
        return;
      continue;
    }
    hasFunctions = true;
    areRare &= function.hasFnAttribute(llvm::Attribute::Cold) ||
               function.hasFnAttribute("zyn-few-registers");
  }
  if (!hasFunctions)
    return;
  auto *type = llvm::Type::getInt32Ty(module.getContext());
  constexpr unsigned globalSpace = 1;
  new GlobalVariable(
      module, type, /*isConstant=*/true, GlobalValue::ExternalLinkage,
      ConstantInt::get(type, areRare ? few : many),
      ::zyn::runtime::functionRegistersName,
      /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal, globalSpace);
}
