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

#include <string>

namespace llvm {
class GlobalValue;
} // namespace llvm

namespace mlir::zyn {

/// Functions and variables that are external while code is generated, but
/// internal in the PTX, so that ptxas knows all of their uses.
class InternalSymbols {
public:
  /// Makes a symbol external, with the name that the code generator gives an
  /// internal one: it does not change those of external ones, which PTX might
  /// not allow.
  void makeExternal(llvm::GlobalValue &symbol);

  /// Returns PTX in which functions among the symbols are internal.
  std::string makeInternal(llvm::StringRef ptx) const;

  /// Joins the PTX of parts, which define each symbol once, and do not have
  /// headers. Functions are declared like their definitions, which know more,
  /// such as that they do not return, and before these, as PTX demands. Each
  /// external variable is declared once.
  std::string join(llvm::ArrayRef<llvm::StringRef> parts) const;

private:
  /// Whether a line without linkage is the first one of a function among these.
  bool isFunction(llvm::StringRef line) const;

  llvm::StringSet<> names;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_INTERNALSYMBOLS_H
