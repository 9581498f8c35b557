//===- DiagnosticCollector.cpp - MLIR's messages as an error --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticCollector.h"
#include "Signature.h"

#include "llvm/ADT/StringRef.h"

using zyn::tools::DiagnosticCollector;

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext &context,
                                         std::string file)
    : file(std::move(file)), handler(&context, [this](mlir::Diagnostic &d) {
        keep(d);
        return mlir::success();
      }) {}

static std::string onOneLine(std::string text) {
  for (char &c : text)
    if (c == '\n')
      c = ' ';
  return text;
}

void DiagnosticCollector::keep(mlir::Diagnostic &diagnostic) {
  std::lock_guard<std::mutex> lock(mutex);
  if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
      !first.empty())
    return;
  first = describeLocation(diagnostic.getLocation(), file) +
          ": error: " + onOneLine(diagnostic.str());
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    std::string text = note.str();
    // Lists every dialect, which helps nobody.
    if (llvm::StringRef(text).starts_with("Registered dialects:"))
      continue;
    first += "\n" + describeLocation(note.getLocation(), file) +
             ": note: " + onOneLine(std::move(text));
  }
}

zyn::runtime::Error
DiagnosticCollector::takeError(const std::string &otherwise) {
  std::lock_guard<std::mutex> lock(mutex);
  if (first.empty())
    return runtime::Error(file + ": error: " + otherwise);
  return runtime::Error(std::exchange(first, {}));
}
