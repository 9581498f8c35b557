//===- HostCalls.cpp - Lowers calls of the host----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Runtime/HostPortABI.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::zyn;
using func::FuncOp;
using namespace ::zyn::runtime;

/// The function that sends a request and executes the commands of the answers.
/// Its arguments are the frame, the memory, the number of the function, and the
/// arguments of the call, an array of words of 64 bits in local memory.
static constexpr char callHostName[] = "call_host";

namespace {
/// Accesses to the port of a thread.
class Port {
  static_assert(kRowBytes == 4 * hostPortLanes,
                "ports are interleaved as the words of memories are");

public:
  explicit Port(DeviceBuilder &builder)
      : builder(builder),
        port(builder.loadFrame(builder.getPointerType(kGlobalSpace),
                               kFramePort)) {}

  Value getPointer(unsigned word) {
    return builder.offsetBy(port, word * kRowBytes);
  }
  Value load(HostPortWord word) {
    return LLVM::LoadOp::create(builder, builder.getI32Type(),
                                getPointer(word));
  }
  void store(Value value, HostPortWord word) {
    LLVM::StoreOp::create(builder, value, getPointer(word));
  }
  /// Returns the pointer to argument or result number `i`.
  Value getValuePointer(unsigned i) { return getPointer(kPortValues + 2 * i); }

private:
  DeviceBuilder &builder;
  Value port;
};
} // namespace

static Value isCommand(DeviceBuilder &b, arith::CmpIPredicate predicate,
                       Value command, HostCommand expected) {
  return b.compare(predicate, command,
                   b.buildI32(static_cast<uint32_t>(expected)));
}

/// Gives the port to the host until a command ends the call, and returns this
/// command.
static Value executeCommands(DeviceBuilder &b) {
  auto loop = scf::WhileOp::create(b, TypeRange(b.getI32Type()), ValueRange());
  OpBuilder::InsertionGuard guard(b);
  b.createBlock(&loop.getAfter(), {}, b.getI32Type(), b.getLoc());
  scf::YieldOp::create(b);
  b.createBlock(&loop.getBefore());
  Port port(b);
  b.callLibrary("exchange_port", port.getPointer(kPortOwner));
  Value buffer = port.getPointer(kPortBuffer);
  b.callMemoryLibrary("apply_writes",
                      {buffer, b.extend(port.load(kPortWritten))});
  Value command = port.load(kPortCommand);
  Value reads =
      isCommand(b, arith::CmpIPredicate::eq, command, HostCommand::Read);
  auto branch = scf::IfOp::create(b, reads, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value address = b.extend(port.load(kPortAddress));
    Value offset = arith::AndIOp::create(b, address, b.buildI64(3));
    b.callMemoryLibrary("copy_to_buffer", {buffer, offset, address,
                                           b.extend(port.load(kPortSize))});
  }
  Value continues =
      isCommand(b, arith::CmpIPredicate::ule, command, HostCommand::Read);
  scf::ConditionOp::create(b, continues, command);
  return loop.getResult(0);
}

/// Copies the inputs of the function, whose arguments are `values`, to the
/// buffer. Returns the bytes of the buffer that they take, an i64.
static Value appendInputs(DeviceBuilder &b, Port &port, Value size,
                          Value function, Value values) {
  Value inputs = b.loadFrame(b.getPointerType(kGlobalSpace), kFrameInputs);
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value first = LLVM::LoadOp::create(
      b, i32, LLVM::GEPOp::create(b, inputs.getType(), i32, inputs, function));
  Value buffer = port.getPointer(kPortBuffer);
  auto loop = scf::WhileOp::create(b, TypeRange({i32, i64}),
                                   ValueRange{first, b.buildI64(0)});
  OpBuilder::InsertionGuard guard(b);
  Location locs[] = {b.getLoc(), b.getLoc()};
  Block *before = b.createBlock(&loop.getBefore(), {}, {i32, i64}, locs);
  Value hasInput = b.compare(arith::CmpIPredicate::ne, before->getArgument(0),
                             b.buildI32(0));
  scf::ConditionOp::create(b, hasInput, before->getArguments());
  Block *after = b.createBlock(&loop.getAfter(), {}, {i32, i64}, locs);
  Value rest = after->getArgument(0), begin = after->getArgument(1);
  auto getBits = [&](unsigned from, unsigned count) -> Value {
    Value shifted = arith::ShRUIOp::create(b, rest, b.buildI32(from));
    return arith::AndIOp::create(b, shifted, b.buildI32((1u << count) - 1));
  };
  Value kind = getBits(0, hostInputKindBits);
  Value parameter =
      getBits(hostInputKindBits, hostInputBits - hostInputKindBits);
  Value end = b.callMemoryLibrary(
      "append_input", {size, buffer, b.buildI64(hostPortBufferBytes), begin,
                       values, kind, parameter});
  Value next = arith::ShRUIOp::create(b, rest, b.buildI32(hostInputBits));
  scf::YieldOp::create(b, ValueRange{next, end});
  return loop.getResult(1);
}

static FuncOp buildCallHost(const DeviceLowering &lowering) {
  OpBuilder outer = OpBuilder::atBlockEnd(lowering.device.getBody());
  Location loc = lowering.device.getLoc();
  MLIRContext *context = outer.getContext();
  auto function = FuncOp::create(
      outer, loc, callHostName,
      outer.getFunctionType({LLVM::LLVMPointerType::get(context, kLocalSpace),
                             LLVM::LLVMPointerType::get(context, kGlobalSpace),
                             outer.getI32Type(),
                             LLVM::LLVMPointerType::get(context, kLocalSpace)},
                            {}));
  function.setPrivate();
  function->setAttr("passthrough", outer.getStrArrayAttr({"noinline", "cold"}));
  Block *entry = function.addEntryBlock(), *returns = function.addBlock(),
        *ends = function.addBlock();
  outer.setInsertionPointToStart(entry);
  DeviceBuilder b(outer, loc, function.getArgument(0), function.getArgument(1),
                  lowering);
  Port port(b);
  Value number = function.getArgument(2), values = function.getArgument(3);
  port.store(number, kPortCommand);
  MemoryOp memory = lowering.getMemory();
  Value size = memory ? b.buildWord(memory.getSymName()) : b.buildI64(0);
  port.store(arith::TruncIOp::create(b, b.getI32Type(), size), kPortSize);
  Value inputBytes = appendInputs(b, port, size, number, values);
  port.store(arith::TruncIOp::create(b, b.getI32Type(), inputBytes),
             kPortWritten);
  Value command = executeCommands(b);
  cf::CondBranchOp::create(
      b, isCommand(b, arith::CmpIPredicate::eq, command, HostCommand::Return),
      returns, ends);

  b.setInsertionPointToStart(returns);
  func::ReturnOp::create(b);

  // An instance that is stopped has not ended.
  b.setInsertionPointToStart(ends);
  Value code = b.extend(Port(b).load(kPortAddress));
  Value exited =
      arith::OrIOp::create(b, arith::ShLIOp::create(b, code, b.buildI64(32)),
                           b.buildI64(kSlotExited));
  Value isExit =
      isCommand(b, arith::CmpIPredicate::eq, command, HostCommand::Exit);
  b.endThread(b.select(isExit, exited, b.buildI64(kSlotRunning)));
  return function;
}

/// Builds the function that others call, which has the declared type.
static FuncOp buildHostFunction(HostFunctionOp host, FuncOp callHost,
                                const DeviceLowering &lowering) {
  OpBuilder outer = OpBuilder::atBlockEnd(lowering.device.getBody());
  Location loc = host.getLoc();
  FunctionType type = instance::getFunctionType(host);
  SmallVector<Type> inputs(callHost.getArgumentTypes().take_front(2));
  llvm::append_range(inputs, type.getInputs());
  auto function =
      FuncOp::create(outer, loc, getCodeName(host.getSymName()),
                     outer.getFunctionType(inputs, type.getResults()));
  outer.setInsertionPointToStart(function.addEntryBlock());
  Value frame = function.getArgument(0), memory = function.getArgument(1);
  DeviceBuilder b(outer, loc, frame, memory, lowering);
  Port port(b);
  // Library functions select arguments by index.
  Value array = LLVM::AllocaOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), b.getI64Type(),
      b.buildI64(std::max(type.getNumInputs(), 1u)), /*alignment=*/8);
  Value values =
      LLVM::AddrSpaceCastOp::create(b, b.getPointerType(kLocalSpace), array);
  for (auto [i, argument] :
       llvm::enumerate(function.getArguments().drop_front(2))) {
    Value bits = b.toBits(argument);
    b.storeWords(port.getValuePointer(i), bits);
    LLVM::StoreOp::create(b, bits, b.offsetBy(values, 8 * i));
  }
  Value number =
      b.buildI32(lowering.functions.getFunctionNumber(host.getSymName()));
  func::CallOp::create(b, callHost, ValueRange{frame, memory, number, values});
  SmallVector<Value> results;
  for (auto [i, result] : llvm::enumerate(type.getResults()))
    results.push_back(b.fromBits(
        b.loadWords(port.getValuePointer(i), b.getI64Type()), result));
  func::ReturnOp::create(b, results);
  return function;
}

void mlir::zyn::lowerHostCalls(ModuleOp module, DeviceLowering &lowering) {
  FuncOp callHost;
  for (auto host : module.getOps<HostFunctionOp>()) {
    if (!callHost)
      callHost = buildCallHost(lowering);
    lowering.addFunction(buildHostFunction(host, callHost, lowering), host);
  }
  lowering.device->walk([&](HostCallOp call) {
    OpBuilder builder(call);
    auto caller = call->getParentOfType<FuncOp>();
    SmallVector<Value> arguments(caller.getArguments().take_front(2));
    llvm::append_range(arguments, call.getArguments());
    auto callee = lowering.lookUpFunction(call.getCallee());
    auto lowered =
        func::CallOp::create(builder, call.getLoc(), callee, arguments);
    call.replaceAllUsesWith(lowered.getResults());
    call.erase();
  });
}
