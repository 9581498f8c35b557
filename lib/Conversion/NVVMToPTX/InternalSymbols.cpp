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

static bool isAllowed(char c) { return isAlnum(c) || c == '_' || c == '$'; }

bool mlir::zyn::hasPTXName(const GlobalValue &symbol) {
  return symbol.hasName() && all_of(symbol.getName(), isAllowed);
}

void mlir::zyn::setPTXName(GlobalValue &symbol) {
  if (hasPTXName(symbol))
    return;
  std::string name;
  for (char c : symbol.getName())
    name += isAllowed(c) ? std::string(1, c) : "_$_";
  while (symbol.getParent()->getNamedValue(name))
    name += '_';
  symbol.setName(name);
}

void InternalSymbols::makeExternal(GlobalValue &symbol,
                                   GlobalValue::LinkageTypes linkage) {
  setPTXName(symbol);
  symbol.setLinkage(linkage);
  names.insert(symbol.getName());
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
  for (StringRef linkage : {".visible ", ".extern ", ".weak "})
    if (line.consume_front(linkage))
      return linkage;
  return {};
}

StringRef InternalSymbols::findFunction(StringRef line) const {
  if (!line.consume_front(".func"))
    return {};
  StringRef name = getFunctionName(line);
  return names.contains(name) ? name : StringRef();
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
    result += findFunction(declaration).empty() ? line : declaration;
  }
  return result;
}

/// Removes lines from `ptx` up to the end of a function, and returns them.
static StringRef takeBody(StringRef &ptx) {
  StringRef all = ptx, line;
  do
    line = takeLine(ptx);
  while (!line.empty() && line != "}\n");
  return all.drop_back(ptx.size());
}

std::string InternalSymbols::join(ArrayRef<StringRef> parts) const {
  std::string prototypes, result;
  StringSet<> known;
  for (StringRef part : parts)
    while (!part.empty()) {
      StringRef line = takeLine(part), declaration = line;
      StringRef linkage = takeLinkage(declaration);
      StringRef function = findFunction(declaration);
      if (!function.empty()) {
        std::string head;
        for (line = declaration; !isLastLine(line); line = takeLine(part))
          head += line;
        bool isPrototype = line != "{\n";
        StringRef body = isPrototype ? StringRef() : takeBody(part);
        if (isPrototype || !known.insert(function).second)
          continue;
        prototypes += head + ";\n";
        result += head;
        result += line;
        result += body;
        continue;
      }
      StringRef variable = getVariableName(declaration);
      bool isShared = !linkage.empty() && names.contains(variable);
      bool isDeclared = linkage == ".extern " && line.ends_with(";\n");
      if (isShared && isDeclared)
        continue;
      if ((isShared || isDeclared) && !known.insert(variable).second)
        continue;
      result += isShared ? declaration : line;
    }
  return prototypes + result;
}
