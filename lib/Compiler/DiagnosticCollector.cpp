//===- DiagnosticCollector.cpp - Collects MLIR's diagnostics --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/DiagnosticCollector.h"
#include "Zyn/Compiler/Signature.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

using namespace zyn;
using zyn::compiler::DiagnosticCollector;

runtime::Error DiagnosticCollector::checkRemarks(const std::string &remarks) {
  std::string reason;
  if (remarks.empty() || llvm::Regex(remarks).isValid(reason))
    return runtime::Error::success();
  return runtime::Error("'" + remarks +
                        "' is not a regular expression for the categories of "
                        "remarks: " +
                        reason);
}

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext &context,
                                         std::string file,
                                         const std::string &remarks,
                                         Printing printing)
    : context(context), file(std::move(file)),
      hasRemarks(!remarks.empty() && !context.getRemarkEngine()),
      handler(&context, [this, printing](mlir::Diagnostic &d) {
        keep(d);
        bool isExtra =
            hasRemarks && d.getSeverity() == mlir::DiagnosticSeverity::Remark;
        return mlir::success(printing == Printing::Nothing || isExtra);
      }) {
  if (!hasRemarks)
    return;
  // A kind of remark without a filter is disabled.
  mlir::remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = remarks;
  // Without a streamer, remarks are passed to the handler as diagnostics.
  (void)mlir::remark::enableOptimizationRemarks(
      context, nullptr,
      std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

DiagnosticCollector::~DiagnosticCollector() {
  if (hasRemarks)
    context.setRemarkEngine(nullptr);
}

/// Returns the message on one line, without hints about other tools.
static std::string toOneLine(llvm::StringRef message) {
  message = message.split(". If this is intended").first.rtrim();
  std::string text = message.str();
  for (char &c : text)
    if (c == '\n')
      c = ' ';
  return text;
}

static Severity toSeverity(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return Severity::Error;
  case mlir::DiagnosticSeverity::Warning:
    return Severity::Warning;
  case mlir::DiagnosticSeverity::Remark:
    return Severity::Remark;
  case mlir::DiagnosticSeverity::Note:
    return Severity::Note;
  }
  return Severity::Error;
}

static Diagnostic toDiagnostic(mlir::Diagnostic &diagnostic,
                               const std::string &file) {
  Diagnostic result;
  result.severity = toSeverity(diagnostic.getSeverity());
  result.location = compiler::toSourceLocation(diagnostic.getLocation(), file);
  result.message = toOneLine(diagnostic.str());
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    // This note lists every dialect, which is not helpful.
    if (!llvm::StringRef(note.str()).starts_with("Available dialects:"))
      result.notes.push_back(toDiagnostic(note, file));
  }
  return result;
}

void DiagnosticCollector::keep(mlir::Diagnostic &diagnostic) {
  std::lock_guard<std::mutex> lock(mutex);
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
    diagnostics.push_back(toDiagnostic(diagnostic, file));
  else if (!first)
    first = toDiagnostic(diagnostic, file);
}

runtime::Error DiagnosticCollector::takeError(const std::string &otherwise) {
  std::lock_guard<std::mutex> lock(mutex);
  Diagnostic error =
      first.value_or(Diagnostic{Severity::Error, {file}, otherwise, {}});
  first.reset();
  return runtime::Error(std::move(error));
}

std::vector<Diagnostic> DiagnosticCollector::takeDiagnostics() {
  std::lock_guard<std::mutex> lock(mutex);
  return std::exchange(diagnostics, {});
}
