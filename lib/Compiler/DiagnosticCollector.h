//===- DiagnosticCollector.h - MLIR's diagnostics as objects ----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_DIAGNOSTICCOLLECTOR_H
#define ZYN_LIB_COMPILER_DIAGNOSTICCOLLECTOR_H

#include "Zyn/Runtime/Error.h"
#include "mlir/IR/Diagnostics.h"

#include <mutex>
#include <optional>

namespace zyn::compiler {

/// Keeps what MLIR reports as long as it is in scope: the first error, since
/// what follows it is mostly its consequence, and all warnings and remarks.
class DiagnosticCollector {
public:
  /// `file` stands for locations that are unknown. Remarks of optimizations are
  /// kept where their category matches `remarks`, a regular expression.
  DiagnosticCollector(mlir::MLIRContext &context, std::string file,
                      const std::string &remarks = {});
  ~DiagnosticCollector();

  /// The first error, or else one that says `otherwise` about the file.
  runtime::Error takeError(const std::string &otherwise);

  /// Warnings and remarks.
  std::vector<Diagnostic> takeDiagnostics();

private:
  void keep(mlir::Diagnostic &diagnostic);

  mlir::MLIRContext &context;
  const std::string file;
  const bool hasRemarks;
  std::mutex mutex;
  std::optional<Diagnostic> first;
  std::vector<Diagnostic> diagnostics;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_DIAGNOSTICCOLLECTOR_H
