//===- DistinctSuccessors.cpp - Successors of terminators -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctSuccessors.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

static void makeDistinct(Block &block) {
  Operation *terminator = block.getTerminator();
  llvm::SmallPtrSet<Block *, 8> seen;
  for (auto [i, successor] : llvm::enumerate(terminator->getSuccessors())) {
    if (successor->getNumArguments() == 0 || seen.insert(successor).second)
      continue;
    auto *between = new Block();
    block.getParent()->push_back(between);
    SmallVector<Location> locs;
    for (BlockArgument argument : successor->getArguments())
      locs.push_back(argument.getLoc());
    between->addArguments(successor->getArgumentTypes(), locs);
    OpBuilder builder = OpBuilder::atBlockEnd(between);
    LLVM::BrOp::create(builder, terminator->getLoc(), between->getArguments(),
                       successor);
    terminator->setSuccessor(between, i);
  }
}

void mlir::zyn::makeSuccessorsDistinct(Operation *root) {
  root->walk([](LLVM::LLVMFuncOp function) {
    // The blocks that are added have one successor.
    SmallVector<Block *> blocks;
    for (Block &block : function.getBody())
      blocks.push_back(&block);
    for (Block *block : blocks)
      makeDistinct(*block);
  });
}
