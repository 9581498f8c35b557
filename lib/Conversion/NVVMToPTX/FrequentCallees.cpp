//===- FrequentCallees.cpp - Functions with many calls --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrequentCallees.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr unsigned manyUses = 16;

/// Returns the name that the code generator gives an internal function. It does
/// not change those of external functions, which PTX might not allow.
static std::string getPTXName(StringRef name) {
  std::string result;
  for (char c : name)
    result += c == '.' || c == '@' ? "_$_" : std::string(1, c);
  return result;
}

mlir::zyn::FrequentCallees::FrequentCallees(Module &module) {
  for (Function &function : module) {
    if (!function.hasLocalLinkage() || !function.hasNUsesOrMore(manyUses))
      continue;
    std::string name = getPTXName(function.getName());
    if (name != function.getName()) {
      if (module.getNamedValue(name))
        continue;
      function.setName(name);
    }
    function.setLinkage(GlobalValue::ExternalLinkage);
    names.insert(name);
  }
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

std::string mlir::zyn::FrequentCallees::makeInternal(StringRef ptx) const {
  constexpr StringLiteral visible = ".visible ", begin = ".visible .func";
  std::string result;
  result.reserve(ptx.size());
  while (!ptx.empty()) {
    size_t end = ptx.find('\n');
    StringRef line = ptx.substr(0, end == StringRef::npos ? end : end + 1);
    ptx = ptx.substr(line.size());
    if (line.starts_with(begin) &&
        names.contains(getFunctionName(line.substr(begin.size()))))
      line = line.substr(visible.size());
    result += line;
  }
  return result;
}
