//===- InternalSymbols.h - Symbols that PTX does not export -----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_INTERNALSYMBOLS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_INTERNALSYMBOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/GlobalValue.h"

#include <string>

namespace mlir::zyn {

/// Returns whether PTX allows the name of a symbol.
bool hasPTXName(const llvm::GlobalValue &symbol);

/// Gives a symbol a name that PTX allows: the one that the code generator gives
/// internal symbols. It does not change those of external ones.
void setPTXName(llvm::GlobalValue &symbol);

/// Functions and variables that are external while code is generated, but
/// internal in the PTX, so that ptxas knows all of their uses.
class InternalSymbols {
public:
  /// Makes a symbol external, or gives it another such linkage.
  void makeExternal(llvm::GlobalValue &symbol,
                    llvm::GlobalValue::LinkageTypes linkage =
                        llvm::GlobalValue::ExternalLinkage);

  /// Returns PTX in which functions among the symbols are internal.
  std::string makeInternal(llvm::StringRef ptx) const;

  /// Joins the PTX of parts without headers. Of symbols that several parts
  /// define, the first definition remains. Functions are declared like their
  /// definitions, which know more, such as that they do not return, and before
  /// these, as PTX demands. Each external variable is declared once.
  std::string join(llvm::ArrayRef<llvm::StringRef> parts) const;

private:
  /// Returns the name of the function, one of these, that a line without
  /// linkage begins, or nothing.
  llvm::StringRef findFunction(llvm::StringRef line) const;

  llvm::StringSet<> names;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_INTERNALSYMBOLS_H
