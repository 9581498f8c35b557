//===- Globals.cpp - Lowers accesses to globals----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;

static Value lowerGlobalGet(GlobalGetOp op, DeviceBuilder &builder) {
  return builder.fromBits(builder.buildWord(op.getGlobal()), op.getType());
}

static Value lowerGlobalSet(GlobalSetOp op, DeviceBuilder &builder) {
  builder.storeWord(builder.toBits(op.getValue()), op.getGlobal());
  return Value();
}

void zyn::populateGlobalPatterns(RewritePatternSet &patterns,
                                 const DeviceLowering &lowering) {
  addLowerings(patterns, lowering, lowerGlobalGet, lowerGlobalSet);
}
