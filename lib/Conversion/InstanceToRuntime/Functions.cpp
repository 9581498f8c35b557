//===- Functions.cpp - Functions and the interface to the host-------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstddef>

using namespace mlir;
using namespace mlir::zyn;
using func::FuncOp;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static FunctionType addState(FunctionType type) {
  SmallVector<Type> inputs = {LLVM::LLVMPointerType::get(type.getContext())};
  llvm::append_range(inputs, type.getInputs());
  return FunctionType::get(type.getContext(), inputs, type.getResults());
}

/// Traps if the frame of the function is below the limit. A function that does
/// not call others cannot recurse; its frame fits below the limit.
static void checkStack(FuncOp function, const RuntimeLowering &lowering) {
  auto result = function.walk([](Operation *op) {
    return isa<func::CallOp, instance::HostCallOp, instance::CallIndirectOp>(op)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return;
  Operation &first = function.front().front();
  OpBuilder insertion(&first);
  StateBuilder builder(insertion, &first, lowering);
  builder.setLoc(function.getLoc());
  Type pointer = builder.getPointerType(), i64 = builder.getI64Type();
  Value level = LLVM::ConstantOp::create(builder, builder.getI32Type(), 0);
  Value frame =
      LLVM::CallIntrinsicOp::create(
          builder, pointer, builder.getStringAttr("llvm.frameaddress"), level)
          .getResults();
  Value store = builder.loadField(pointer, builder.getInstance(),
                                  offsetof(zynrt_instance, store),
                                  /*invariant=*/true);
  Value limit =
      builder.loadField(i64, store, offsetof(zynrt_store, stack_limit));
  Value address = LLVM::PtrToIntOp::create(builder, i64, frame);
  builder.trapIf(builder.compare(arith::CmpIPredicate::ult, address, limit),
                 instance::TrapKind::stack_exhausted);
}

/// Loads the pointer to an object from the state, unless that has been done.
static Value loadReference(StateBuilder &builder, func::FuncOp function,
                           StringRef name, RuntimeLowering &lowering) {
  Value &reference = lowering.references[{function, name}];
  if (!reference)
    reference = builder.loadField(
        builder.getPointerType(),
        builder.buildWordAddress(lowering.layout.getWord(name)), 0,
        /*invariant=*/true);
  return reference;
}

/// Loads the pointers to objects that `op` uses.
static void loadReferences(StateBuilder &builder, func::FuncOp function,
                           Operation *op, RuntimeLowering &lowering) {
  auto load = [&](StringRef name) {
    return loadReference(builder, function, name, lowering);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<instance::LoadOp, instance::StoreOp>([&](auto access) {
        Value memory = load(access.getMemory());
        Value &base = lowering.memoryBases[{function, access.getMemory()}];
        if (!base)
          base = builder.loadField(builder.getPointerType(), memory,
                                   offsetof(zynrt_memory, base),
                                   /*invariant=*/true);
      })
      .Case<instance::MemorySizeOp, instance::MemoryGrowOp,
            instance::MemoryFillOp, instance::MemoryInitOp,
            instance::BufferReadOp, instance::BufferWriteOp>(
          [&](auto access) { load(access.getMemory()); })
      .Case<instance::TableGetOp, instance::TableSetOp, instance::TableSizeOp,
            instance::TableGrowOp, instance::TableFillOp, instance::TableInitOp,
            instance::CallIndirectOp>(
          [&](auto access) { load(access.getTable()); })
      .Case<instance::MemoryCopyOp, instance::TableCopyOp>([&](auto copy) {
        load(copy.getDestination());
        load(copy.getSource());
      })
      .Case<instance::GlobalGetOp, instance::GlobalSetOp>([&](auto access) {
        if (lowering.importedGlobals.contains(access.getGlobal()))
          load(access.getGlobal());
      });
}

void zyn::lowerFunctions(ModuleOp module, RuntimeLowering &lowering) {
  for (auto function : module.getOps<FuncOp>()) {
    function.setName(getCodeName(function.getName()));
    function.setPrivate();
    disableTailCalls(function);
    FunctionType type = addState(function.getFunctionType());
    function.setFunctionType(type);
    function.front().insertArgument(0u, type.getInput(0), function.getLoc());
    function.walk([&](func::CallOp call) {
      call.setCallee(getCodeName(call.getCallee()));
      call->insertOperands(0, function.getArgument(0));
    });
    Operation &first = function.front().front();
    checkStack(function, lowering);
    OpBuilder insertion(&first);
    StateBuilder builder(insertion, &first, lowering);
    builder.setLoc(function.getLoc());
    function.walk([&](Operation *op) {
      loadReferences(builder, function, op, lowering);
    });
  }
}

//===----------------------------------------------------------------------===//
// Interface to the host
//===----------------------------------------------------------------------===//

static FuncOp createFunction(ImplicitLocOpBuilder &builder, const Twine &name,
                             FunctionType type) {
  auto function = FuncOp::create(builder, name.str(), type);
  function.setPrivate();
  function.addEntryBlock();
  return function;
}

static Value getSlot(ImplicitLocOpBuilder &builder, Value slots, unsigned i) {
  return LLVM::GEPOp::create(builder, slots.getType(), builder.getI64Type(),
                             slots, LLVM::GEPArg(static_cast<int32_t>(i)));
}

static void storeSlots(ImplicitLocOpBuilder &builder, Value slots,
                       ValueRange values) {
  for (auto [i, value] : llvm::enumerate(values))
    LLVM::StoreOp::create(builder, value, getSlot(builder, slots, i));
}

static SmallVector<Value> loadSlots(ImplicitLocOpBuilder &builder, Value slots,
                                    TypeRange types) {
  SmallVector<Value> values;
  for (auto [i, type] : llvm::enumerate(types))
    values.push_back(
        LLVM::LoadOp::create(builder, type, getSlot(builder, slots, i)));
  return values;
}

/// Builds a function with the type of other functions that calls a function of
/// the host.
static void buildHostCall(ImplicitLocOpBuilder &builder,
                          instance::HostFunctionOp host,
                          RuntimeLowering &lowering) {
  OpBuilder::InsertionGuard guard(builder);
  auto type = cast<FunctionType>(host.getFunctionType());
  FuncOp function =
      createFunction(builder, getCodeName(host.getSymName()), addState(type));
  builder.setInsertionPointToStart(&function.front());
  auto end = func::ReturnOp::create(builder);
  builder.setInsertionPoint(end);
  StateBuilder body(builder, end, lowering);
  unsigned numSlots = std::max({type.getNumInputs(), type.getNumResults(), 1u});
  Value slots = LLVM::AllocaOp::create(
      body, body.getPointerType(), body.getI64Type(), body.buildI64(numSlots));
  storeSlots(body, slots, function.getArguments().drop_front());
  Value callee = loadReference(body, function, host.getSymName(), lowering);
  Value entry = body.loadField(body.getPointerType(), callee,
                               offsetof(zynrt_function, entry));
  Value other = body.loadField(body.getPointerType(), callee,
                               offsetof(zynrt_function, instance));
  auto entryType = LLVM::LLVMFunctionType::get(
      body.getType<LLVM::LLVMVoidType>(), {other.getType(), slots.getType()});
  LLVM::CallOp::create(body, entryType, ValueRange{entry, other, slots});
  end->setOperands(loadSlots(body, slots, type.getResults()));
}

/// Builds a function with the type of `zynrt_function::entry`.
static FuncOp buildEntry(ImplicitLocOpBuilder &builder, StringRef code,
                         FunctionType type) {
  OpBuilder::InsertionGuard guard(builder);
  Type pointer = builder.getType<LLVM::LLVMPointerType>();
  FuncOp entry =
      createFunction(builder, "entry." + code,
                     builder.getFunctionType({pointer, pointer}, {}));
  builder.setInsertionPointToStart(&entry.front());
  Value slots = entry.getArgument(1);
  SmallVector<Value> arguments = {entry.getArgument(0)};
  llvm::append_range(arguments, loadSlots(builder, slots, type.getInputs()));
  auto call = func::CallOp::create(builder, code, type.getResults(), arguments);
  storeSlots(builder, slots, call.getResults());
  func::ReturnOp::create(builder);
  return entry;
}

void zyn::buildHostInterface(ModuleOp module, RuntimeLowering &lowering) {
  ImplicitLocOpBuilder builder(module.getLoc(), module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  for (auto host : module.getOps<instance::HostFunctionOp>())
    buildHostCall(builder, host, lowering);

  Type pointer = builder.getType<LLVM::LLVMPointerType>();
  FuncOp table = createFunction(builder, "instance_code",
                                builder.getFunctionType(pointer, {}));
  table.setPublic();
  OpBuilder body = OpBuilder::atBlockBegin(&table.front());
  ImplicitLocOpBuilder tableBuilder(module.getLoc(), body);
  auto store = [&](StringRef name, FunctionType type, unsigned index) {
    Value function = func::ConstantOp::create(
        tableBuilder, type, FlatSymbolRefAttr::get(builder.getContext(), name));
    Value address =
        UnrealizedConversionCastOp::create(tableBuilder, pointer, function)
            .getResult(0);
    LLVM::StoreOp::create(tableBuilder, address,
                          getSlot(tableBuilder, table.getArgument(0), index));
  };
  for (auto [i, op] : llvm::enumerate(lowering.layout.getFunctions())) {
    FunctionType type;
    std::string name;
    if (auto host = dyn_cast<instance::HostFunctionOp>(op)) {
      type = cast<FunctionType>(host.getFunctionType());
      name = getCodeName(host.getSymName());
    } else {
      auto function = cast<FuncOp>(op);
      FunctionType full = function.getFunctionType();
      type = FunctionType::get(op->getContext(), full.getInputs().drop_front(),
                               full.getResults());
      name = function.getName();
    }
    FuncOp entry = buildEntry(builder, name, type);
    store(name, addState(type), 2 * i);
    store(entry.getName(), entry.getFunctionType(), 2 * i + 1);
  }
  func::ReturnOp::create(tableBuilder);
}
