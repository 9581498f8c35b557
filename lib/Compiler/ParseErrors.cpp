//===- ParseErrors.cpp - Explains errors of MLIR's parsers ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseErrors.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/Encoding.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/Regex.h"

using namespace zyn;
using namespace zyn::compiler;
using llvm::StringRef;

/// Returns the quoted name of the op that the parser has read before
/// `location`, and sets the column to that of the op, or returns "".
static StringRef findQuotedOp(StringRef text, SourceLocation &location) {
  for (uint32_t line = 1; line < location.line; ++line)
    text = text.split('\n').second;
  text = text.split('\n').first;
  // The parser reports the end of the op's name, or its operands.
  StringRef before = text.take_front(location.column);
  llvm::Regex quoted("\"([a-zA-Z0-9_$]+\\.[a-zA-Z0-9_$.]+)\"");
  llvm::SmallVector<StringRef> groups;
  StringRef name;
  for (StringRef rest = before; quoted.match(rest, &groups);
       rest = rest.substr(rest.find(groups[0]) + groups[0].size()))
    name = groups[1];
  if (!name.empty())
    location.column = name.data() - text.data();
  return name;
}

static std::string explainUnknownDialect(StringRef dialect) {
  return "there is no dialect '" + dialect.str() +
         "'; export the program in linalg, tosa or tm_tensor on tensors";
}

/// Says what to do about `op`, which is unknown.
static std::string explainUnknownOp(StringRef op, mlir::MLIRContext &context) {
  StringRef dialect = op.split('.').first;
  std::string text = "'" + op.str() + "' is not an op that Zyn knows: ";
  if (llvm::is_contained(context.getAvailableDialects(), dialect))
    return text + "the dialect '" + dialect.str() + "' of MLIR " +
           LLVM_VERSION_STRING +
           " has none of this name; if a newer version wrote it, export the "
           "program for this one";
  return text + explainUnknownDialect(dialect);
}

/// Returns what `message`, of upstream's parser, says and what to do, or "".
static std::string explain(StringRef message, SourceLocation &location,
                           StringRef text, mlir::MLIRContext &context) {
  llvm::SmallVector<StringRef> groups;
  if (llvm::Regex("^custom op '(.*)' is unknown").match(message, &groups) ||
      llvm::Regex("not found for custom op '(.*)'").match(message, &groups) ||
      llvm::Regex("^unregistered operation '(.*)' found")
          .match(message, &groups))
    return explainUnknownOp(groups[1], context);
  if (message.contains("operation being parsed with an unregistered dialect"))
    if (StringRef op = findQuotedOp(text, location); !op.empty())
      return explainUnknownOp(op, context);
  if (message.contains("is newer than the current version"))
    return message.str() + ", which is that of MLIR " + LLVM_VERSION_STRING +
           "; export the program as text, or with "
           "'--emit-bytecode-version=" +
           std::to_string(mlir::bytecode::kVersion) + "'";
  if (!mlir::isBytecode(llvm::MemoryBufferRef(text, "")))
    return "";
  if (llvm::Regex("^dialect '(.*)' is unknown").match(message, &groups))
    return explainUnknownDialect(groups[1]);
  // The verifier's messages begin with the name of the op.
  return message.starts_with("'")
             ? ""
             : "the bytecode is truncated or damaged: " + message.str();
}

runtime::Error zyn::compiler::explainParseError(runtime::Error error,
                                                std::string_view text,
                                                mlir::MLIRContext &context) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  if (diagnostics.empty())
    return error;
  Diagnostic &first = diagnostics.front();
  std::string message = explain(first.message, first.location, text, context);
  if (message.empty())
    return error;
  first.message = std::move(message);
  first.notes.clear();
  return runtime::Error(std::move(diagnostics));
}
