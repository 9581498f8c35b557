//===- WasmModule.h - A parsed module ------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_WASMMODULE_H
#define ZYN_LIB_TARGET_WASM_WASMMODULE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Wasm.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::wasm {

/// Types of values, with their codes in the binary format.
enum class ValueType : uint8_t {
  /// An operand of unreachable code, which has every type.
  Unknown = 0,
  I32 = llvm::wasm::WASM_TYPE_I32,
  I64 = llvm::wasm::WASM_TYPE_I64,
  F32 = llvm::wasm::WASM_TYPE_F32,
  F64 = llvm::wasm::WASM_TYPE_F64,
  FuncRef = llvm::wasm::WASM_TYPE_FUNCREF,
  ExternRef = llvm::wasm::WASM_TYPE_EXTERNREF
};

llvm::StringRef toText(ValueType type);
inline bool isReference(ValueType type) {
  return type == ValueType::FuncRef || type == ValueType::ExternRef;
}

using ValueTypes = llvm::SmallVector<ValueType, 4>;

struct Signature {
  ValueTypes parameters, results;
};

struct Limits {
  uint32_t minimum = 0;
  std::optional<uint32_t> maximum;
};

struct Import {
  llvm::StringRef module, name;
};

/// The value of a global, an offset or an element.
struct Intrinsic;

struct ConstantExpression {
  enum Kind { Number, GlobalGet, RefFunc, RefNull } kind = Number;
  ValueType type = ValueType::I32;
  /// The bits of a number.
  uint64_t bits = 0;
  /// The global or the function.
  uint32_t index = 0;
  uint64_t offset = 0;
};

struct Function {
  uint32_t type = 0;
  std::optional<Import> import;
  /// If it is imported from the module `zyn`.
  const Intrinsic *intrinsic = nullptr;
  /// From the name section; may be empty.
  llvm::StringRef name;
  /// Declarations of local variables, and instructions.
  uint64_t bodyBegin = 0, bodyEnd = 0;

  bool isHostFunction() const { return import && !intrinsic; }
};

struct Table {
  ValueType type = ValueType::FuncRef;
  Limits limits;
  std::optional<Import> import;
};

struct Memory {
  Limits limits;
  std::optional<Import> import;
};

struct Global {
  ValueType type = ValueType::I32;
  bool isMutable = false;
  std::optional<Import> import;
  ConstantExpression value;
};

struct Export {
  llvm::StringRef name;
  /// WASM_EXTERNAL_FUNCTION and so on.
  uint8_t kind = 0;
  uint32_t index = 0;
};

struct Segment {
  enum Mode { Active, Passive, Declarative } mode = Active;
  /// The memory or table, and the offset, of an active segment.
  uint32_t target = 0;
  ConstantExpression offset;
};

struct ElementSegment : Segment {
  ValueType type = ValueType::FuncRef;
  std::vector<ConstantExpression> values;
};

struct DataSegment : Segment {
  llvm::StringRef bytes;
};

/// A module whose sections are valid; the bodies of its functions have yet to
/// be validated. Names and bytes are views of the file.
struct WasmModule {
  std::vector<Signature> types;
  std::vector<Function> functions;
  std::vector<Table> tables;
  std::vector<Memory> memories;
  std::vector<Global> globals;
  std::vector<Export> exports;
  std::optional<uint32_t> start;
  std::vector<ElementSegment> elements;
  std::optional<uint32_t> dataCount;
  std::vector<DataSegment> data;
  /// Sections with debugging information, by name without the dot, and what
  /// addresses in them are relative to.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> debugSections;
  uint64_t codeBegin = 0;
  /// Functions that ref.func may refer to.
  llvm::DenseSet<uint32_t> referredFunctions;

  const Signature &getSignature(const Function &function) const {
    return types[function.type];
  }
};

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_WASMMODULE_H
