//===- Intrinsics.cpp - Functions of the module zyn -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::instance;
using namespace mlir::wasm;
using llvm::Twine;

namespace {
class IntrinsicTable {
public:
  IntrinsicTable() {
    addRun();
    for (unsigned i = 0; i <= getMaxEnumValForBuffer(); ++i)
      addBuffer(static_cast<Buffer>(i));
    for (ValueType type : {ValueType::I32, ValueType::I64})
      addAtomics(type);
    for (ValueType type : {ValueType::F32, ValueType::F64})
      addUpdate(AtomicKind::add, type);
  }

  const Intrinsic *find(StringRef name) const {
    auto found = intrinsics.find(name);
    return found == intrinsics.end() ? nullptr : &found->second;
  }

private:
  void addRun();
  void addBuffer(Buffer buffer);
  void addAtomics(ValueType type);
  void addUpdate(AtomicKind kind, ValueType type);

  /// Adds a function whose builder has no use for the memory.
  template <typename Build>
  void add(const Twine &name, ValueTypes parameters, ValueTypes results,
           Build build) {
    intrinsics[name.str()] = {
        {std::move(parameters), std::move(results)},
        /*usesMemory=*/false,
        [build](ImplicitLocOpBuilder &b, FlatSymbolRefAttr,
                ValueRange arguments) -> Value { return build(b, arguments); }};
  }

  llvm::StringMap<Intrinsic> intrinsics;
};
} // namespace

static constexpr ValueType i32 = ValueType::I32;

void IntrinsicTable::addRun() {
  add("instance_id", {}, {i32},
      [](ImplicitLocOpBuilder &b, ValueRange) { return IdOp::create(b); });
  add("instance_count", {}, {i32},
      [](ImplicitLocOpBuilder &b, ValueRange) { return CountOp::create(b); });
  add("clock", {}, {ValueType::I64},
      [](ImplicitLocOpBuilder &b, ValueRange) { return ClockOp::create(b); });
  add("fence", {}, {}, [](ImplicitLocOpBuilder &b, ValueRange) {
    FenceOp::create(b);
    return Value();
  });
}

void IntrinsicTable::addBuffer(Buffer buffer) {
  std::string prefix = (stringifyBuffer(buffer) + "_").str();
  add(prefix + "size", {}, {i32}, [=](ImplicitLocOpBuilder &b, ValueRange) {
    return BufferSizeOp::create(b, buffer);
  });
  // The arguments of both are the address in the memory, the offset in the
  // buffer, and the number of bytes.
  const Signature copy = {{i32, i32, i32}, {}};
  intrinsics[prefix + "read"] = {
      copy, /*usesMemory=*/true,
      [=](ImplicitLocOpBuilder &b, FlatSymbolRefAttr memory, ValueRange args) {
        auto source = BufferAttr::get(b.getContext(), buffer);
        BufferReadOp::create(b, memory, args[0], source, args[1], args[2]);
        return Value();
      }};
  if (buffer == Buffer::input)
    return;
  intrinsics[prefix + "write"] = {
      copy, /*usesMemory=*/true,
      [=](ImplicitLocOpBuilder &b, FlatSymbolRefAttr memory, ValueRange args) {
        auto target = BufferAttr::get(b.getContext(), buffer);
        BufferWriteOp::create(b, target, args[1], memory, args[0], args[2]);
        return Value();
      }};
}

void IntrinsicTable::addUpdate(AtomicKind kind, ValueType type) {
  add("atomic_" + stringifyAtomicKind(kind) + "_" + toText(type), {i32, type},
      {type}, [=](ImplicitLocOpBuilder &b, ValueRange args) {
        return AtomicUpdateOp::create(b, args[1].getType(), kind, args[1],
                                      args[0]);
      });
}

void IntrinsicTable::addAtomics(ValueType type) {
  std::string suffix = ("_" + toText(type)).str();
  add("atomic_load" + suffix, {i32}, {type},
      [=](ImplicitLocOpBuilder &b, ValueRange args) {
        return AtomicLoadOp::create(b, b.getIntegerType(type == i32 ? 32 : 64),
                                    args[0]);
      });
  add("atomic_store" + suffix, {i32, type}, {},
      [](ImplicitLocOpBuilder &b, ValueRange args) {
        AtomicStoreOp::create(b, args[1], args[0]);
        return Value();
      });
  add("atomic_compare_exchange" + suffix, {i32, type, type}, {type},
      [](ImplicitLocOpBuilder &b, ValueRange args) {
        return AtomicCompareExchangeOp::create(b, args[1].getType(), args[1],
                                               args[2], args[0]);
      });
  for (unsigned i = 0; i <= getMaxEnumValForAtomicKind(); ++i)
    addUpdate(static_cast<AtomicKind>(i), type);
}

const Intrinsic *wasm::findIntrinsic(const Import &import) {
  static const IntrinsicTable table;
  return import.module == "zyn" ? table.find(import.name) : nullptr;
}

static std::string listTypes(ArrayRef<ValueType> types) {
  std::string text;
  for (ValueType type : types)
    text += ((text.empty() ? "" : ", ") + toText(type)).str();
  return "(" + text + ")";
}

std::string wasm::toText(const Signature &signature) {
  return listTypes(signature.parameters) + " -> " +
         listTypes(signature.results);
}
