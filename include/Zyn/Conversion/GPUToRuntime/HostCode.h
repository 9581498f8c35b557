//===- HostCode.h - Lowers host code that launches kernels ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_GPUTORUNTIME_HOSTCODE_H
#define ZYN_CONVERSION_GPUTORUNTIME_HOSTCODE_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::zyn {

/// A pattern for host code, which declares runtime functions and constants in
/// the module. All patterns of a conversion share `symbolTables`: a search of
/// the module for each launch would take quadratic time.
template <typename SourceOp>
struct HostCodePattern : ConvertOpToLLVMPattern<SourceOp> {
  HostCodePattern(const LLVMTypeConverter &converter,
                  SymbolTableCollection &symbolTables)
      : ConvertOpToLLVMPattern<SourceOp>(converter),
        symbolTables(symbolTables) {}

protected:
  SymbolTableCollection &symbolTables;
};

/// Creates the `zynrt_image` variable that launches of kernels in the module
/// `kernels` refer to. `bytes`, a constant of `size` bytes, holds the image.
LLVM::GlobalOp createImage(OpBuilder &builder,
                           SymbolTableCollection &symbolTables, ModuleOp module,
                           StringRef kernels, StringRef format,
                           LLVM::GlobalOp bytes, int64_t size);

/// Returns the image of the module `kernels`, or null if it has none.
LLVM::GlobalOp findImage(SymbolTableCollection &symbolTables, ModuleOp module,
                         StringRef kernels);

/// Replaces a launch and its token with a call to `zynrtLaunch`.
LogicalResult replaceLaunch(ConversionPatternRewriter &rewriter,
                            const LLVMTypeConverter &converter,
                            SymbolTableCollection &symbolTables,
                            gpu::LaunchFuncOp op,
                            gpu::LaunchFuncOp::Adaptor adaptor,
                            LLVM::GlobalOp image);

/// Replaces each global that host code refers to by a `zynrt_constant` variable
/// and the elements that it points to.
void createConstantVariables(const LLVMTypeConverter &converter, ModuleOp root);

/// Returns the variable that replaces the global of this name, or null.
LLVM::GlobalOp findConstantVariable(SymbolTable &symbols, StringRef global);

/// What a variable of `createConstantVariables` refers to.
struct ConstantVariable {
  /// The name of the global that it replaces, and of its elements, which do not
  /// exist if they are not initialized.
  StringRef global;
  uint64_t bytes;
};

/// Returns what `global` refers to if it is such a variable.
std::optional<ConstantVariable> matchConstantVariable(LLVM::GlobalOp global);

/// Adds the pattern that lowers `memref.get_global` in host code: its result is
/// the copy of the constant in device memory.
void populateConstantPatterns(const LLVMTypeConverter &converter,
                              SymbolTableCollection &symbolTables,
                              RewritePatternSet &patterns,
                              ConversionTarget &target);

/// Adds the patterns that lower allocations, copies and tokens of the gpu
/// dialect in host code to runtime calls. All of them use the stream of the
/// current invocation, so they are in order.
void populateHostCodePatterns(LLVMTypeConverter &converter,
                              SymbolTableCollection &symbolTables,
                              RewritePatternSet &patterns);

/// Marks launches and the ops that the patterns above lower as illegal.
void addIllegalHostOps(ConversionTarget &target);

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_GPUTORUNTIME_HOSTCODE_H
