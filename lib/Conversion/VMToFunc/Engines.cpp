//===- Engines.cpp - Functions shared by the engines ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engines.h"
#include "Zyn/Conversion/VMToFunc/VMToFunc.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::zyn;

int64_t zyn::countSharedWords(vm::ProgramOp program) {
  int64_t words = 0;
  for (auto buffer : program.getOps<vm::BufferOp>())
    if (buffer.getKind() == vm::BufferKind::shared)
      words = std::max<int64_t>(words, buffer.getOffset().value_or(0) +
                                           buffer.getSize());
  return words;
}

std::string zyn::makeUnique(vm::ProgramOp program, const Twine &name) {
  std::string unique = name.str();
  for (int number = 0;
       SymbolTable::lookupSymbolIn(program->getParentOp(), unique); ++number)
    unique = (name + "_" + Twine(number)).str();
  return unique;
}

func::FuncOp zyn::createResume(vm::ProgramOp program, OpBuilder &builder,
                               unsigned numIndices) {
  SmallVector<Type> types = MachineMemory::getTypes(builder.getContext());
  types.append(numIndices, builder.getIndexType());
  auto function = func::FuncOp::create(
      builder, program.getLoc(),
      makeUnique(program, program.getSymName() + "_resume"),
      builder.getFunctionType(types, {}));
  function.setPrivate();
  // Internal linkage, so that it disappears when it is inlined into its only
  // caller.
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  function.addEntryBlock();
  return function;
}
