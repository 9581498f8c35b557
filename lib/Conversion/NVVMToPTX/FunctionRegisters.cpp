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

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

#include <algorithm>

using namespace llvm;
namespace limits = ::zyn::limits;

/// With more of them, programs in Rust take an eighth more time; with fewer,
/// they spill (H200).
static constexpr unsigned many = 4 * limits::registersPerMultiprocessor /
                                 limits::maxThreadsPerMultiprocessor,
                          few = many / 4;

unsigned mlir::zyn::getRegisterLimit(const Function &kernel) {
  if (uint64_t limit = kernel.getFnAttributeAsParsedInteger("nvvm.maxnreg"))
    return limit;
  uint64_t resident = std::max<uint64_t>(
      kernel.getFnAttributeAsParsedInteger("nvvm.minctasm"), 1);
  for (StringRef size :
       split(kernel.getFnAttribute("nvvm.maxntid").getValueAsString(), ',')) {
    uint64_t threads;
    if (!size.getAsInteger(10, threads))
      resident *= threads;
  }
  return std::clamp<uint64_t>(limits::registersPerMultiprocessor / resident,
                              limits::minRegistersPerThread,
                              limits::maxRegistersPerThread);
}

void mlir::zyn::limitFunctionRegisters(Module &module) {
  unsigned limit = many;
  bool hasFunctions = false, areRare = true;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (function.getCallingConv() == CallingConv::PTX_Kernel) {
      if (!function.hasFnAttribute("nvvm.maxntid"))
        return;
      limit = std::min(limit, getRegisterLimit(function));
      continue;
    }
    hasFunctions = true;
    areRare &= function.hasFnAttribute(llvm::Attribute::Cold) ||
               function.hasFnAttribute("zyn-few-registers");
  }
  if (!hasFunctions)
    return;
  if (areRare)
    limit = std::min(limit, few);
  auto *type = llvm::Type::getInt32Ty(module.getContext());
  constexpr unsigned globalSpace = 1;
  new GlobalVariable(
      module, type, /*isConstant=*/true, GlobalValue::ExternalLinkage,
      ConstantInt::get(type, limit), ::zyn::runtime::functionRegistersName,
      /*InsertBefore=*/nullptr, GlobalValue::NotThreadLocal, globalSpace);
}
