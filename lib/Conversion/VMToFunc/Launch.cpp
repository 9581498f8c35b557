//===- Launch.cpp - Entry functions of phases -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Engines.h"
#include "Epochs.h"
#include "Interpreter.h"
#include "Structured.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::zyn;

/// Creates a public function of `MachineMemory` and the number of instances.
static func::FuncOp createEntry(vm::ProgramOp program, OpBuilder &builder) {
  SmallVector<Type> types = MachineMemory::getTypes(builder.getContext());
  types.push_back(builder.getIndexType());
  auto function =
      func::FuncOp::create(builder, program.getLoc(), program.getSymName(),
                           builder.getFunctionType(types, {}));
  function.addEntryBlock();
  return function;
}

/// Allocates the memory of a group of `size` instances with `allocate`.
static void
allocateGroup(ImplicitLocOpBuilder &b, EpochGroup &group, int64_t size,
              function_ref<Value(ArrayRef<int64_t>, Type)> allocate) {
  group.file = allocate({vm::kNumWords, size}, b.getI32Type());
  group.executed = allocate({size}, b.getI64Type());
  group.lists = allocate({4, size}, b.getI32Type());
  group.counts = allocate({2, 4}, b.getI32Type());
}

static void clearCounts(ImplicitLocOpBuilder &b, const EpochGroup &group) {
  for (int64_t parity = 0; parity < 2; ++parity)
    for (int64_t number = 0; number < 4; ++number)
      memref::StoreOp::create(
          b, constantI32(b, 0), group.counts,
          ValueRange{constantIndex(b, parity), constantIndex(b, number)});
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// Builds a function that interprets the program for one instance.
static func::FuncOp buildHostInterpreter(vm::ProgramOp program,
                                         OpBuilder &builder) {
  func::FuncOp function = createResume(program, builder);
  ImplicitLocOpBuilder b(program.getLoc(),
                         OpBuilder::atBlockBegin(&function.getBody().front()));
  auto type = MemRefType::get({vm::kNumWords}, b.getI32Type());
  RegisterFile file = {memref::AllocaOp::create(b, type), {}};
  buildInterpreter(b, program, MachineMemory::get(function.getArguments()),
                   function.getArguments().back(), file);
  func::ReturnOp::create(b);
  return function;
}

/// Builds a function that runs a group of instances in epochs on one thread,
/// which needs no barriers.
static func::FuncOp buildHostGroup(vm::ProgramOp program, OpBuilder &builder) {
  func::FuncOp function = createResume(program, builder, /*numIndices=*/2);
  ImplicitLocOpBuilder b(program.getLoc(),
                         OpBuilder::atBlockBegin(&function.getBody().front()));
  EpochGroup group;
  group.first = function.getArguments().drop_back().back();
  group.count = function.getArguments().back();
  group.thread = constantIndex(b, 0);
  group.numThreads = constantIndex(b, 1);
  group.barrier = [] {};
  allocateGroup(b, group, LaunchSchedule::hostInstances,
                [&](ArrayRef<int64_t> shape, Type type) -> Value {
                  return memref::AllocaOp::create(b,
                                                  MemRefType::get(shape, type));
                });
  clearCounts(b, group);
  buildEpochs(b, program, MachineMemory::get(function.getArguments()), group);
  func::ReturnOp::create(b);
  return function;
}

void zyn::buildHostLaunch(vm::ProgramOp program, VMEngine engine) {
  OpBuilder builder(program);
  bool isGrouped = engine == VMEngine::Epochs;
  func::FuncOp task =
      engine == VMEngine::AheadOfTime   ? buildAheadOfTime(program, builder)
      : engine == VMEngine::Interpreter ? buildHostInterpreter(program, builder)
                                        : buildHostGroup(program, builder);
  func::FuncOp entry = createEntry(program, builder);
  ImplicitLocOpBuilder b(program.getLoc(),
                         OpBuilder::atBlockBegin(&entry.getBody().front()));
  Value count = entry.getArguments().back();
  Value step = constantIndex(b, isGrouped ? LaunchSchedule::hostInstances : 1);
  scf::ParallelOp::create(
      b, ValueRange{constantIndex(b, 0)}, ValueRange{count}, ValueRange{step},
      [&](OpBuilder &inner, Location loc, ValueRange first) {
        ImplicitLocOpBuilder b(loc, inner);
        SmallVector<Value> operands(entry.getArguments().drop_back());
        operands.push_back(first[0]);
        if (isGrouped) {
          Value rest = arith::SubIOp::create(b, count, first[0]);
          operands.push_back(arith::MinUIOp::create(b, rest, step));
        }
        func::CallOp::create(b, task, operands);
      });
  func::ReturnOp::create(b);
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

static Value allocateShared(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape,
                            Type type) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  return kernel::SharedOp::create(
      b, MemRefType::get(shape, type, MemRefLayoutAttrInterface(), space));
}

/// Builds a kernel whose threads each run one instance: by calling `resume`, or
/// else by interpreting the program with the state in shared memory, which is
/// laid out such that each lane has its own bank.
static void buildDeviceThread(ImplicitLocOpBuilder &b, gpu::GPUFuncOp kernel,
                              vm::ProgramOp program, func::FuncOp resume) {
  constexpr int64_t size = LaunchSchedule::threads;
  Value block = kernel::BlockIdOp::create(b, kernel::Dimension::x);
  Value thread = kernel::ThreadIdOp::create(b, kernel::Dimension::x);
  Value first = arith::MulIOp::create(b, block, constantIndex(b, size));
  Value position = arith::AddIOp::create(b, first, thread);
  Value exists = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, position,
                                       kernel.getArguments().back());
  RegisterFile file;
  if (!resume)
    file = {allocateShared(b, {vm::kNumWords, size}, b.getI32Type()), {thread}};
  buildIf(b, exists, [&] {
    if (!resume)
      return buildInterpreter(b, program,
                              MachineMemory::get(kernel.getArguments()),
                              position, file);
    SmallVector<Value> operands(kernel.getArguments().drop_back());
    operands.push_back(position);
    func::CallOp::create(b, resume, operands);
  });
}

/// Builds a kernel whose blocks each run a group of instances in epochs, with
/// the states in shared memory.
static void buildDeviceGroup(ImplicitLocOpBuilder &b, gpu::GPUFuncOp kernel,
                             vm::ProgramOp program) {
  Value size = constantIndex(b, LaunchSchedule::epochInstances);
  Value block = kernel::BlockIdOp::create(b, kernel::Dimension::x);
  EpochGroup group;
  group.first = arith::MulIOp::create(b, block, size);
  Value rest =
      arith::SubIOp::create(b, kernel.getArguments().back(), group.first);
  group.count = arith::MinUIOp::create(b, rest, size);
  group.thread = kernel::ThreadIdOp::create(b, kernel::Dimension::x);
  group.numThreads = size;
  group.barrier = [&] { kernel::BarrierOp::create(b); };
  allocateGroup(b, group, LaunchSchedule::epochInstances,
                [&](ArrayRef<int64_t> shape, Type type) {
                  return allocateShared(b, shape, type);
                });
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        group.thread, constantIndex(b, 0));
  buildIf(b, isFirst, [&] { clearCounts(b, group); });
  group.barrier();
  buildEpochs(b, program, MachineMemory::get(kernel.getArguments()), group);
}

void zyn::buildDeviceLaunch(vm::ProgramOp program, VMEngine engine) {
  OpBuilder builder(program);
  Location loc = program.getLoc();
  bool isGrouped = engine == VMEngine::Epochs;
  func::FuncOp entry = createEntry(program, builder);
  auto module = gpu::GPUModuleOp::create(
      builder, loc, makeUnique(program, program.getSymName() + "_kernels"));
  module->getParentOp()->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                                 builder.getUnitAttr());
  builder.setInsertionPointToEnd(module.getBody());
  func::FuncOp resume;
  if (engine == VMEngine::AheadOfTime)
    resume = buildAheadOfTime(program, builder);

  int64_t size =
      isGrouped ? LaunchSchedule::epochInstances : LaunchSchedule::threads;
  auto kernel =
      gpu::GPUFuncOp::create(builder, loc, "round", entry.getFunctionType());
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(size), 1, 1}));
  if (!isGrouped)
    kernel->setAttr(
        kernel::KernelDialect::getMinBlocksAttrName(),
        builder.getI32IntegerAttr(resume ? LaunchSchedule::aheadOfTimeBlocks
                                         : LaunchSchedule::interpreterBlocks));
  ImplicitLocOpBuilder b(loc,
                         OpBuilder::atBlockBegin(&kernel.getBody().front()));
  if (isGrouped)
    buildDeviceGroup(b, kernel, program);
  else
    buildDeviceThread(b, kernel, program, resume);
  gpu::ReturnOp::create(b);

  ImplicitLocOpBuilder host(loc,
                            OpBuilder::atBlockBegin(&entry.getBody().front()));
  Value one = constantIndex(host, 1), threads = constantIndex(host, size);
  Value blocks =
      arith::CeilDivUIOp::create(host, entry.getArguments().back(), threads);
  gpu::LaunchFuncOp::create(host, kernel, {blocks, one, one},
                            {threads, one, one}, /*dynamicSharedMemorySize=*/{},
                            entry.getArguments());
  func::ReturnOp::create(host);
}
