//===- InstanceDescription.cpp - Describes instances for the runtime-------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceDescription.h"

#include "Zyn/Dialect/Instance/Analysis/InstanceLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace zyn::compiler;
using zyn::runtime::CallType;
using zyn::runtime::InstanceModule;
using zyn::runtime::ValueKind;
namespace instance = mlir::instance;

static ValueKind convert(mlir::Type type) {
  if (type.isInteger(32))
    return ValueKind::I32;
  if (type.isInteger(64))
    return ValueKind::I64;
  if (type.isF32())
    return ValueKind::F32;
  if (type.isF64())
    return ValueKind::F64;
  return llvm::isa<instance::FuncRefType>(type) ? ValueKind::FuncRef
                                                : ValueKind::ExternRef;
}

static std::vector<ValueKind> convert(mlir::TypeRange types) {
  std::vector<ValueKind> kinds;
  for (mlir::Type type : types)
    kinds.push_back(convert(type));
  return kinds;
}

static std::optional<InstanceModule::Import>
convert(std::optional<instance::ImportAttr> import) {
  if (!import)
    return std::nullopt;
  return InstanceModule::Import{import->getModule().str(),
                                import->getName().str()};
}

namespace {
/// Collects the objects of a module.
class Describer {
public:
  explicit Describer(mlir::ModuleOp module) : module(module), layout(module) {}
  InstanceModule run();

private:
  void addFunctions();
  void addObjects();
  void addSegments();
  void addExports();
  InstanceModule::Value convertValue(mlir::Attribute value);

  mlir::ModuleOp module;
  const instance::InstanceLayout layout;
  InstanceModule result;
  /// The index of each memory, table or global among those of its kind.
  llvm::StringMap<uint32_t> numbers;
};
} // namespace

void Describer::addFunctions() {
  for (auto &[type, word] : layout.getTypes())
    result.types.push_back(
        {convert(type.getInputs()), convert(type.getResults())});
  for (mlir::Operation *op : layout.getFunctions()) {
    InstanceModule::Function function;
    llvm::StringRef name = mlir::SymbolTable::getSymbolName(op);
    function.name = name.str();
    function.type = layout.getTypeWord(instance::getFunctionType(op));
    function.descriptor = layout.getDescriptor(name);
    if (auto host = llvm::dyn_cast<instance::HostFunctionOp>(op)) {
      function.import = convert(host.getSource());
      function.importWord = layout.getWord(name);
    }
    result.functions.push_back(std::move(function));
  }
}

InstanceModule::Value Describer::convertValue(mlir::Attribute value) {
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value))
    return {InstanceModule::Value::Bits, integer.getValue().getZExtValue()};
  if (auto number = llvm::dyn_cast<mlir::FloatAttr>(value))
    return {InstanceModule::Value::Bits,
            number.getValue().bitcastToAPInt().getZExtValue()};
  auto symbol = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(value);
  if (!symbol)
    return {};
  auto global = numbers.find(symbol.getValue());
  if (global != numbers.end())
    return {InstanceModule::Value::Global, global->second};
  return {InstanceModule::Value::Function,
          layout.getFunctionNumber(symbol.getValue())};
}

void Describer::addObjects() {
  for (auto memory : module.getOps<instance::MemoryOp>()) {
    numbers[memory.getSymName()] = result.memories.size();
    result.memories.push_back({layout.getWord(memory.getSymName()),
                               {memory.getMinimum(), memory.getMaximum()},
                               convert(memory.getSource())});
  }
  for (auto table : module.getOps<instance::TableOp>()) {
    numbers[table.getSymName()] = result.tables.size();
    result.tables.push_back({layout.getWord(table.getSymName()),
                             convert(table.getElementType()),
                             {table.getMinimum(), table.getMaximum()},
                             convert(table.getSource())});
  }
  for (auto [i, global] : llvm::enumerate(module.getOps<instance::GlobalOp>()))
    numbers[instance::GlobalOp(global).getSymName()] = i;
  for (auto global : module.getOps<instance::GlobalOp>())
    result.globals.push_back(
        {layout.getWord(global.getSymName()), convert(global.getType()),
         global.getMutable_(), convert(global.getSource()),
         global.getValue() ? convertValue(*global.getValue())
                           : InstanceModule::Value()});
}

void Describer::addSegments() {
  for (auto data : module.getOps<instance::DataOp>())
    result.data.push_back(
        {layout.getWord(data.getSymName()), data.getBytes().str()});
  for (auto elements : module.getOps<instance::ElementsOp>()) {
    InstanceModule::Elements &segment = result.elements.emplace_back();
    segment.word = layout.getWord(elements.getSymName());
    for (mlir::Attribute value : elements.getValues())
      segment.values.push_back(convertValue(value));
  }
}

void Describer::addExports() {
  using Export = InstanceModule::Export;
  mlir::SymbolTable symbols(module);
  for (auto op : module.getOps<instance::ExportOp>()) {
    mlir::Operation *object = symbols.lookup(op.getObject());
    Export entry;
    entry.name = op.getName().str();
    entry.kind = llvm::isa<instance::MemoryOp>(object)   ? Export::Memory
                 : llvm::isa<instance::TableOp>(object)  ? Export::Table
                 : llvm::isa<instance::GlobalOp>(object) ? Export::Global
                                                         : Export::Function;
    entry.index = entry.kind == Export::Function
                      ? layout.getFunctionNumber(op.getObject())
                      : numbers.lookup(op.getObject());
    result.exports.push_back(std::move(entry));
  }
  for (auto start : module.getOps<instance::StartOp>())
    result.start = layout.getFunctionNumber(start.getFunction());
}

InstanceModule Describer::run() {
  result.numWords = layout.getNumWords();
  if (auto sources =
          module->getAttrOfType<mlir::ArrayAttr>(instance::kSourcesAttrName))
    for (auto name : sources.getAsRange<mlir::StringAttr>())
      result.sources.push_back(name.str());
  addFunctions();
  addObjects();
  addSegments();
  addExports();
  return std::move(result);
}

InstanceModule zyn::compiler::describeInstances(mlir::ModuleOp module) {
  return Describer(module).run();
}
