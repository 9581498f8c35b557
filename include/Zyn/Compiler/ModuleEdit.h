//===- ModuleEdit.h - Changes the ops of a module ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_MODULEEDIT_H
#define ZYN_COMPILER_MODULEEDIT_H

#include "Zyn/Compiler/SourceModule.h"

#include "mlir/IR/Operation.h"

namespace zyn::compiler {

/// Where new ops are inserted.
enum class InsertPosition {
  Before,
  After,
  /// At the end of the last block in the first region.
  Inside
};

/// Changes the ops of a module whose text comes from a caller that MLIR does
/// not have to trust: errors instead of undefined behavior. Ops and values are
/// those of the module, and have not been erased. In between, the module may be
/// invalid; `verify` has to succeed before it is used otherwise.
class ModuleEditor {
public:
  /// Edits a module that is not used otherwise, such as one that
  /// `SourceModule::copy` returned.
  explicit ModuleEditor(const SourceModule &module) : source(module.source) {}

  /// Sets an attribute, inherent or discardable, to the one that `text`
  /// denotes, such as "3 : i64". Errors: `text` is no attribute, or the op has
  /// an inherent attribute of another kind with this name.
  runtime::Error setAttribute(mlir::Operation *op, llvm::StringRef name,
                              llvm::StringRef text);

  /// Removes an attribute if there is one of this name. An inherent one that
  /// has a default value gets it.
  void removeAttribute(mlir::Operation *op, llvm::StringRef name);

  /// Error: the op has fewer operands.
  runtime::Error setOperand(mlir::Operation *op, size_t index,
                            mlir::Value value);

  /// Makes all users of `value` use `replacement`. Error: it has another type.
  runtime::Error replaceUses(mlir::Value value, mlir::Value replacement);

  /// Erases an op and all ops in its regions. Errors: it is the module itself,
  /// or a value that it defines is used.
  runtime::Error erase(mlir::Operation *op);

  /// Parses `text` as ops, which %0, %1 and so on in it denote `operands` for,
  /// inserts them at a position relative to `anchor`, whose source location
  /// they get, and returns those that are not nested in others. Errors: the
  /// text is not valid, or the position is not in a block.
  runtime::Expected<std::vector<mlir::Operation *>>
  create(llvm::StringRef text, llvm::ArrayRef<mlir::Value> operands,
         mlir::Operation *anchor, InsertPosition position);

  /// Checks the invariants of all ops. The error is the first one.
  runtime::Error verify();

private:
  mlir::ModuleOp module() const;
  runtime::Error errorAt(mlir::Operation *op, std::string message) const;

  std::shared_ptr<SourceModule::Source> source;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_MODULEEDIT_H
