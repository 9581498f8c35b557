//===- DeviceLowering.cpp - What all patterns share------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// DeviceLowering
//===----------------------------------------------------------------------===//

/// Returns a TBAA tag. Accesses with tags of different names do not alias.
static ArrayAttr getTag(MLIRContext *context, StringRef name) {
  auto root = LLVM::TBAARootAttr::get(context,
                                      StringAttr::get(context, "zyn instance"));
  auto type = LLVM::TBAATypeDescriptorAttr::get(
      context, name, LLVM::TBAAMemberAttr::get(root, 0));
  return ArrayAttr::get(context, LLVM::TBAATagAttr::get(type, type, 0));
}

DeviceLowering::DeviceLowering(ModuleOp module)
    : functions(module), layout(module),
      boundsTag(getTag(module.getContext(), "bounds")),
      accessTag(getTag(module.getContext(), "access")) {
  for (Operation &op : *module.getBody()) {
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      objects[symbol.getName()] = &op;
    if (auto declared = dyn_cast<instance::MemoryOp>(op))
      memory = declared;
  }
  for (auto [i, function] : llvm::enumerate(functions.getFunctions())) {
    numbers[function] = i;
    types[function] =
        functions.getTypeWord(instance::getFunctionType(function));
  }
  module.walk([&](instance::CallIndirectOp call) {
    types[call] = functions.getTypeWord(
        FunctionType::get(call.getContext(), call.getArguments().getTypes(),
                          call.getResultTypes()));
  });
}

void DeviceLowering::buildTrap(InstanceBuilder &b, func::FuncOp function,
                               instance::TrapKind kind, Value site) const {
  DeviceBuilder builder(b, b.getLoc(), function.getArgument(0),
                        function.getArgument(1), *this);
  builder.callMemoryLibrary(
      "end_with_trap", {builder.buildI64(getStatus(function, kind)), site});
  LLVM::UnreachableOp::create(builder);
}

uint64_t DeviceLowering::getStatus(func::FuncOp function,
                                   instance::TrapKind kind) const {
  return uint64_t(getNumber(function)) << 32 |
         (kSlotTrapped + static_cast<uint64_t>(kind));
}

unsigned DeviceLowering::addAccess(Operation *op, uint64_t offset,
                                   uint64_t bytes) const {
  auto function = op->getParentOfType<func::FuncOp>();
  unsigned number = accesses.size() / kAccessWords;
  llvm::append_values(accesses, getSite(op),
                      getStatus(function, instance::TrapKind::memory_bounds),
                      bytes << 32 | offset);
  return number;
}

LLVM::GlobalOp DeviceLowering::getConstant(const Twine &name, Type type,
                                           Attribute value,
                                           uint64_t alignment) const {
  std::string symbol = name.str();
  if (auto global = device.lookupSymbol<LLVM::GlobalOp>(symbol))
    return global;
  OpBuilder builder = OpBuilder::atBlockBegin(device.getBody());
  return LLVM::GlobalOp::create(builder, device.getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                symbol, value, alignment, kGlobalSpace);
}

LLVM::GlobalOp DeviceLowering::getConstant(const Twine &name,
                                           ArrayRef<uint64_t> words) const {
  Type i64 = IntegerType::get(device.getContext(), 64);
  return getConstant(
      name, LLVM::LLVMArrayType::get(i64, words.size()),
      DenseElementsAttr::get(RankedTensorType::get(words.size(), i64), words),
      /*alignment=*/8);
}

LLVM::GlobalOp DeviceLowering::getBytes(StringRef name, StringRef bytes) const {
  Builder builder(device.getContext());
  return getConstant(
      "bytes." + getCodeName(name),
      LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      builder.getStringAttr(bytes), /*alignment=*/4);
}

LLVM::GlobalOp DeviceLowering::getReferences(StringRef name,
                                             ArrayRef<Attribute> values) const {
  SmallVector<uint64_t> words;
  for (Attribute value : values) {
    auto symbol = dyn_cast<FlatSymbolRefAttr>(value);
    words.push_back(symbol ? getReference(symbol.getValue()) : 0);
  }
  return getConstant("references." + getCodeName(name), words);
}

LLVM::GlobalOp DeviceLowering::getAccesses() const {
  return getConstant("accesses", accesses);
}

LLVM::GlobalOp DeviceLowering::getFunctionTypes() const {
  SmallVector<uint64_t> words = {UINT64_MAX};
  for (Operation *function : functions.getFunctions())
    words.push_back(getTypeNumber(function));
  return getConstant("types", words);
}

//===----------------------------------------------------------------------===//
// DeviceBuilder
//===----------------------------------------------------------------------===//

DeviceBuilder::DeviceBuilder(OpBuilder &builder, Operation *op,
                             const DeviceLowering &lowering)
    : InstanceBuilder(builder, op->getLoc()), lowering(lowering) {
  auto function = op->getParentOfType<func::FuncOp>();
  frame = function.getArgument(0);
  memory = function.getArgument(1);
}

Value DeviceBuilder::offsetBy(Value pointer, int32_t bytes) {
  if (bytes == 0)
    return pointer;
  return LLVM::GEPOp::create(*this, pointer.getType(), getI8Type(), pointer,
                             LLVM::GEPArg(bytes));
}

Value DeviceBuilder::buildStateAddress(unsigned word) {
  Value state = loadFrame(getPointerType(kGlobalSpace), kFrameState);
  return LLVM::GEPOp::create(*this, state.getType(),
                             LLVM::LLVMArrayType::get(getI64Type(), 32), state,
                             LLVM::GEPArg(static_cast<int32_t>(word)));
}

Value DeviceBuilder::loadFrame(Type type, unsigned word, ArrayAttr tag) {
  auto load = LLVM::LoadOp::create(*this, type, offsetBy(frame, 8 * word),
                                   /*alignment=*/8);
  load.setTbaaAttr(tag);
  return load;
}

void DeviceBuilder::storeFrame(Value value, unsigned word) {
  LLVM::StoreOp::create(*this, value, offsetBy(frame, 8 * word),
                        /*alignment=*/8);
}

Value DeviceBuilder::buildInitialWord(Operation *object) {
  return buildI64(instance::getInitialWord(
      object, [&](StringRef name) { return lowering.getReference(name); }));
}

Value DeviceBuilder::buildWord(StringRef name, ArrayAttr tag) {
  if (std::optional<unsigned> word = lowering.layout.getWord(name))
    return loadFrame(getI64Type(), kFrameObjects + *word, tag);
  return buildInitialWord(lowering.getObject(name));
}

void DeviceBuilder::storeWord(Value value, StringRef name) {
  storeFrame(value, kFrameObjects + *lowering.layout.getWord(name));
}

Value DeviceBuilder::buildFastEnd() {
  if (lowering.layout.hasMemoryOutsideWindow())
    return loadFrame(getI32Type(), kFrameFastEnd, lowering.boundsTag);
  Value size = buildWord(lowering.getMemory().getSymName(), lowering.boundsTag);
  return arith::TruncIOp::create(*this, getI32Type(), size);
}

void DeviceBuilder::storeFastEnd(Value size) {
  Value end = arith::MinUIOp::create(*this, size,
                                     loadFrame(getI64Type(), kFrameWindowEnd));
  storeFrame(arith::TruncIOp::create(*this, getI32Type(), end), kFrameFastEnd);
}

void DeviceBuilder::dropSegment(StringRef name) {
  // The size of a segment that no range op refers to is not in the state.
  if (lowering.layout.getWord(name))
    storeWord(buildI64(0), name);
}

void DeviceBuilder::saveObjects() {
  for (unsigned i = 0; i < lowering.layout.getNumObjectWords(); ++i)
    LLVM::StoreOp::create(*this, loadFrame(getI64Type(), kFrameObjects + i),
                          buildStateAddress(i));
}

void DeviceBuilder::endThread(Value status) {
  instance::MemoryOp memory = lowering.getMemory();
  if (memory && lowering.layout.getWord(memory.getSymName()))
    status = arith::OrIOp::create(*this, status,
                                  loadFrame(getI64Type(), kFrameLackedPages));
  LLVM::StoreOp::create(*this, status,
                        loadFrame(getPointerType(kGlobalSpace), kFrameOutcome));
  saveObjects();
  kernel::ExitOp::create(*this);
}

void DeviceBuilder::endThread(Value status, Value site) {
  Type pointer = getPointerType(kGlobalSpace);
  Value column = LLVM::GEPOp::create(
      *this, pointer, getI8Type(), loadFrame(pointer, kFrameOutcome),
      loadFrame(getI64Type(), kFrameOutcomeStride));
  LLVM::StoreOp::create(*this, site, column);
  endThread(status);
}

Value DeviceBuilder::fromBits(Value bits, Type type) {
  Type integer = getIntegerType(type.getIntOrFloatBitWidth());
  if (integer != bits.getType())
    bits = arith::TruncIOp::create(*this, integer, bits);
  if (integer != type)
    bits = arith::BitcastOp::create(*this, type, bits);
  return bits;
}

Value DeviceBuilder::toBits(Value value) {
  Type integer = getIntegerType(value.getType().getIntOrFloatBitWidth());
  if (integer != value.getType())
    value = arith::BitcastOp::create(*this, integer, value);
  if (!integer.isInteger(64))
    value = extend(value);
  return value;
}

Value DeviceBuilder::loadWords(Value pointer, Type type) {
  if (type.getIntOrFloatBitWidth() <= 32)
    return LLVM::LoadOp::create(*this, type, pointer);
  auto load = [&](Value from) {
    return extend(LLVM::LoadOp::create(*this, getI32Type(), from));
  };
  Value low = load(pointer);
  Value high = load(offsetBy(pointer, kRowBytes));
  high = arith::ShLIOp::create(*this, high, buildI64(32));
  return fromBits(arith::OrIOp::create(*this, high, low), type);
}

void DeviceBuilder::storeWords(Value pointer, Value value) {
  if (value.getType().getIntOrFloatBitWidth() <= 32) {
    LLVM::StoreOp::create(*this, value, pointer);
    return;
  }
  Value bits = toBits(value);
  Value high = arith::ShRUIOp::create(*this, bits, buildI64(32));
  LLVM::StoreOp::create(*this, fromBits(bits, getI32Type()), pointer);
  LLVM::StoreOp::create(*this, fromBits(high, getI32Type()),
                        offsetBy(pointer, kRowBytes));
}

Value DeviceBuilder::addressOf(LLVM::GlobalOp global) {
  return LLVM::AddressOfOp::create(*this, global);
}

Value DeviceBuilder::select(Value condition, Value lhs, Value rhs) {
  return arith::SelectOp::create(*this, condition, lhs, rhs);
}

Value DeviceBuilder::add(Value lhs, Value rhs) {
  return arith::AddIOp::create(*this, lhs, rhs);
}

Value DeviceBuilder::callLibrary(StringRef name, ValueRange arguments) {
  auto call =
      func::CallOp::create(*this, lowering.getLibraryFunction(name), arguments);
  return call.getNumResults() ? call.getResult(0) : Value();
}

Value DeviceBuilder::callMemoryLibrary(StringRef name, ValueRange arguments) {
  SmallVector<Value> all = {frame};
  llvm::append_range(all, arguments);
  return callLibrary(name, all);
}

void DeviceBuilder::checkRange(Value begin, Value count, Value size,
                               instance::TrapKind kind) {
  trapIf(compare(arith::CmpIPredicate::ugt, add(begin, count), size), kind);
}
