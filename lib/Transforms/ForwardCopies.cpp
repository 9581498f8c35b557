//===- ForwardCopies.cpp - Lets ops write to where results are copied -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNFORWARDCOPIES
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// The uses of an allocation that are looked at, at most.
static constexpr unsigned kMostUses = 64;

namespace {
/// A copy of what an op has written to a buffer of its own.
struct ForwardableCopy {
  memref::CopyOp copy;
  memref::AllocOp source;
  /// The operand of the op that is the source.
  OpOperand *written = nullptr;
  /// Where it is copied.
  memref::SubViewOp target;
};
} // namespace

static bool isStaticPart(memref::SubViewOp view) {
  return view.hasUnitStride() &&
         !ShapedType::isDynamicShape(view.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(view.getStaticSizes());
}

/// Whether two parts of the same buffer are known to have no element in common.
static bool areDisjoint(memref::SubViewOp a, memref::SubViewOp b) {
  FailureOr<bool> areOverlapping =
      ValueBoundsConstraintSet::areOverlappingSlices(
          a.getContext(), HyperrectangularSlice(a), HyperrectangularSlice(b));
  return succeeded(areOverlapping) && !*areOverlapping;
}

/// Whether an op only writes to the buffer of an operand.
static bool onlyWrites(OpOperand &operand) {
  auto op = dyn_cast<DestinationStyleOpInterface>(operand.getOwner());
  if (!op || !op.isDpsInit(&operand))
    return false;
  auto interface = dyn_cast<MemoryEffectOpInterface>(operand.getOwner());
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffectsOnValue(operand.get(), effects);
  return !effects.empty() &&
         llvm::all_of(effects, [](const MemoryEffects::EffectInstance &effect) {
           return isa<MemoryEffects::Write>(effect.getEffect());
         });
}

/// Finds the op that writes what `copy` copies, if nothing else uses it.
static std::optional<ForwardableCopy> match(memref::CopyOp copy) {
  ForwardableCopy found;
  found.copy = copy;
  found.source = copy.getSource().getDefiningOp<memref::AllocOp>();
  found.target = copy.getTarget().getDefiningOp<memref::SubViewOp>();
  if (!found.source || !found.target || !isStaticPart(found.target) ||
      !found.source.getResult().hasNUses(2))
    return std::nullopt;
  for (OpOperand &use : found.source->getUses())
    if (use.getOwner() != copy)
      found.written = &use;
  if (!found.written)
    return std::nullopt;
  Operation *writer = found.written->getOwner();
  if (writer->getBlock() != copy->getBlock() ||
      !writer->isBeforeInBlock(copy) || !onlyWrites(*found.written))
    return std::nullopt;
  return found;
}

/// Whether `user` accesses `buffer`, and nothing else can do so because of it:
/// a terminator or a store of the buffer itself passes it on.
static bool onlyAccesses(Operation *user, Value buffer) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(user);
  if (!interface || user->getNumResults() != 0 ||
      user->hasTrait<OpTrait::IsTerminator>())
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffectsOnValue(buffer, effects);
  return !effects.empty();
}

/// Whether the target is not accessed from the writer on until the copy.
static bool isUnused(ForwardableCopy &found) {
  Operation *writer = found.written->getOwner();
  Value whole = found.target.getSource();
  auto alloc = whole.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != writer->getBlock() ||
      !alloc->isBeforeInBlock(writer) ||
      llvm::hasNItemsOrMore(whole.getUsers(), kMostUses))
    return false;
  auto isAfter = [&](Operation *user) {
    Operation *inBlock = writer->getBlock()->findAncestorOpInBlock(*user);
    return inBlock && found.copy->isBeforeInBlock(inBlock);
  };
  auto isBefore = [&](Operation *user) {
    Operation *inBlock = writer->getBlock()->findAncestorOpInBlock(*user);
    return inBlock && inBlock->isBeforeInBlock(writer);
  };
  for (Operation *user : whole.getUsers()) {
    if (user == found.target || isOpTriviallyDead(user))
      continue;
    auto part = dyn_cast<memref::SubViewOp>(user);
    bool isOther = part && areDisjoint(part, found.target);
    // What uses a view may be anywhere behind it.
    if (!isOther && !isAfter(user) &&
        !(isBefore(user) && onlyAccesses(user, whole)))
      return false;
  }
  return llvm::all_of(found.target->getUsers(), [&](Operation *user) {
    return user == found.copy || isAfter(user);
  });
}

namespace {
struct ZynForwardCopies : zyn::impl::ZynForwardCopiesBase<ZynForwardCopies> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies) {
      std::optional<ForwardableCopy> found = match(copy);
      if (!found || !isUnused(*found))
        continue;
      // An op that is moved would invalidate the order of those of its block.
      OpBuilder builder(found->written->getOwner());
      auto target =
          cast<memref::SubViewOp>(builder.clone(*found->target.getOperation()));
      found->written->set(target);
      found->target.replaceAllUsesWith(target.getResult());
      copy.erase();
      found->target.erase();
      found->source.erase();
    }
  }
};
} // namespace
