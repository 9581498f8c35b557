//===- ZynToKernel.cpp - The zyn dialect to the kernel dialect ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedOperand.h"
#include "MatmulTiles.h"
#include "MergedProducts.h"
#include "Patterns.h"
#include "Zyn/Conversion/Passes.h"
#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Zyn/Analysis/ReduceProducers.h"
#include "Zyn/Schedule/MatmulTile.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTZYNTOKERNEL
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Whether host code can access the elements of `buffer`.
static bool isHostMemory(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  if (auto alloc = buffer.getDefiningOp<gpu::AllocOp>())
    return alloc.getHostShared();
  return buffer.getDefiningOp<memref::AllocaOp>();
}

/// Whether `op` reads or writes elements of a buffer that host code cannot
/// access.
static bool accessesDeviceElements(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface ||
      isa<gpu::GPUDialect, kernel::KernelDialect>(op->getDialect()))
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    Value buffer = effect.getValue();
    return isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()) &&
           buffer && isa<BaseMemRefType>(buffer.getType()) &&
           !isHostMemory(buffer);
  });
}

/// Whether the host can copy the element that `load` reads from the device,
/// which is not the case for what may be memory of the host, such as one of two
/// buffers.
static bool canReadFromDevice(memref::LoadOp load,
                              const BufferViewFlowAnalysis &origins) {
  MemRefType type = load.getMemRefType();
  return type.isStrided() && !type.getMemorySpace() &&
         kernel::isBufferElement(type.getElementType()) &&
         llvm::none_of(origins.resolveReverse(load.getMemref()), isHostMemory);
}

/// Replaces `load` by a read of device memory.
static void readFromDevice(memref::LoadOp load) {
  remark::missed(load.getLoc(),
                 remark::RemarkOpts::name("HostRead").category("zyn-to-kernel"))
      << remark::reason("the host waits for all kernels before this, since it "
                        "reads an element that is on the device");
  OpBuilder builder(load);
  auto read = kernel::ReadOp::create(builder, load.getLoc(), load.getMemref(),
                                     load.getIndices());
  load.replaceAllUsesWith(read.getResult());
  load.erase();
}

/// Checks that host code only works on buffers, sizes and elements in host
/// memory. All other elements are on the device.
static LogicalResult checkHostOp(Operation *op) {
  if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()))
    return op->emitOpError(
        "has no lowering to a kernel; express it with ops of the zyn dialect");
  if (accessesDeviceElements(op))
    return op->emitOpError(
        "reads or writes elements in host code, but they are on the device; "
        "compute on them with zyn.map");
  return success();
}

static LogicalResult checkComputeOp(ComputeOpInterface op) {
  if (!op.hasPureBufferSemantics())
    return op.emitOpError(
        "expected buffers, found tensors; run --zyn-bufferize first");
  if (!op->getParentOfType<FunctionOpInterface>())
    return op.emitOpError("expected to be in a function, since only functions "
                          "can launch kernels");
  KernelAttr attr = getKernelAttr(op);
  if (attr && attr.getDevice() == DeviceTarget::CPU)
    return op.emitOpError("is in a function whose #zyn.kernel has device = "
                          "cpu; it has no kernel");
  return success();
}

static LogicalResult checkCopy(memref::CopyOp copy) {
  if (isa<MemRefType>(copy.getSource().getType()) &&
      isa<MemRefType>(copy.getTarget().getType()))
    return success();
  return copy.emitOpError("copies a buffer of unknown rank, which has no "
                          "lowering to a kernel");
}

static remark::RemarkOpts mapRemark() {
  return remark::RemarkOpts::name("MapSchedule").category("schedule");
}

/// Returns whether a map copies its input, and no hint asks for a kernel.
static bool isCopy(MapOp map) {
  if (map.getInputs().size() != 1 || map.getInits().size() != 1 ||
      !map.getInputMap(0).isIdentity() || getKernelAttr(map))
    return false;
  Block *body = map.getBlock();
  return body->getTerminator()->getOperand(0) == body->getArgument(0);
}

/// Lets `op` access views at static offsets, which their types contain, by the
/// address of the first element, so that ops at different offsets have the same
/// kernel. Addresses remain as aligned as those that the runtime allocates.
static void rebaseOperands(Operation *op) {
  constexpr int64_t alignment = 256;
  OpBuilder host(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    if (!type || failed(type.getStridesAndOffset(strides, offset)) ||
        offset == 0 || ShapedType::isDynamic(offset) ||
        !kernel::isBufferElement(type.getElementType()) ||
        offset * kernel::getElementBytes(type.getElementType()) % alignment !=
            0)
      continue;
    operand.set(kernel::RebaseOp::create(host, op->getLoc(), operand.get()));
  }
}

/// Replaces `copy`, which copies between contiguous buffers, with a copy by the
/// runtime. Returns whether they are contiguous.
static bool replaceWithMemcpy(Operation *copy, Value source, Value target) {
  auto isContiguous = [](Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    return !type.getMemorySpace() &&
           (type.getLayout().isIdentity() ||
            memref::isStaticShapeAndContiguousRowMajor(type));
  };
  if (!isContiguous(source) || !isContiguous(target))
    return false;
  OpBuilder host(copy);
  gpu::MemcpyOp::create(host, copy->getLoc(), /*asyncToken=*/Type(),
                        ValueRange(), target, source);
  copy->erase();
  return true;
}

/// Replaces any other copy with an equivalent map.
static MapOp replaceWithMap(memref::CopyOp copy) {
  OpBuilder host(copy);
  Location loc = copy.getLoc();
  auto map = MapOp::create(host, loc, TypeRange(), ValueRange{copy.getSource()},
                           ValueRange{copy.getTarget()}, ArrayAttr());
  Type element = cast<MemRefType>(copy.getSource().getType()).getElementType();
  Block *body = host.createBlock(&map.getBody(), {}, {element}, {loc});
  YieldOp::create(host, loc, body->getArguments());
  copy.erase();
  return map;
}

/// Replaces a memset with an equivalent map. Ops that wait for its token wait
/// for its dependencies instead, since its kernel comes next on the same
/// stream.
static MapOp replaceWithMap(gpu::MemsetOp set) {
  OpBuilder host(set);
  Location loc = set.getLoc();
  auto map = MapOp::create(host, loc, TypeRange(), ValueRange(),
                           ValueRange{set.getDst()}, ArrayAttr());
  {
    OpBuilder::InsertionGuard guard(host);
    host.createBlock(&map.getBody());
    YieldOp::create(host, loc, set.getValue());
  }
  if (Value token = set.getAsyncToken())
    token.replaceAllUsesWith(gpu::WaitOp::create(host, loc, token.getType(),
                                                 set.getAsyncDependencies())
                                 .getAsyncToken());
  set.erase();
  return map;
}

/// Copies the constants from outside that the body of `map` uses into it.
static void isolateConstants(MapOp map) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(map->getRegions(), captured);
  OpBuilder builder = OpBuilder::atBlockBegin(map.getBlock());
  for (Value value : captured)
    replaceAllUsesInRegionWith(
        value, builder.clone(*value.getDefiningOp())->getResult(0),
        map.getBody());
}

namespace {

/// Collects the copies between buffers and the maps that lowerings create.
class CreatedOps : public RewriterBase::Listener {
public:
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (isa<memref::CopyOp, ComputeOpInterface>(op))
      ops.push_back(op);
  }

  SmallVector<Operation *> take() {
    return std::exchange(ops, SmallVector<Operation *>());
  }

private:
  SmallVector<Operation *> ops;
};

struct ConvertZynToKernel
    : mlir::zyn::impl::ConvertZynToKernelBase<ConvertZynToKernel> {
  using ConvertZynToKernelBase::ConvertZynToKernelBase;

  void runOnOperation() override {
    int64_t numTiles = ::zyn::schedule::getMatmulTiles().size();
    if (tile < -1 || tile >= numTiles) {
      getOperation().emitError("expected a tile from 0 to ")
          << numTiles - 1 << ", or -1 for the model's choice, found "
          << tile.getValue();
      return signalPassFailure();
    }
    std::optional<BufferViewFlowAnalysis> origins;
    // Compute ops, copies and memsets, in the order of their kernels.
    SmallVector<Operation *> converted;
    WalkResult walk =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (isa<gpu::GPUModuleOp>(op))
            return WalkResult::skip();
          if (auto computeOp = dyn_cast<ComputeOpInterface>(op)) {
            converted.push_back(op);
            return failed(checkComputeOp(computeOp)) ? WalkResult::interrupt()
                                                     : WalkResult::skip();
          }
          if (auto copy = dyn_cast<memref::CopyOp>(op)) {
            converted.push_back(op);
            return WalkResult(checkCopy(copy));
          }
          if (isa<gpu::MemsetOp>(op))
            converted.push_back(op);
          if (auto load = dyn_cast<memref::LoadOp>(op)) {
            if (!origins)
              origins.emplace(getOperation());
            if (canReadFromDevice(load, *origins)) {
              readFromDevice(load);
              return WalkResult::skip();
            }
          }
          return WalkResult(checkHostOp(op));
        });
    if (walk.wasInterrupted())
      return signalPassFailure();
    WalkResult tiles = getOperation().walk(
        [&](MatmulOp op) { return WalkResult(checkNamedTile(op, chip)); });
    if (tiles.wasInterrupted())
      return signalPassFailure();
    // Maps whose elements the kernels of other ops compute.
    llvm::SmallSetVector<MapOp, 8> producers;
    for (Operation *op : converted)
      if (auto map = dyn_cast<MapOp>(op); map && isReduceProducer(map))
        producers.insert(map);
      else if (auto matmul = dyn_cast<MatmulOp>(op))
        if (MapOp producer = takeProducer(matmul))
          producers.insert(producer);
    llvm::erase_if(converted, [&](Operation *op) {
      auto map = dyn_cast<MapOp>(op);
      return map && producers.contains(map);
    });
    findMergedProducts(converted);
    llvm::for_each(converted, rebaseOperands);
    llvm::for_each(producers, rebaseOperands);
    if (failed(lower(converted)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (MapOp map : producers)
      eraseReduceProducer(rewriter, map);
  }

private:
  MapOp takeProducer(MatmulOp op) const;
  LogicalResult lower(ArrayRef<Operation *> ops);
};

} // namespace

/// Returns the map whose elements the kernel of a matmul computes, or null.
MapOp ConvertZynToKernel::takeProducer(MatmulOp op) const {
  std::optional<FusedOperand> fused =
      findFusedOperand(op, ::zyn::schedule::getGPUTarget(chip));
  if (!fused)
    return {};
  MapOp map = fused->map;
  // Its body becomes a part of the kernel. Launches in between could access
  // anything.
  isolateConstants(map);
  map->moveBefore(op);
  setFusedOperand(op, *fused);
  remark::passed(
      op.getLoc(),
      remark::RemarkOpts::name("MatmulUnits").category("zyn-to-kernel"))
      << remark::reason("the matmul computes the elements of {0} itself, "
                        "instead of a map before it",
                        fused->operand == &op.getLhsMutable() ? "A" : "B");
  return map;
}

LogicalResult ConvertZynToKernel::lower(ArrayRef<Operation *> ops) {
  if (ops.empty())
    return success();
  MLIRContext *context = ops.front()->getContext();
  KernelModules kernels(::zyn::schedule::getGPUTarget(chip));
  RewritePatternSet patterns(context);
  populateAttentionToKernelPatterns(patterns, kernels, chip);
  populateComputeToKernelPatterns(patterns, kernels);
  populateConv2dToKernelPatterns(patterns, kernels, {chip, tile});
  populateGatherToKernelPatterns(patterns, kernels);
  populateMapToKernelPatterns(patterns, kernels);
  populateMatmulToKernelPatterns(patterns, kernels, {chip, tile});
  populateReduceToKernelPatterns(patterns, kernels);
  populateReduceWindowToKernelPatterns(patterns, kernels);
  populateRowsToKernelPatterns(patterns, kernels);
  populateScanToKernelPatterns(patterns, kernels);
  populateScatterToKernelPatterns(patterns, kernels);
  populateSortToKernelPatterns(patterns, kernels);
  populateSpmmToKernelPatterns(patterns, kernels);
  populateTopKToKernelPatterns(patterns, kernels);
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  PatternRewriter rewriter(context);
  // Lowerings may create further copies and maps, which are lowered next.
  CreatedOps created;
  KernelTypes types;
  rewriter.setListener(&created);
  SmallVector<Operation *> remaining(llvm::reverse(ops));

  while (!remaining.empty()) {
    Operation *op = remaining.pop_back_val();
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (replaceWithMemcpy(copy, copy.getSource(), copy.getTarget()))
        continue;
      op = replaceWithMap(copy);
    } else if (auto map = dyn_cast<MapOp>(op); map && isCopy(map)) {
      Location loc = map.getLoc();
      if (replaceWithMemcpy(map, map.getInputs()[0], map.getInits()[0])) {
        remark::passed(loc, mapRemark()) << remark::reason(
            "the map copies a contiguous array, which the runtime does");
        continue;
      }
    }
    if (auto set = dyn_cast<gpu::MemsetOp>(op))
      op = replaceWithMap(set);
    // The op is already erased when its kernels are checked.
    auto function = op->getParentOfType<FunctionOpInterface>();
    KernelHints hints(op);
    kernels.setHints(hints);
    rewriter.setInsertionPoint(op);
    if (failed(applicator.matchAndRewrite(op, rewriter)))
      return op->emitOpError("has no lowering to a kernel");
    SmallVector<gpu::GPUFuncOp> added = kernels.takeAdded();
    for (gpu::GPUFuncOp kernel : added)
      if (failed(hints.checkResources(kernel)))
        return failure();
    if (!added.empty()) {
      hints.report();
      types.add(function, hints);
    }
    llvm::append_range(remaining, llvm::reverse(created.take()));
  }
  types.report();
  return success();
}
