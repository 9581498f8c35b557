//===- Manifest.h - Descriptions of compiled kernels ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_PTX_MANIFEST_H
#define ZYN_LIB_TARGET_PTX_MANIFEST_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace zyn::compiler {

/// What the source says about its kernels, by name.
class KernelSources {
public:
  /// Adds the launches in host code, with the attributes of the functions that
  /// they are in, and the attributes of kernels.
  void add(mlir::ModuleOp module);

  /// Adds the fields of a kernel to its description.
  void describe(llvm::StringRef kernel, llvm::json::Object &description) const;

private:
  llvm::StringMap<llvm::json::Array> launches;
  llvm::StringMap<llvm::json::Object> attributes;
};

/// Returns a description of each kernel of PTX that was generated for `chip`.
/// If `assembler` is not empty, it is the path of ptxas, which says how many
/// registers a kernel has.
llvm::json::Array describeKernels(llvm::StringRef ptx, llvm::StringRef chip,
                                  const KernelSources &sources,
                                  llvm::StringRef assembler);

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_PTX_MANIFEST_H
