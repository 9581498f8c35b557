//===- ImportMemory.cpp - Memory instructions------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wasm;

static constexpr ValueType i32 = ValueType::I32;

/// The binary format has a byte 0 for the number of the memory.
FlatSymbolRefAttr FunctionImporter::readMemory() {
  if (reader.readByte() != 0)
    fail("zero byte expected: several memories need the multi-memory proposal, "
         "which is not supported");
  else if (module.memories.empty())
    fail("unknown memory 0");
  return module.memories.empty() ? FlatSymbolRefAttr() : symbols.memories[0];
}

FlatSymbolRefAttr FunctionImporter::readData() {
  if (!module.dataCount)
    fail("data count section required");
  uint32_t index = readIndex(module.data.size(), "data segment");
  return reader.failed() ? FlatSymbolRefAttr() : symbols.data[index];
}

FunctionImporter::MemoryAccess
FunctionImporter::readMemoryAccess(unsigned bits) {
  MemoryAccess access;
  uint32_t align = reader.readU32();
  access.offset = builder.getI64IntegerAttr(reader.readU32());
  if (align >= 32)
    fail("malformed memop flags");
  else if ((8u << std::min(align, 28u)) > bits)
    fail("alignment must not be larger than natural: found " +
         llvm::Twine(1u << align) + " for " + llvm::Twine(bits / 8) + " bytes");
  else if ((8u << align) < bits)
    access.align = builder.getI32IntegerAttr(1 << align);
  if (module.memories.empty())
    fail("unknown memory 0");
  else
    access.memory = symbols.memories[0];
  return access;
}

template <typename Extend>
void FunctionImporter::importLoad(ValueType type, unsigned bits) {
  MemoryAccess access = readMemoryAccess(bits);
  Value address = pop(i32), value;
  if (isReachable()) {
    Type irType = symbols.convert(type);
    Type loadedType =
        std::is_void_v<Extend> ? irType : builder.getIntegerType(bits);
    value = instance::LoadOp::create(builder, loadedType, access.memory,
                                     address, access.offset, access.align);
    if constexpr (!std::is_void_v<Extend>)
      value = Extend::create(builder, irType, value);
  }
  push(type, value);
}

template void FunctionImporter::importLoad<void>(ValueType, unsigned);
template void FunctionImporter::importLoad<arith::ExtSIOp>(ValueType, unsigned);
template void FunctionImporter::importLoad<arith::ExtUIOp>(ValueType, unsigned);

void FunctionImporter::importStore(ValueType type, unsigned bits) {
  MemoryAccess access = readMemoryAccess(bits);
  Value value = pop(type), address = pop(i32);
  if (!isReachable())
    return;
  if (value.getType().getIntOrFloatBitWidth() != bits)
    value =
        arith::TruncIOp::create(builder, builder.getIntegerType(bits), value);
  instance::StoreOp::create(builder, value, access.memory, address,
                            access.offset, access.align);
}

void FunctionImporter::importMemorySize() {
  FlatSymbolRefAttr memory = readMemory();
  importOp(i32, {}, [&](ArrayRef<Value>) -> Value {
    return instance::MemorySizeOp::create(builder, memory);
  });
}

void FunctionImporter::importMemoryGrow() {
  FlatSymbolRefAttr memory = readMemory();
  importOp(i32, i32, [&](ArrayRef<Value> values) -> Value {
    return instance::MemoryGrowOp::create(builder, memory, values[0]);
  });
}

void FunctionImporter::importMemoryInit() {
  FlatSymbolRefAttr data = readData(), memory = readMemory();
  SmallVector<Value> values = pop({i32, i32, i32});
  if (isReachable())
    instance::MemoryInitOp::create(builder, memory, values[0], data, values[1],
                                   values[2]);
}

void FunctionImporter::importMemoryCopy() {
  FlatSymbolRefAttr destination = readMemory(), source = readMemory();
  SmallVector<Value> values = pop({i32, i32, i32});
  if (isReachable())
    instance::MemoryCopyOp::create(builder, destination, values[0], source,
                                   values[1], values[2]);
}

void FunctionImporter::importMemoryFill() {
  FlatSymbolRefAttr memory = readMemory();
  SmallVector<Value> values = pop({i32, i32, i32});
  if (isReachable())
    instance::MemoryFillOp::create(builder, memory, values[0], values[1],
                                   values[2]);
}

void FunctionImporter::importDataDrop() {
  FlatSymbolRefAttr data = readData();
  if (isReachable())
    instance::DataDropOp::create(builder, data);
}
