//===- ParseModule.cpp - Reads an .mlir file ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseModule.h"
#include "DiagnosticCollector.h"
#include "Zyn/InitAll.h"
#include "Zyn/Runtime/AtomicFile.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using zyn::runtime::Error;
using zyn::runtime::Expected;

std::unique_ptr<mlir::MLIRContext> zyn::tools::createMLIRContext() {
  mlir::DialectRegistry registry;
  zyn::registerAllDialects(registry);
  auto context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  // Messages are one line; the op itself is in the user's file.
  context->printOpOnDiagnostic(false);
  return context;
}

/// Nesting that the recursive parser and passes surely have the stack for.
static constexpr int maxNesting = 500;

/// The line where brackets are nested deeper than that, or 0. Strings and
/// comments are not told apart: programs stay far below.
static int findDeepNesting(llvm::StringRef text) {
  int depth = 0, line = 1;
  char previous = 0;
  for (char c : text) {
    line += c == '\n';
    if (llvm::StringRef("([{<").contains(c))
      ++depth;
    else if (llvm::StringRef(")]}").contains(c) ||
             (c == '>' && previous != '-'))
      depth = std::max(depth - 1, 0);
    if (depth > maxNesting)
      return line;
    previous = c;
  }
  return 0;
}

Expected<mlir::OwningOpRef<mlir::ModuleOp>>
zyn::tools::parseModule(mlir::MLIRContext &context, const std::string &file) {
  Expected<std::string> text = runtime::readFile(file);
  if (!text)
    return Error(file + ": error: cannot read: " + text.takeError().message());
  if (int line = findDeepNesting(*text))
    return Error(file + ":" + std::to_string(line) +
                 ":1: error: brackets are nested more than " +
                 std::to_string(maxNesting) + " deep");
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(*text, file),
                             llvm::SMLoc());
  DiagnosticCollector diagnostics(context, file);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return diagnostics.takeError("cannot parse");
  return module;
}
