//===- Global.cpp - Lowers accesses to globals-----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

/// Returns the address of the value.
static Value buildCell(StateBuilder &builder, StringRef name) {
  const RuntimeLowering &lowering = builder.getLowering();
  if (lowering.importedGlobals.contains(name))
    return builder.getReference(name);
  return builder.buildWordAddress(lowering.layout.getWord(name));
}

static Value lowerGlobalGet(GlobalGetOp op, StateBuilder &builder) {
  Value cell = buildCell(builder, op.getGlobal());
  return LLVM::LoadOp::create(builder, op.getType(), cell,
                              /*alignment=*/8);
}

static Value lowerGlobalSet(GlobalSetOp op, StateBuilder &builder) {
  Value cell = buildCell(builder, op.getGlobal());
  LLVM::StoreOp::create(builder, op.getValue(), cell, /*alignment=*/8);
  return Value();
}

void zyn::populateGlobalPatterns(RewritePatternSet &patterns,
                                 const RuntimeLowering &lowering) {
  addLowerings(patterns, lowering, lowerGlobalGet, lowerGlobalSet);
}
