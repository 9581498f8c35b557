//===- DiagnosticCollector.h - MLIR's diagnostics ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_DIAGNOSTICCOLLECTOR_H
#define ZYN_COMPILER_DIAGNOSTICCOLLECTOR_H

#include "Zyn/Runtime/Error.h"
#include "mlir/IR/Diagnostics.h"

#include <mutex>
#include <optional>

namespace zyn::compiler {

/// Collects MLIR's diagnostics during its lifetime: the first error, since
/// others are usually a consequence of it, and all warnings and remarks.
class DiagnosticCollector {
public:
  enum class Printing {
    /// Nothing is printed.
    Nothing,
    /// The handlers that were there before print, except for remarks that only
    /// this collector has asked for.
    Before
  };

  /// Checks that `remarks` is empty or a regular expression.
  static runtime::Error checkRemarks(const std::string &remarks);

  /// `file` is used for unknown locations. Optimization remarks are kept if
  /// their category matches the regular expression `remarks`, unless another
  /// collector in the same context keeps them.
  DiagnosticCollector(mlir::MLIRContext &context, std::string file,
                      const std::string &remarks = {},
                      Printing printing = Printing::Nothing);
  ~DiagnosticCollector();

  /// Returns the first error, or an error with the message `otherwise` if there
  /// is none.
  runtime::Error takeError(const std::string &otherwise);

  /// Returns warnings and remarks.
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

#endif // ZYN_COMPILER_DIAGNOSTICCOLLECTOR_H
