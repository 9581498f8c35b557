//===- MemoryAccesses.cpp - What ops of host code access ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccesses.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::kernel;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Whether `op` of a kernel may access other memory of the device than its
/// arguments', or prints.
static bool hasOtherEffects(Operation *op) {
  // Addresses may be passed as integers.
  if (isa<LLVM::IntToPtrOp, LLVM::InlineAsmOp>(op))
    return true;
  // Among those that use symbols are the addresses of globals.
  if (isa<CallOpInterface, SymbolUserOpInterface, PrintOp, gpu::PrintfOp>(op))
    return true;
  return !isa_and_nonnull<KernelDialect, gpu::GPUDialect>(op->getDialect()) &&
         !isa<MemoryEffectOpInterface>(op) &&
         !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

/// Adds what is done with `value`, which is argument `number` or a view of it.
static void addAccesses(Value value, unsigned number, llvm::BitVector &reads,
                        llvm::BitVector &writes) {
  for (Operation *user : value.getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    auto view = dyn_cast<ViewLikeOpInterface>(user);
    if (view && view.getViewSource() == value) {
      addAccesses(view.getViewDest(), number, reads, writes);
      continue;
    }
    SmallVector<MemoryEffects::EffectInstance> effects;
    if (auto interface = dyn_cast<MemoryEffectOpInterface>(user))
      interface.getEffectsOnValue(value, effects);
    bool isOnlyRead =
        !effects.empty() &&
        llvm::all_of(effects, [](const MemoryEffects::EffectInstance &effect) {
          return isa<MemoryEffects::Read>(effect.getEffect());
        });
    reads.set(number);
    // Whatever has no effect on it, such as a branch, may pass it on.
    if (!isOnlyRead)
      writes.set(number);
  }
}

LaunchAccesses::KernelInfo &LaunchAccesses::getInfo(gpu::LaunchFuncOp launch) {
  auto [entry, isNew] = kernels.try_emplace(launch.getKernelAttr());
  KernelInfo &info = entry->second;
  if (!isNew)
    return info;
  info.function = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  if (!info.function || info.function.getBody()
                            .walk([](Operation *op) {
                              return hasOtherEffects(op)
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            })
                            .wasInterrupted())
    return info;
  info.isKnown = true;
  unsigned count = info.function.getNumArguments();
  info.reads.resize(count);
  info.writes.resize(count);
  for (unsigned i = 0; i < count; ++i)
    addAccesses(info.function.getArgument(i), i, info.reads, info.writes);
  return info;
}

//===----------------------------------------------------------------------===//
// Host code
//===----------------------------------------------------------------------===//

std::optional<BufferAccesses> LaunchAccesses::find(gpu::LaunchFuncOp launch) {
  const KernelInfo &kernel = getInfo(launch);
  if (!kernel.isKnown || launch.getAsyncToken() ||
      !launch.getAsyncDependencies().empty() || launch.getAsyncObject())
    return std::nullopt;
  BufferAccesses result;
  for (auto [i, argument] : llvm::enumerate(launch.getKernelOperands())) {
    if (argument.getType().isIntOrIndexOrFloat() ||
        isa<VectorType, ComplexType>(argument.getType()))
      continue;
    Value buffer = WorkBuilder::getBuffer(argument);
    if (!buffer)
      return std::nullopt;
    if (kernel.reads[i])
      result.reads.push_back(buffer);
    if (kernel.writes[i])
      result.writes.push_back(buffer);
  }
  return result;
}

std::optional<BufferAccesses> kernel::findBufferAccesses(Operation *op) {
  BufferAccesses result;
  if (isMemoryEffectFree(op))
    return result;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || op->getNumRegions() != 0)
    return std::nullopt;
  if (auto async = dyn_cast<gpu::AsyncOpInterface>(op);
      async && (async.getAsyncToken() || !async.getAsyncDependencies().empty()))
    return std::nullopt;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    Value buffer = effect.getValue();
    if (!buffer)
      return std::nullopt;
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      result.reads.push_back(buffer);
    else if (!isa<MemoryEffects::Allocate>(effect.getEffect()))
      result.writes.push_back(buffer);
  }
  return result;
}

/// Whether `buffer` is a part of a constant, which nothing writes.
static bool isConstant(Value buffer) {
  auto memref = dyn_cast<MemrefValue>(buffer);
  if (!memref)
    return false;
  auto get =
      memref::skipViewLikeOps(memref).getDefiningOp<memref::GetGlobalOp>();
  if (!get)
    return false;
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      get, get.getNameAttr());
  return global && global.getConstant();
}

namespace {
/// A part of a workspace (`--zyn-plan-buffers`).
struct WorkspacePart {
  Value workspace;
  int64_t begin, end;
};
} // namespace

/// Whether the bytes of an element in memory are those that
/// `getStoredBytes` returns.
static bool hasPlainSize(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() <= 64 &&
           (integer.getWidth() <= 8 || llvm::isPowerOf2_32(integer.getWidth()));
  return isa<IndexType>(element) || element.isBF16() || element.isF16() ||
         element.isF32() || element.isF64() || element.isFloat(8);
}

/// Returns the part of a workspace that has `buffer`, if its place is known.
static std::optional<WorkspacePart> findPart(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    auto part = dyn_cast<memref::ViewOp>(*view);
    APInt begin;
    if (part && part.getType().hasStaticShape() &&
        hasPlainSize(part.getType().getElementType()) &&
        matchPattern(part.getByteShift(), m_ConstantInt(&begin)))
      return WorkspacePart{
          part.getSource(), begin.getSExtValue(),
          begin.getSExtValue() +
              part.getType().getNumElements() *
                  getStoredBytes(part.getType().getElementType())};
    buffer = view.getViewSource();
  }
  return std::nullopt;
}

static bool areDisjoint(Value a, Value b) {
  std::optional<WorkspacePart> first = findPart(a);
  if (!first)
    return false;
  std::optional<WorkspacePart> second = findPart(b);
  return second && first->workspace == second->workspace &&
         (first->end <= second->begin || second->end <= first->begin);
}

static bool mayOverlap(ArrayRef<Value> written, ArrayRef<Value> accessed,
                       AliasAnalysis &aliases) {
  for (Value buffer : accessed) {
    if (isConstant(buffer))
      continue;
    for (Value target : written)
      if (target == buffer || (!areDisjoint(target, buffer) &&
                               !aliases.alias(target, buffer).isNo()))
        return true;
  }
  return false;
}

bool kernel::areIndependent(const BufferAccesses &a, const BufferAccesses &b,
                            AliasAnalysis &aliases) {
  return !mayOverlap(a.writes, b.reads, aliases) &&
         !mayOverlap(a.writes, b.writes, aliases) &&
         !mayOverlap(b.writes, a.reads, aliases);
}
