//===- DiagnosticCollector.h - MLIR's messages as an error ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_DIAGNOSTICCOLLECTOR_H
#define ZYN_LIB_TOOLS_DIAGNOSTICCOLLECTOR_H

#include "Zyn/Runtime/Error.h"
#include "mlir/IR/Diagnostics.h"

#include <mutex>

namespace zyn::tools {

/// Keeps the first error that MLIR reports, with its notes, as long as it is in
/// scope. What follows the first is mostly its consequence.
class DiagnosticCollector {
public:
  DiagnosticCollector(mlir::MLIRContext &context, std::string file);

  /// The first error as "file:line:column: error: ...", a note a line after
  /// it, or else "FILE: error: OTHERWISE".
  runtime::Error takeError(const std::string &otherwise);

private:
  void keep(mlir::Diagnostic &diagnostic);

  const std::string file;
  std::mutex mutex;
  std::string first;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_DIAGNOSTICCOLLECTOR_H
