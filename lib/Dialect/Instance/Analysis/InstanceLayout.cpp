//===- InstanceLayout.cpp - Layout of an instance's state------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Instance/Analysis/InstanceLayout.h"

using namespace mlir;
using namespace mlir::instance;

static constexpr unsigned kDescriptorWords = 4;

/// Returns the number of words of an object other than a function.
static unsigned countWords(Operation &op) {
  if (isa<MemoryOp, TableOp, GlobalOp, HostFunctionOp>(op))
    return 1;
  return isa<DataOp, ElementsOp>(op) ? 2 : 0;
}

InstanceLayout::InstanceLayout(ModuleOp module) {
  auto addType = [&](FunctionType type) {
    types.try_emplace(type, types.size());
  };
  for (Operation &op : *module.getBody()) {
    FunctionType type = instance::getFunctionType(&op);
    if (!type)
      continue;
    addType(type);
    functionNumbers[SymbolTable::getSymbolName(&op)] = functions.size();
    functions.push_back(&op);
  }
  module.walk([&](CallIndirectOp call) {
    addType(FunctionType::get(call.getContext(), call.getArguments().getTypes(),
                              call.getResultTypes()));
  });
  numTypeWords = types.size();
  numWords = numTypeWords + kDescriptorWords * functions.size();
  for (Operation &op : *module.getBody())
    if (unsigned count = countWords(op)) {
      words[SymbolTable::getSymbolName(&op)] = numWords;
      numWords += count;
    }
}
