//===- ParseModule.h - Reads an .mlir file -------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_PARSEMODULE_H
#define ZYN_LIB_TOOLS_PARSEMODULE_H

#include "Zyn/Runtime/Error.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace zyn::tools {

/// A context that knows all dialects, and reports on one line.
std::unique_ptr<mlir::MLIRContext> createMLIRContext();

/// Parses and verifies a file. Errors have the place.
runtime::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseModule(mlir::MLIRContext &context, const std::string &file);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_PARSEMODULE_H
