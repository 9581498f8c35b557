//===- ModuleSymbols.h - Names of the objects of a module ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_MODULESYMBOLS_H
#define ZYN_LIB_TARGET_WASM_MODULESYMBOLS_H

#include "WasmModule.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::wasm {

/// The symbols and types that a module has in MLIR. Functions have the names of
/// the name section, or else those of their exports.
class ModuleSymbols {
public:
  ModuleSymbols(const WasmModule &module, MLIRContext *context);

  std::vector<FlatSymbolRefAttr> functions, tables, memories, globals, elements,
      data;

  /// Returns the memory of the module, or null if it has none.
  FlatSymbolRefAttr getMemory() const {
    return memories.empty() ? FlatSymbolRefAttr() : memories.front();
  }

  Type convert(ValueType type) const;
  SmallVector<Type> convert(ArrayRef<ValueType> types) const;
  FunctionType convert(const Signature &signature) const;

  /// Returns `name`, or a similar name if there is an object with that name.
  FlatSymbolRefAttr createUnique(const llvm::Twine &name);

private:
  MLIRContext *context;
  llvm::StringSet<> used;
  llvm::StringMap<unsigned> numCopies;
};

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_MODULESYMBOLS_H
