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
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

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

mlir::zyn::FunctionRegisters::FunctionRegisters(const Module &part) {
  for (const Function &function : part) {
    if (function.isDeclaration())
      continue;
    if (function.getCallingConv() == CallingConv::PTX_Kernel) {
      haveKernelsLimits &= function.hasFnAttribute("nvvm.maxntid");
      limit = std::min(limit, getRegisterLimit(function));
      continue;
    }
    hasFunctions = true;
    areRare &= function.hasFnAttribute(llvm::Attribute::Cold) ||
               function.hasFnAttribute("zyn-few-registers");
  }
}

void mlir::zyn::FunctionRegisters::merge(const FunctionRegisters &other) {
  haveKernelsLimits &= other.haveKernelsLimits;
  hasFunctions |= other.hasFunctions;
  areRare &= other.areRare;
  limit = std::min(limit, other.limit);
}

std::string mlir::zyn::FunctionRegisters::getDeclaration() const {
  if (!haveKernelsLimits || !hasFunctions)
    return {};
  unsigned registers = std::min(limit, areRare ? few : many);
  return formatv(".visible .global .align 4 .u32 {0} = {1};\n",
                 ::zyn::runtime::functionRegistersName, registers);
}
