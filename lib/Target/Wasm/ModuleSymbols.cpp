//===- ModuleSymbols.cpp - Names of the objects of a module----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleSymbols.h"

#include "Zyn/Dialect/Instance/IR/Instance.h"

using namespace mlir;
using namespace mlir::wasm;

FlatSymbolRefAttr ModuleSymbols::createUnique(const llvm::Twine &name) {
  std::string base = name.str(), unique = base;
  while (!used.insert(unique).second)
    unique = base + "_" + std::to_string(++numCopies[base]);
  return FlatSymbolRefAttr::get(context, unique);
}

/// Returns the name of the first export of each object of `kind`.
static std::vector<StringRef> findExportNames(const WasmModule &module,
                                              uint8_t kind, size_t count) {
  std::vector<StringRef> names(count);
  for (const Export &entry : module.exports)
    if (entry.kind == kind && names[entry.index].empty())
      names[entry.index] = entry.name;
  return names;
}

ModuleSymbols::ModuleSymbols(const WasmModule &module, MLIRContext *context)
    : context(context) {
  // Functions come first, since their names matter most.
  std::vector<StringRef> exported = findExportNames(
      module, llvm::wasm::WASM_EXTERNAL_FUNCTION, module.functions.size());
  for (auto [i, function] : llvm::enumerate(module.functions)) {
    StringRef name = function.name.empty() ? exported[i] : function.name;
    if (name.empty() && function.import)
      name = function.import->name;
    functions.push_back(name.empty() ? createUnique("function" + llvm::Twine(i))
                                     : createUnique(name));
  }
  auto addAll = [&](auto &objects, std::vector<FlatSymbolRefAttr> &symbols,
                    StringRef name) {
    for (size_t i = 0; i < objects.size(); ++i)
      symbols.push_back(
          createUnique(objects.size() == 1 ? name : name + llvm::Twine(i)));
  };
  addAll(module.memories, memories, "memory");
  addAll(module.tables, tables, "table");
  addAll(module.globals, globals, "global");
  addAll(module.elements, elements, "elements");
  addAll(module.data, data, "data");
}

Type ModuleSymbols::convert(ValueType type) const {
  switch (type) {
  case ValueType::I32:
    return IntegerType::get(context, 32);
  case ValueType::I64:
    return IntegerType::get(context, 64);
  case ValueType::F32:
    return Float32Type::get(context);
  case ValueType::F64:
    return Float64Type::get(context);
  case ValueType::FuncRef:
    return instance::FuncRefType::get(context);
  case ValueType::ExternRef:
    return instance::ExternRefType::get(context);
  case ValueType::Unknown:
    break;
  }
  llvm_unreachable("operands of unreachable code have no type");
}

SmallVector<Type> ModuleSymbols::convert(ArrayRef<ValueType> types) const {
  return llvm::map_to_vector(types,
                             [&](ValueType type) { return convert(type); });
}

FunctionType ModuleSymbols::convert(const Signature &signature) const {
  return FunctionType::get(context, convert(signature.parameters),
                           convert(signature.results));
}
