//===- ProgramConstants.h - Constants of compiled code -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of constants stay outside of compiled code, since LLVM takes far
// longer to print them to an object file than to compile the code, and since
// they may be weights that several functions use.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_PROGRAMCONSTANTS_H
#define ZYN_LIB_COMPILER_PROGRAMCONSTANTS_H

#include "Zyn/Runtime/Constant.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace zyn::compiler {

/// The constants of all functions that were compiled from a source, so that
/// they share those that they have in common. Not thread-safe.
class ConstantTable {
public:
  /// `context` keeps the attributes' context alive if it is not null; their
  /// elements are copied otherwise.
  explicit ConstantTable(std::shared_ptr<mlir::MLIRContext> context)
      : context(std::move(context)) {}

  /// Returns the constant with these elements, `size` bytes in memory, at a
  /// multiple of `alignment`. Returns null if they have no representation in
  /// memory.
  std::shared_ptr<runtime::Constant> get(mlir::ElementsAttr elements,
                                         uint64_t size, uint64_t alignment);
  /// The same, but not shared.
  std::shared_ptr<runtime::Constant>
  create(mlir::ElementsAttr elements, uint64_t size, uint64_t alignment) const;

private:
  const std::shared_ptr<mlir::MLIRContext> context;
  llvm::DenseMap<mlir::Attribute, std::weak_ptr<runtime::Constant>> constants;
};

/// Constants that code refers to by symbols that it does not define.
struct ProgramConstants {
  /// Each of them once, also if several symbols have the same elements.
  std::vector<std::shared_ptr<runtime::Constant>> constants;
  /// The addresses of the symbols: that of the elements in host memory, or of a
  /// variable for which a device is asked.
  std::vector<std::pair<std::string, void *>> symbols;
  /// The largest alignment of elements in host memory.
  uint64_t alignment = 16;
};

/// Returns memory for the elements of a constant.
std::shared_ptr<char> allocateConstant(uint64_t size, uint64_t alignment);

/// Replaces globals of `module`, which is in the LLVM dialect, by declarations:
/// the variables of all that are on a device, whether they have elements or
/// not, and on the host constants that are large.
ProgramConstants takeConstants(mlir::ModuleOp module, ConstantTable &table);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_PROGRAMCONSTANTS_H
