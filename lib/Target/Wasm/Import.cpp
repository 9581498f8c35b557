//===- Import.cpp - Imports WebAssembly modules----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Wasm/Import.h"

#include "FunctionImporter.h"
#include "Intrinsics.h"
#include "SectionReader.h"
#include "Zyn/Support/Escape.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::wasm;

namespace {
/// Builds the IR of a module.
class ModuleImporter {
public:
  ModuleImporter(const WasmModule &module, StringRef bytes, StringRef file,
                 MLIRContext *context, ReadError &error)
      : module(module), bytes(bytes),
        lines(module, StringAttr::get(context, file)), symbols(module, context),
        error(error), builder(UnknownLoc::get(context), context) {}

  /// Returns null and sets the error if a function is invalid.
  OwningOpRef<ModuleOp> run();

private:
  instance::ImportAttr convert(const std::optional<Import> &import);
  IntegerAttr convertMaximum(const Limits &limits);
  Attribute convert(const ConstantExpression &value);
  Value build(const ConstantExpression &value);
  Value buildI32(uint32_t value);
  void setLoc(uint64_t offset) { builder.setLoc(lines.getLoc(offset)); }

  void importDeclarations();
  void importSegments();
  bool importFunctions();
  void importIntrinsic(const Intrinsic &intrinsic, func::FuncOp op);
  void importExports();
  void importStart();
  void buildActiveSegments();

  const WasmModule &module;
  const StringRef bytes;
  const SourceLines lines;
  ModuleSymbols symbols;
  ReadError &error;
  ImplicitLocOpBuilder builder;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

instance::ImportAttr
ModuleImporter::convert(const std::optional<Import> &import) {
  if (!import)
    return {};
  return builder.getAttr<instance::ImportAttr>(import->module, import->name);
}

IntegerAttr ModuleImporter::convertMaximum(const Limits &limits) {
  return limits.maximum ? builder.getI64IntegerAttr(*limits.maximum)
                        : IntegerAttr();
}

Attribute ModuleImporter::convert(const ConstantExpression &value) {
  switch (value.kind) {
  case ConstantExpression::GlobalGet:
    return symbols.globals[value.index];
  case ConstantExpression::RefFunc:
    return symbols.functions[value.index];
  case ConstantExpression::RefNull:
    return builder.getUnitAttr();
  case ConstantExpression::Number:
    break;
  }
  Type type = symbols.convert(value.type);
  APInt bits(type.getIntOrFloatBitWidth(), value.bits);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(floatType.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

Value ModuleImporter::buildI32(uint32_t value) {
  return arith::ConstantOp::create(
      builder, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

/// Builds the offset of a segment.
Value ModuleImporter::build(const ConstantExpression &value) {
  if (value.kind == ConstantExpression::GlobalGet)
    return instance::GlobalGetOp::create(builder, builder.getI32Type(),
                                         symbols.globals[value.index]);
  return buildI32(value.bits);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void ModuleImporter::importDeclarations() {
  for (auto [memory, symbol] : llvm::zip(module.memories, symbols.memories))
    instance::MemoryOp::create(builder, symbol.getValue(),
                               convert(memory.import), memory.limits.minimum,
                               convertMaximum(memory.limits));
  for (auto [table, symbol] : llvm::zip(module.tables, symbols.tables))
    instance::TableOp::create(
        builder, symbol.getValue(), convert(table.import), table.limits.minimum,
        convertMaximum(table.limits), symbols.convert(table.type));
  for (auto [global, symbol] : llvm::zip(module.globals, symbols.globals))
    instance::GlobalOp::create(
        builder, symbol.getValue(), convert(global.import), global.isMutable,
        symbols.convert(global.type),
        global.import ? Attribute() : convert(global.value));
}

void ModuleImporter::importSegments() {
  for (auto [segment, symbol] : llvm::zip(module.elements, symbols.elements)) {
    SmallVector<Attribute> values;
    for (const ConstantExpression &value : segment.values)
      values.push_back(convert(value));
    instance::ElementsOp::create(builder, symbol.getValue(),
                                 builder.getArrayAttr(values),
                                 symbols.convert(segment.type));
  }
  for (auto [segment, symbol] : llvm::zip(module.data, symbols.data))
    instance::DataOp::create(builder, symbol.getValue(), segment.bytes);
}

/// Builds the body of a function that calls an intrinsic. References and
/// exports refer to it, while calls become the op itself.
void ModuleImporter::importIntrinsic(const Intrinsic &intrinsic,
                                     func::FuncOp op) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.addEntryBlock());
  Value result =
      intrinsic.build(builder, symbols.getMemory(), op.getArguments());
  func::ReturnOp::create(builder, result ? ValueRange(result) : ValueRange());
}

bool ModuleImporter::importFunctions() {
  llvm::DenseSet<uint32_t> exported;
  for (const Export &entry : module.exports)
    if (entry.kind == llvm::wasm::WASM_EXTERNAL_FUNCTION)
      exported.insert(entry.index);
  for (auto [i, function] : llvm::enumerate(module.functions)) {
    FunctionType type = symbols.convert(module.getSignature(function));
    StringRef name = symbols.functions[i].getValue();
    if (function.isHostFunction()) {
      instance::HostFunctionOp::create(builder, name, convert(function.import),
                                       type);
      continue;
    }
    setLoc(function.bodyBegin);
    auto op = func::FuncOp::create(builder, name, type);
    op.setVisibility(exported.contains(i) ? SymbolTable::Visibility::Public
                                          : SymbolTable::Visibility::Private);
    if (function.intrinsic) {
      importIntrinsic(*function.intrinsic, op);
      continue;
    }
    BinaryReader body(bytes, function.bodyBegin, function.bodyEnd, error);
    if (!FunctionImporter(module, symbols, function, body, op, lines).run()) {
      error.message = ("function '" + name + "': ").str() + error.message;
      return false;
    }
  }
  return true;
}

void ModuleImporter::importExports() {
  for (const Export &entry : module.exports) {
    ArrayRef<FlatSymbolRefAttr> objects =
        entry.kind == llvm::wasm::WASM_EXTERNAL_FUNCTION ? symbols.functions
        : entry.kind == llvm::wasm::WASM_EXTERNAL_TABLE  ? symbols.tables
        : entry.kind == llvm::wasm::WASM_EXTERNAL_MEMORY ? symbols.memories
                                                         : symbols.globals;
    instance::ExportOp::create(builder, builder.getStringAttr(entry.name),
                               objects[entry.index]);
  }
}

//===----------------------------------------------------------------------===//
// Initialization
//===----------------------------------------------------------------------===//

/// Segments are applied in order, tables first, and then dropped.
void ModuleImporter::buildActiveSegments() {
  for (auto [segment, symbol] : llvm::zip(module.elements, symbols.elements)) {
    setLoc(segment.offset.offset);
    if (segment.mode == Segment::Active)
      instance::TableInitOp::create(builder, symbols.tables[segment.target],
                                    build(segment.offset), symbol, buildI32(0),
                                    buildI32(segment.values.size()));
    if (segment.mode != Segment::Passive)
      instance::ElementsDropOp::create(builder, symbol);
  }
  for (auto [segment, symbol] : llvm::zip(module.data, symbols.data)) {
    if (segment.mode != Segment::Active)
      continue;
    setLoc(segment.offset.offset);
    instance::MemoryInitOp::create(builder, symbols.memories[segment.target],
                                   build(segment.offset), symbol, buildI32(0),
                                   buildI32(segment.bytes.size()));
    instance::DataDropOp::create(builder, symbol);
  }
}

void ModuleImporter::importStart() {
  auto isActive = [](const Segment &segment) {
    return segment.mode != Segment::Passive;
  };
  if (!module.start && llvm::none_of(module.elements, isActive) &&
      llvm::none_of(module.data, isActive))
    return;
  FlatSymbolRefAttr name = symbols.createUnique("initialize");
  setLoc(0);
  OpBuilder::InsertionGuard guard(builder);
  instance::StartOp::create(builder, name);
  auto op = func::FuncOp::create(builder, name.getValue(),
                                 builder.getFunctionType({}, {}));
  op.setPrivate();
  builder.setInsertionPointToStart(op.addEntryBlock());
  buildActiveSegments();
  if (module.start) {
    FlatSymbolRefAttr start = symbols.functions[*module.start];
    if (module.functions[*module.start].isHostFunction())
      instance::HostCallOp::create(builder, TypeRange(), start, ValueRange());
    else
      func::CallOp::create(builder, start, TypeRange(), ValueRange());
  }
  func::ReturnOp::create(builder);
}

OwningOpRef<ModuleOp> ModuleImporter::run() {
  setLoc(0);
  OwningOpRef<ModuleOp> op = ModuleOp::create(builder.getLoc());
  builder.setInsertionPointToEnd(op->getBody());
  importDeclarations();
  importSegments();
  if (!importFunctions())
    return nullptr;
  importExports();
  importStart();
  if (!lines.getFiles().empty())
    op->getOperation()->setAttr(instance::kSourcesAttrName,
                                builder.getArrayAttr(lines.getFiles()));
  return op;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

bool wasm::isWasm(StringRef bytes) {
  return bytes.starts_with(StringRef("\0asm", 4));
}

OwningOpRef<ModuleOp> wasm::importModule(StringRef bytes, StringRef file,
                                         MLIRContext *context,
                                         std::string &error) {
  context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                       func::FuncDialect, instance::InstanceDialect,
                       math::MathDialect>();
  WasmModule module;
  ReadError readError;
  SectionReader(bytes, module, readError).read();
  OwningOpRef<ModuleOp> op;
  if (readError.message.empty())
    op = ModuleImporter(module, bytes, file, context, readError).run();
  if (!op)
    error =
        (file + ":0x" + llvm::utohexstr(readError.offset, /*LowerCase=*/true) +
         ": error: " + ::zyn::escape(readError.message))
            .str();
  return op;
}
