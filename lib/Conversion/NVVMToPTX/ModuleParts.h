//===- ModuleParts.h - Parts of a module ------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_MODULEPARTS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_MODULEPARTS_H

#include "InternalSymbols.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstddef>
#include <string>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace mlir::zyn {

/// A module in parts that can be compiled independently, each in an LLVM
/// context of its own. The parts do not depend on the machine. There is one
/// part, the module itself, if it is small, or has what PTX cannot declare in
/// one part and define in another, such as debug information, declarations of
/// functions, or external functions and variables.
///
/// An internal function with a single user is in the same part, and all others
/// have copies of small functions, so that LLVM inlines most of what it would
/// inline without parts.
class ModuleParts {
public:
  explicit ModuleParts(llvm::Module &module);

  size_t size() const { return numParts; }

  /// Calls `visitor` with a part, which is not destroyed if it returns false.
  /// Thread-safe for different parts.
  void visit(size_t part,
             llvm::function_ref<bool(llvm::Module &)> visitor) const;

  /// Gives the symbols that LLVM has added to a part, such as tables of
  /// switches, names that no other part has.
  void nameAddedSymbols(llvm::Module &part, size_t number) const;

  /// Joins the PTX of the parts, and adds `declaration`: there is one header,
  /// and each variable is declared once.
  std::string join(llvm::ArrayRef<std::string> parts,
                   llvm::StringRef declaration) const;

private:
  class Dependences;

  /// The part that defines a symbol, and whether others declare it, or define
  /// it, too.
  struct Location {
    unsigned part = 0;
    enum { Private, Declared, Copied } elsewhere = Private;
  };

  void assignFunctions(const Dependences &dependences);
  void assignVariables(const Dependences &dependences);
  void shareSymbols(const Dependences &dependences);
  void nameSymbols();
  /// Leaves what a part consists of in a copy of the module.
  void keep(llvm::Module &copy, unsigned part) const;

  llvm::Module &module;
  size_t numParts = 1;
  /// The functions, except intrinsics, and then the variables, in the order of
  /// the module.
  llvm::MapVector<const llvm::GlobalValue *, Location> symbols;
  /// Those that more than one part refers to.
  InternalSymbols shared;
  /// The module as bitcode if there are several parts.
  llvm::SmallVector<char, 0> bitcode;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_MODULEPARTS_H
