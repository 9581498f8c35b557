//===- BufferWrites.cpp - Ops that may change buffers ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Analysis/BufferWrites.h"

#include "mlir/Analysis/AliasAnalysis/LocalAliasAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;

/// The ops that are looked at between two others.
static constexpr unsigned kMostOpsBetween = 64;

/// Whether two buffers may overlap. Upstream's analysis does not tell globals
/// and allocations apart.
static bool mayOverlap(MemrefValue a, MemrefValue b) {
  if (memref::skipViewLikeOps(a).getDefiningOp<memref::AllocOp>() &&
      memref::skipViewLikeOps(b).getDefiningOp<memref::GetGlobalOp>())
    return false;
  return !LocalAliasAnalysis().alias(a, b).isNo();
}

bool mlir::zyn::mayWrite(Operation *op, ValueRange buffers) {
  if (isMemoryEffectFree(op))
    return false;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return true;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(
      effects, [&](const MemoryEffects::EffectInstance &effect) {
        if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(
                effect.getEffect()))
          return false;
        auto written = dyn_cast_if_present<MemrefValue>(effect.getValue());
        return !written || llvm::any_of(buffers, [&](Value buffer) {
          return mayOverlap(written, cast<MemrefValue>(buffer));
        });
      });
}

bool mlir::zyn::mayWriteBetween(Operation *first, Operation *last,
                                ValueRange buffers) {
  Operation *op = first->getNextNode();
  for (unsigned i = 0; op && op != last; ++i, op = op->getNextNode())
    if (i == kMostOpsBetween || mayWrite(op, buffers))
      return true;
  return !op;
}
