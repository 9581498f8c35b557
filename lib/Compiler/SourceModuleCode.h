//===- SourceModuleCode.h - The IR of a source module --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_SOURCEMODULECODE_H
#define ZYN_LIB_COMPILER_SOURCEMODULECODE_H

#include "ProgramConstants.h"
#include "Zyn/Compiler/SourceModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <mutex>

namespace zyn::compiler {

struct SourceModule::Source {
  /// Null if the caller owns the context.
  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string file;
  /// Guards the context, whose locks are disabled together with multithreading,
  /// and all modules in it. Callbacks of a run may use these modules, too.
  std::shared_ptr<std::recursive_mutex> mutex =
      std::make_shared<std::recursive_mutex>();
  /// The constants of compiled functions.
  std::unique_ptr<ConstantTable> constants;

  /// Returns a copy in the same context, while nothing else uses it.
  std::shared_ptr<Source> clone() const;

  runtime::Error error(std::string message, uint32_t line = 0) const {
    return runtime::Error(
        Diagnostic{Severity::Error, {file, line, 1}, std::move(message), {}});
  }
  /// Returns the public function named `entry`, or else `main` or the only one.
  runtime::Expected<mlir::func::FuncOp>
  chooseFunction(mlir::ModuleOp module, const std::string &entry) const;
};

/// Nesting depth for which the stack certainly suffices in the recursive parser
/// and passes.
inline constexpr int maxNesting = 500;

/// Returns the line at which brackets are nested deeper than `limit`, or 0.
/// Brackets in strings and comments count, too, since programs stay far below
/// the limit.
int findDeepNesting(llvm::StringRef text, int limit = maxNesting);

/// Makes everything except `function` private, so that it is only kept if the
/// function uses it.
void hideOthers(mlir::func::FuncOp function);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_SOURCEMODULECODE_H
