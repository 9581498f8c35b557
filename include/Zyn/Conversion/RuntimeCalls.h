//===- RuntimeCalls.h - Calls to the runtime's C interface ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_RUNTIMECALLS_H
#define ZYN_CONVERSION_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

#include <type_traits>

namespace mlir::zyn {

/// Returns the LLVM type of a parameter or result of C type `T`.
template <typename T>
Type getLLVMType(OpBuilder &builder) {
  static_assert(std::is_void_v<T> || std::is_pointer_v<T> ||
                    std::is_integral_v<T>,
                "the C interface only uses pointers and integers");
  if constexpr (std::is_void_v<T>)
    return LLVM::LLVMVoidType::get(builder.getContext());
  else if constexpr (std::is_pointer_v<T>)
    return LLVM::LLVMPointerType::get(builder.getContext());
  else
    return builder.getIntegerType(8 * sizeof(T));
}

namespace detail {
template <typename Function>
struct RuntimeFunction;

template <typename Result, typename... Parameters>
struct RuntimeFunction<Result(Parameters...)> {
  static FailureOr<LLVM::LLVMFuncOp>
  declare(OpBuilder &builder, Operation *module, StringRef name,
          SymbolTableCollection *symbolTables) {
    return LLVM::lookupOrCreateFn(
        builder, module, name, {getLLVMType<Parameters>(builder)...},
        getLLVMType<Result>(builder), /*isVarArg=*/false, /*isReserved=*/false,
        symbolTables);
  }
};
} // namespace detail

/// Declares the function `name` in `module` unless that has been done before.
/// `Function` is its type in C:
/// `declareRuntimeFunction<decltype(zynrtFree)>(builder, module, "zynrtFree")`.
template <typename Function>
FailureOr<LLVM::LLVMFuncOp>
declareRuntimeFunction(OpBuilder &builder, Operation *module, StringRef name,
                       SymbolTableCollection *symbolTables = nullptr) {
  return detail::RuntimeFunction<Function>::declare(builder, module, name,
                                                    symbolTables);
}

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_RUNTIMECALLS_H
