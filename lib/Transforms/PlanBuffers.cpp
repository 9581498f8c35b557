//===- PlanBuffers.cpp - Plans the memory of a function's buffers ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "BufferOffsets.h"
#include "Zyn/Transforms/Buffers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <vector>

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNPLANBUFFERS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// That of the runtime's allocations.
static constexpr int64_t alignment = 256;

static constexpr char category[] = "zyn-plan-buffers";

namespace {
/// A buffer that is freed in the block that allocates it. Whatever else is in
/// between, loops and branches included, is in its lifetime. Nothing that
/// outlives the block can refer to it.
struct LocalBuffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  /// Positions in the order of the ops.
  int64_t begin, end;
};
} // namespace

static bool isSupported(MemRefType type) {
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  // LLVM aligns these differently than MLIR assumes.
  if (auto integer = dyn_cast<IntegerType>(element);
      integer && integer.getWidth() > 64 &&
      !llvm::isPowerOf2_32(integer.getWidth()))
    return false;
  return element.isIntOrIndexOrFloat() && type.getLayout().isIdentity() &&
         !type.getMemorySpace();
}

/// Whether the regions of an op are executed one after the other, within the
/// op. Those of other dialects may run at the same time as each other or as
/// themselves, as the blocks of a kernel do, which no interface tells: that of
/// `async.execute` is a branch, too.
static bool isSequential(Operation *op) {
  return op->getNumRegions() == 0 ||
         (isa_and_nonnull<scf::SCFDialect, affine::AffineDialect>(
              op->getDialect()) &&
          isa<RegionBranchOpInterface>(op) &&
          !op->hasTrait<OpTrait::HasParallelRegion>());
}

/// Returns the buffers of a function in the order of their allocations.
static SmallVector<LocalBuffer> collectBuffers(func::FuncOp function) {
  SmallVector<LocalBuffer> buffers;
  DenseMap<Operation *, size_t> freed;
  int64_t position = 0;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++position;
    if (!isSequential(op))
      return WalkResult::skip();
    if (auto known = freed.find(op); known != freed.end())
      buffers[known->second].end = position;
    auto alloc = dyn_cast<memref::AllocOp>(op);
    if (!alloc || !isSupported(alloc.getType()) ||
        alloc.getAlignment().value_or(1) > alignment)
      return WalkResult::advance();
    if (memref::DeallocOp dealloc = zyn::findDeallocation(alloc)) {
      freed[dealloc] = buffers.size();
      buffers.push_back({alloc, dealloc, position, position});
    }
    return WalkResult::advance();
  });
  return buffers;
}

/// Returns the size of a static buffer in the workspace, or nothing if it does
/// not fit into any.
static std::optional<int64_t> getBytes(MemRefType type,
                                       const DataLayout &layout) {
  // As in an array, each element is at a multiple of its alignment.
  Type element = type.getElementType();
  std::optional<int64_t> bytes = static_cast<int64_t>(llvm::alignTo(
      layout.getTypeSize(element), layout.getTypeABIAlignment(element)));
  for (int64_t size : type.getShape()) {
    bytes = llvm::checkedMul(*bytes, size);
    if (!bytes)
      return std::nullopt;
  }
  if (*bytes > INT64_MAX - alignment)
    return std::nullopt;
  // A buffer without elements has an address of its own, too.
  return llvm::alignTo(std::max<int64_t>(*bytes, 1), alignment);
}

/// Replaces buffers of static size by views of one workspace.
static void planStatic(func::FuncOp function, ArrayRef<LocalBuffer> buffers,
                       const DataLayout &layout) {
  SmallVector<LocalBuffer> planned;
  SmallVector<zyn::BufferLifetime> lifetimes;
  std::optional<int64_t> sum = 0;
  for (LocalBuffer buffer : buffers)
    if (std::optional<int64_t> bytes =
            getBytes(buffer.alloc.getType(), layout)) {
      sum = llvm::checkedAdd(*sum, *bytes);
      if (!sum)
        return;
      planned.push_back(buffer);
      lifetimes.push_back({*bytes, buffer.begin, buffer.end});
    }
  if (planned.size() < 2)
    return;
  zyn::BufferOffsets offsets = zyn::assignOffsets(lifetimes);
  int64_t blocks = zyn::sizeOfBlocks(lifetimes);
  Location loc = function.getLoc();
  if (offsets.bytes > blocks) {
    remark::missed(loc,
                   remark::RemarkOpts::name("PlanBuffers").category(category))
        << remark::reason("a workspace of {0} bytes is larger than blocks of "
                          "the sizes of the {1} buffers, {2} bytes",
                          offsets.bytes, planned.size(), blocks);
    return;
  }
  remark::passed(loc,
                 remark::RemarkOpts::name("PlanBuffers").category(category))
      << remark::reason("{0} buffers are in a workspace of {1} bytes; blocks "
                        "of their sizes would take {2} bytes, and {3} bytes "
                        "are in use at the same time",
                        planned.size(), offsets.bytes, blocks,
                        zyn::peakOf(lifetimes));

  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  // The offsets are multiples of it.
  Value workspace = memref::AllocOp::create(
      builder, loc, MemRefType::get({offsets.bytes}, builder.getI8Type()),
      builder.getI64IntegerAttr(alignment));
  for (auto [buffer, offset] : llvm::zip(planned, offsets.offsets)) {
    memref::AllocOp alloc = buffer.alloc;
    builder.setInsertionPoint(alloc);
    Value shift =
        arith::ConstantIndexOp::create(builder, alloc.getLoc(), offset);
    alloc.replaceAllUsesWith(memref::ViewOp::create(builder, alloc.getLoc(),
                                                    alloc.getType(), workspace,
                                                    shift, ValueRange())
                                 .getResult());
  }
  for (LocalBuffer &buffer : planned) {
    buffer.dealloc.erase();
    buffer.alloc.erase();
  }
  for (Block &block : function.getBody())
    if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>()) {
      builder.setInsertionPoint(block.getTerminator());
      memref::DeallocOp::create(builder, loc, workspace);
    }
}

/// Lets buffers of a block with the same type and the same dynamic sizes use
/// the same memory one after the other.
static void reuseDynamic(func::FuncOp function, ArrayRef<LocalBuffer> buffers) {
  std::map<std::vector<const void *>, std::vector<LocalBuffer>> groups;
  for (const LocalBuffer &buffer : buffers) {
    memref::AllocOp alloc = buffer.alloc;
    std::vector<const void *> key = {
        alloc->getBlock(), alloc.getType().getAsOpaquePointer(),
        alloc.getAlignmentAttr().getAsOpaquePointer()};
    for (Value size : alloc.getDynamicSizes())
      key.push_back(size.getAsOpaquePointer());
    groups[std::move(key)].push_back(buffer);
  }
  unsigned reused = 0;
  for (auto &[key, members] : groups) {
    std::map<int64_t, LocalBuffer> byEnd;
    for (LocalBuffer &buffer : members) {
      // The one that was freed last, so that its memory is kept unused for the
      // shortest time.
      auto free = byEnd.lower_bound(buffer.begin);
      if (free != byEnd.begin()) {
        LocalBuffer earlier = byEnd.extract(std::prev(free)).mapped();
        earlier.dealloc.erase();
        buffer.alloc.replaceAllUsesWith(earlier.alloc.getResult());
        buffer.alloc.erase();
        buffer.alloc = earlier.alloc;
        ++reused;
      }
      byEnd.emplace(buffer.end, buffer);
    }
  }
  if (reused)
    remark::passed(function.getLoc(),
                   remark::RemarkOpts::name("PlanBuffers").category(category))
        << remark::reason("{0} of {1} buffers of dynamic sizes use the memory "
                          "of earlier ones of the same size",
                          reused, buffers.size());
}

namespace {
struct ZynPlanBuffers : zyn::impl::ZynPlanBuffersBase<ZynPlanBuffers> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    SmallVector<LocalBuffer> fixed, dynamic;
    for (const LocalBuffer &buffer : collectBuffers(function)) {
      memref::AllocOp alloc = buffer.alloc;
      (alloc.getType().hasStaticShape() ? fixed : dynamic).push_back(buffer);
    }
    planStatic(function, fixed, DataLayout::closest(function));
    reuseDynamic(function, dynamic);
  }
};
} // namespace
