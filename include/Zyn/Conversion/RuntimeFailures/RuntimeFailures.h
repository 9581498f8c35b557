//===- RuntimeFailures.h - Calls that end the program --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_RUNTIMEFAILURES_RUNTIMEFAILURES_H
#define ZYN_CONVERSION_RUNTIMEFAILURES_RUNTIMEFAILURES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::zyn {

/// Creates a module's message strings, without duplicates.
class RuntimeMessages {
public:
  explicit RuntimeMessages(ModuleOp module) : symbols(module) {}

  /// Returns a zero-terminated string, with blanks in place of characters that
  /// cannot be printed: the runtime prints the message on one line.
  LLVM::GlobalOp get(Location loc, StringRef text);

private:
  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> messages;
};

/// Marks a function that ends the program, so that LLVM moves the calls out of
/// the way of other code.
void markAsFailure(LLVM::LLVMFuncOp function);

/// Replaces `assertion` with a branch to a new block if `condition` is false.
/// `emitFailure` creates the call in the block, which must not return. Fails
/// with an error if the op is inside another one than a function.
LogicalResult
replaceByFailure(OpBuilder &builder, Operation *assertion, Value condition,
                 function_ref<void(OpBuilder &builder)> emitFailure);

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_RUNTIMEFAILURES_RUNTIMEFAILURES_H
