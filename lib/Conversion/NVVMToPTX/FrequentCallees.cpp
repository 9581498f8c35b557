//===- FrequentCallees.cpp - Functions with many calls --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrequentCallees.h"

#include "InternalSymbols.h"

#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr unsigned manyUses = 16;

void mlir::zyn::makeFrequentCalleesExternal(Module &module,
                                            InternalSymbols &symbols) {
  for (Function &function : module)
    if (function.hasLocalLinkage() && function.hasNUsesOrMore(manyUses))
      symbols.makeExternal(function);
}
