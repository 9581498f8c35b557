//===- InternalSymbols.cpp - Symbols that PTX does not export -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InternalSymbols.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using mlir::zyn::InternalSymbols;

static std::string getPTXName(StringRef name) {
  std::string result;
  for (char c : name)
    result += c == '.' || c == '@' ? "_$_" : std::string(1, c);
  return result;
}

void InternalSymbols::makeExternal(GlobalValue &symbol) {
  std::string name = getPTXName(symbol.getName());
  if (name != symbol.getName()) {
    while (symbol.getParent()->getNamedValue(name))
      name += '_';
    symbol.setName(name);
  }
  symbol.setLinkage(GlobalValue::ExternalLinkage);
  names.insert(name);
}

/// Returns the name of the function whose declaration or definition has this
/// line, after `.func`: `name(` or `(result) name(`, of which `(` may be on the
/// next line.
static StringRef getFunctionName(StringRef line) {
  line = line.ltrim();
  if (line.consume_front("("))
    line = line.split(')').second.ltrim();
  return line.take_until([](char c) { return c == '(' || isSpace(c); });
}

/// Returns the name of the variable whose declaration or definition has this
/// line: `.global .align 4 .b8 name[16] = {...};`.
static StringRef getVariableName(StringRef line) {
  StringRef declaration =
      line.take_until([](char c) { return c == '[' || c == '=' || c == ';'; });
  return declaration.rtrim().rsplit(' ').second;
}

/// Removes the first line from `ptx`, and returns it with its newline.
static StringRef takeLine(StringRef &ptx) {
  size_t end = ptx.find('\n');
  StringRef line = ptx.substr(0, end == StringRef::npos ? end : end + 1);
  ptx = ptx.substr(line.size());
  return line;
}

/// Removes the linkage from a line, and returns it, or nothing.
static StringRef takeLinkage(StringRef &line) {
  for (StringRef linkage : {".visible ", ".extern "})
    if (line.consume_front(linkage))
      return linkage;
  return {};
}

bool InternalSymbols::isFunction(StringRef line) const {
  return line.consume_front(".func") && names.contains(getFunctionName(line));
}

/// Whether a line ends a prototype, or the head of a definition.
static bool isLastLine(StringRef line) {
  return line.empty() || line == "{\n" || line.ends_with(";\n");
}

std::string InternalSymbols::makeInternal(StringRef ptx) const {
  std::string result;
  result.reserve(ptx.size());
  while (!ptx.empty()) {
    StringRef line = takeLine(ptx), declaration = line;
    takeLinkage(declaration);
    result += isFunction(declaration) ? declaration : line;
  }
  return result;
}

std::string InternalSymbols::join(ArrayRef<StringRef> parts) const {
  std::string prototypes, result;
  StringSet<> variables;
  for (StringRef part : parts)
    while (!part.empty()) {
      StringRef line = takeLine(part), declaration = line;
      StringRef linkage = takeLinkage(declaration);
      if (isFunction(declaration)) {
        std::string head;
        for (line = declaration; !isLastLine(line); line = takeLine(part))
          head += line;
        if (line == "{\n") {
          prototypes += head + ";\n";
          result += head;
          result += line;
        }
        continue;
      }
      bool isShared =
          !linkage.empty() && names.contains(getVariableName(declaration));
      if (linkage == ".extern " && (isShared || !variables.insert(line).second))
        continue;
      result += isShared ? declaration : line;
    }
  return prototypes + result;
}
