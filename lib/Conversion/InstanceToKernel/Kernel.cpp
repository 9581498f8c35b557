//===- Kernel.cpp - Builds the kernel and its launch-----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/HostPortABI.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::zyn;
using func::FuncOp;

/// The blocks that have to be resident. This does not limit registers, but
/// without it, the size of blocks is not stated in PTX, and what limits those
/// of functions would also limit those of the kernel.
static constexpr int64_t residentBlocks = 1;

SmallVector<Type> SlotParameters::getTypes(MLIRContext *context) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  return {pointer, pointer, i64,     i64, pointer, i64,
          pointer, i64,     i32,     i32, pointer, pointer,
          pointer, pointer, pointer, i64, pointer, i64};
}

SlotParameters SlotParameters::get(ValueRange arguments) {
  unsigned next = 0;
  auto take = [&] { return arguments[next++]; };
  // In the order of the fields.
  return {take(), take(), take(), take(), take(), take(),
          take(), take(), take(), take(), take(), take(),
          take(), take(), take(), take(), take(), take()};
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {
/// A slot, and the first words that belong to it, or to its warp.
struct Slot {
  Value number, state, window, outcome, port, outside, pages;
};
} // namespace

/// Returns the address `index` elements of `bytes` bytes after `pointer`.
static Value getElement(InstanceBuilder &b, Value pointer, Value index,
                        uint64_t bytes) {
  return LLVM::GEPOp::create(b, pointer.getType(),
                             LLVM::LLVMArrayType::get(b.getI8Type(), bytes),
                             pointer, index);
}

static Value toGlobal(InstanceBuilder &b, Value pointer) {
  return LLVM::AddrSpaceCastOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), kGlobalSpace), pointer);
}

static Value buildSlotNumber(InstanceBuilder &b) {
  auto toI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  };
  Value block = toI64(kernel::BlockIdOp::create(b, kernel::Dimension::x));
  Value thread = toI64(kernel::ThreadIdOp::create(b, kernel::Dimension::x));
  Value first = arith::MulIOp::create(b, block, b.buildI64(kSlotsPerBlock));
  return arith::AddIOp::create(b, first, thread);
}

static Slot buildSlot(InstanceBuilder &b, const SlotParameters &slots,
                      Value number, const DeviceLowering &lowering) {
  Value warp = arith::ShRUIOp::create(b, number, b.buildI64(5));
  Value lane = arith::AndIOp::create(b, number, b.buildI64(31));
  uint64_t stateBytes = uint64_t(lowering.layout.getNumWords()) * 32 * 8;
  Value windowBytes = arith::SubIOp::create(
      b, slots.windowEnd, b.buildI64(lowering.layout.getWindowBegin()));
  auto getMemory = [&](Value memories, Value bytesOfLane) {
    Value first = arith::MulIOp::create(b, warp, bytesOfLane);
    Value memory = getElement(b, toGlobal(b, memories), first, /*bytes=*/32);
    return getElement(b, memory, lane, 4);
  };
  Value state = getElement(b, toGlobal(b, slots.states), warp, stateBytes);
  Value ports = getElement(b, toGlobal(b, slots.ports), warp,
                           ::zyn::runtime::hostPortBytes);
  Value pages = getElement(b, toGlobal(b, slots.pages),
                           b.buildI64(kPagesOfWarps), /*bytes=*/4);
  pages =
      getElement(b, pages, arith::MulIOp::create(b, warp, slots.pagesWords), 4);
  return {number,
          getElement(b, state, lane, 8),
          getMemory(slots.windows, windowBytes),
          getElement(b, toGlobal(b, slots.outcomes), number, 8),
          getElement(b, ports, lane, 4),
          getMemory(slots.outside, slots.memoryBytes),
          pages};
}

//===----------------------------------------------------------------------===//
// Frame
//===----------------------------------------------------------------------===//

/// Allocates the frame, without the words of objects.
static Value buildFrame(InstanceBuilder &b, const SlotParameters &slots,
                        const Slot &slot, const DeviceLowering &lowering) {
  auto type =
      LLVM::LLVMArrayType::get(b.getI64Type(), lowering.countFrameWords());
  Value local = LLVM::AllocaOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), type, b.buildI64(1),
      /*alignment=*/8);
  Value frame = LLVM::AddrSpaceCastOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext(), kLocalSpace), local);
  DeviceBuilder words(b, b.getLoc(), frame, slot.window, lowering);
  words.storeFrame(slot.state, kFrameState);
  words.storeFrame(slot.outcome, kFrameOutcome);
  Value stride = arith::MulIOp::create(b, slots.count, b.buildI64(8));
  words.storeFrame(stride, kFrameOutcomeStride);
  words.storeFrame(slots.memoryBytes, kFrameMemoryBytes);
  words.storeFrame(slot.window, kFrameWindow);
  words.storeFrame(slots.windowEnd, kFrameWindowEnd);
  words.storeFrame(slot.outside, kFrameOutside);
  words.storeFrame(toGlobal(b, slots.pages), kFramePages);
  words.storeFrame(slot.pages, kFramePagesOfWarp);
  words.storeFrame(slots.pagesWords, kFramePagesWords);
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), local);
  Value limit = arith::SubIOp::create(b, address, slots.stackBytes);
  words.storeFrame(limit, kFrameStackLimit);
  words.storeFrame(slot.port, kFramePort);
  words.storeFrame(toGlobal(b, slots.inputs), kFrameInputs);
  words.storeFrame(toGlobal(b, slots.environment), kFrameEnvironment);
  Value instance = LLVM::LoadOp::create(
      b, b.getI32Type(),
      getElement(b, toGlobal(b, slots.instances), slot.number, /*bytes=*/4));
  words.storeFrame(words.extend(instance), kFrameInstance);
  words.storeFrame(words.buildI64(0), kFrameLackedPages);
  return frame;
}

/// Gives objects their initial contents and calls the start function.
static void initialize(DeviceBuilder &b, FuncOp start,
                       const DeviceLowering &lowering) {
  for (auto [i, object] : llvm::enumerate(lowering.layout.getObjects()))
    b.storeFrame(b.buildInitialWord(object), kFrameObjects + i);
  if (lowering.layout.hasMemoryOutsideWindow()) {
    b.storeFastEnd(b.buildWord(lowering.getMemory().getSymName()));
    b.callMemoryLibrary("clear_outside", {});
  }
  for (Operation &op : *lowering.device->getParentOp()->getRegion(0).begin())
    if (auto table = dyn_cast<instance::TableOp>(op)) {
      auto &elements = lowering.layout.getTable(table.getSymName());
      if (elements.changes && table.getMinimum() > 0)
        b.callLibrary("fill_table",
                      {b.buildStateAddress(elements.word), b.buildI64(0),
                       b.buildI64(0), b.buildI64(table.getMinimum())});
    }
  if (start) {
    b.storeFrame(b.buildI64(lowering.getNumber(start)), kFrameFunction);
    func::CallOp::create(b, start, ValueRange{b.getFrame(), b.getWindow()});
  }
}

static void loadObjects(DeviceBuilder &b, const DeviceLowering &lowering) {
  for (unsigned i = 0; i < lowering.layout.getNumObjectWords(); ++i) {
    Value word =
        LLVM::LoadOp::create(b, b.getI64Type(), b.buildStateAddress(i));
    b.storeFrame(word, kFrameObjects + i);
  }
  if (lowering.layout.hasMemoryOutsideWindow())
    b.storeFastEnd(b.buildWord(lowering.getMemory().getSymName()));
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

static void callEntry(DeviceBuilder &b, const SlotParameters &slots,
                      const Slot &slot, FuncOp entry) {
  Value first = arith::MulIOp::create(b, slot.number, slots.argumentStride);
  Value row = getElement(b, toGlobal(b, slots.arguments), first, 8);
  SmallVector<Value> arguments = {b.getFrame(), b.getWindow()};
  for (auto [i, type] :
       llvm::enumerate(entry.getArgumentTypes().drop_front(2))) {
    Value bits =
        LLVM::LoadOp::create(b, b.getI64Type(), b.offsetBy(row, 8 * i));
    arguments.push_back(b.fromBits(bits, type));
  }
  auto call = func::CallOp::create(b, entry, arguments);
  for (auto [i, result] : llvm::enumerate(call.getResults())) {
    // After the columns of the status and the location.
    Value column = arith::MulIOp::create(b, slots.count, b.buildI64(2 + i));
    LLVM::StoreOp::create(b, b.toBits(result),
                          getElement(b, slot.outcome, column, 8));
  }
}

static void callEntries(DeviceBuilder &b, const SlotParameters &slots,
                        const Slot &slot, ArrayRef<FuncOp> entries,
                        const DeviceLowering &lowering) {
  SmallVector<int64_t> cases;
  for (FuncOp entry : entries)
    cases.push_back(lowering.getNumber(entry));
  Value number =
      arith::IndexCastOp::create(b, b.getIndexType(), slots.function);
  auto select =
      scf::IndexSwitchOp::create(b, TypeRange(), number, cases, cases.size());
  OpBuilder::InsertionGuard guard(b);
  for (auto [entry, region] : llvm::zip(entries, select.getCaseRegions())) {
    b.createBlock(&region);
    callEntry(b, slots, slot, entry);
    scf::YieldOp::create(b);
  }
  b.createBlock(&select.getDefaultRegion());
  scf::YieldOp::create(b);
}

/// Returns whether the instance in a slot runs.
static Value buildRuns(InstanceBuilder &b, const SlotParameters &slots,
                       Value number) {
  Value isLimited = b.compare(arith::CmpIPredicate::eq, slots.start,
                              b.buildI32(kSlotUsedIfReturned));
  auto branch = scf::IfOp::create(b, b.getI1Type(), isLimited,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value outcome = getElement(b, toGlobal(b, slots.outcomes), number, 8);
  Value status = LLVM::LoadOp::create(b, b.getI64Type(), outcome);
  Value hasReturned =
      b.compare(arith::CmpIPredicate::eq, status, b.buildI64(kSlotReturned));
  scf::YieldOp::create(b, hasReturned);
  b.setInsertionPointToEnd(branch.elseBlock());
  Value isAny = arith::ConstantIntOp::create(b, /*value=*/1, /*width=*/1);
  scf::YieldOp::create(b, isAny);
  return branch.getResult(0);
}

static void buildThread(InstanceBuilder &b, const SlotParameters &slots,
                        Value number, FuncOp start, ArrayRef<FuncOp> entries,
                        const DeviceLowering &lowering) {
  Slot slot = buildSlot(b, slots, number, lowering);
  Value frame = buildFrame(b, slots, slot, lowering);
  DeviceBuilder body(b, b.getLoc(), frame, slot.window, lowering);
  LLVM::StoreOp::create(body, body.buildI64(kSlotRunning), slot.outcome);
  Value isNew = body.compare(arith::CmpIPredicate::eq, slots.start,
                             body.buildI32(kSlotNew));
  auto branch = scf::IfOp::create(body, isNew, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(body);
    body.setInsertionPointToStart(branch.thenBlock());
    initialize(body, start, lowering);
    body.setInsertionPointToStart(branch.elseBlock());
    loadObjects(body, lowering);
  }
  body.storeFrame(body.extend(slots.function), kFrameFunction);
  callEntries(body, slots, slot, entries, lowering);
  body.saveObjects();
  LLVM::StoreOp::create(body, body.buildI64(kSlotReturned), slot.outcome);
}

/// Returns the exported functions, each once.
static SmallVector<FuncOp> findEntries(ModuleOp module,
                                       const DeviceLowering &lowering) {
  llvm::SetVector<FuncOp> entries;
  for (auto op : module.getOps<instance::ExportOp>())
    if (auto function = lowering.lookUpFunction(op.getObject()))
      entries.insert(function);
  return entries.takeVector();
}

void mlir::zyn::buildKernel(ModuleOp module, const DeviceLowering &lowering) {
  Location loc = module.getLoc();
  FuncOp start;
  for (auto op : module.getOps<instance::StartOp>())
    start = lowering.lookUpFunction(op.getFunction());
  SmallVector<FuncOp> entries = findEntries(module, lowering);

  OpBuilder builder = OpBuilder::atBlockEnd(lowering.device.getBody());
  FunctionType type = builder.getFunctionType(
      SlotParameters::getTypes(module.getContext()), {});
  auto kernel = gpu::GPUFuncOp::create(builder, loc, "run", type);
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({int32_t(kSlotsPerBlock), 1, 1}));
  kernel->setAttr(kernel::KernelDialect::getMinBlocksAttrName(),
                  builder.getI64IntegerAttr(residentBlocks));
  builder.setInsertionPointToStart(&kernel.getBody().front());
  InstanceBuilder b(builder, loc);
  SlotParameters slots = SlotParameters::get(kernel.getArguments());
  Value number = buildSlotNumber(b);
  Value exists = b.compare(arith::CmpIPredicate::ult, number, slots.count);
  auto branch = scf::IfOp::create(b, exists, /*withElseRegion=*/false);
  gpu::ReturnOp::create(b);
  b.setInsertionPointToStart(branch.thenBlock());
  auto runs = scf::IfOp::create(b, buildRuns(b, slots, number),
                                /*withElseRegion=*/false);
  b.setInsertionPointToStart(runs.thenBlock());
  buildThread(b, slots, number, start, entries, lowering);

  builder.setInsertionPointToEnd(module.getBody());
  auto launch = FuncOp::create(builder, loc, kRunInstancesName, type);
  builder.setInsertionPointToStart(launch.addEntryBlock());
  InstanceBuilder host(builder, loc);
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(host, host.getIndexType(), value);
  };
  Value threads = host.buildI64(kSlotsPerBlock);
  Value count = SlotParameters::get(launch.getArguments()).count;
  Value blocks = toIndex(arith::CeilDivUIOp::create(host, count, threads));
  Value one = toIndex(host.buildI64(1));
  gpu::LaunchFuncOp::create(
      host, kernel, {blocks, one, one}, {toIndex(threads), one, one},
      /*dynamicSharedMemorySize=*/{}, launch.getArguments());
  func::ReturnOp::create(host);
}
