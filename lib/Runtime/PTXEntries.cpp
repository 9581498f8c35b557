//===- PTXEntries.cpp - Kernels declared in PTX ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/PTXEntries.h"

#include <cctype>
#include <charconv>

using namespace zyn::runtime;

static std::string withoutBlockComments(std::string_view text) {
  std::string result;
  size_t begin = 0;
  while (true) {
    size_t comment = text.find("/*", begin);
    result += text.substr(begin, comment - begin);
    if (comment == text.npos)
      return result;
    result += ' ';
    begin = text.find("*/", comment + 2);
    if (begin == text.npos)
      return result;
    begin += 2;
  }
}

static uint64_t typeBytes(std::string_view type) {
  static constexpr std::pair<std::string_view, uint64_t> special[] = {
      {"bf16", 2},    {"f16x2", 4},      {"bf16x2", 4}, {"texref", 8},
      {"surfref", 8}, {"samplerref", 8}, {"pred", 1}};
  for (auto [name, bytes] : special)
    if (type == name)
      return bytes;
  if (type.empty() || std::string_view("busf").find(type[0]) == type.npos)
    return 0;
  uint64_t bits = 0;
  const char *end = type.data() + type.size();
  auto parsed = std::from_chars(type.data() + 1, end, bits);
  bool whole = parsed.ec == std::errc() && parsed.ptr == end;
  return whole && bits % 8 == 0 && bits <= 128 ? bits / 8 : 0;
}

namespace {
/// Words (names, numbers, directives with their dot) and single characters.
class Lexer {
public:
  explicit Lexer(std::string_view rest) : rest(rest) {}

  /// The next token; empty at the end.
  std::string_view next() {
    skipSpace();
    size_t length = 0;
    while (length < rest.size() && isWord(rest[length]))
      ++length;
    if (length == 0 && !rest.empty())
      length = 1;
    std::string_view token = rest.substr(0, length);
    rest.remove_prefix(length);
    return token;
  }

private:
  static bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           c == '$' || c == '%' || c == '.';
  }

  void skipSpace() {
    while (!rest.empty()) {
      if (std::isspace(static_cast<unsigned char>(rest[0])))
        rest.remove_prefix(1);
      else if (rest.substr(0, 2) == "//")
        rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
      else
        return;
    }
  }

  std::string_view rest;
};
} // namespace

/// Parses one `.param` up to the terminating `,` or `)`, which is returned:
///   .param .u64 .ptr .global .align 16 name
///   .param .align 8 .b8 name[64]
static std::string_view parseParameter(Lexer &lexer, KernelParameter &result) {
  uint64_t elements = 1;
  for (std::string_view token = lexer.next();; token = lexer.next()) {
    if (token.empty() || token == "," || token == ")") {
      result.bytes = typeBytes(result.type) * elements;
      return token;
    }
    if (token == ".align") {
      lexer.next();
    } else if (token == "[") {
      token = lexer.next();
      std::from_chars(token.data(), token.data() + token.size(), elements);
    } else if (token[0] == '.' && typeBytes(token.substr(1)) != 0) {
      result.type = token.substr(1);
    } else if (token[0] != '.' && token != "]") {
      result.name = token;
    }
  }
}

/// Parses a kernel from its name up to the end of its body. `rest` may continue
/// with other functions.
static KernelSignature parseEntry(std::string_view rest) {
  Lexer lexer(rest);
  KernelSignature entry;
  entry.name = lexer.next();
  // Other functions of the image follow the line of the closing brace.
  std::string_view body = rest.substr(0, rest.find("\n}"));
  entry.hasLocalVariables = body.find("\t.local ") != body.npos;
  entry.waitsForKernels = body.find("griddepcontrol.wait") != body.npos;
  if (lexer.next() != "(")
    return entry;
  // Either the first `.param`, or `)`.
  std::string_view token = lexer.next();
  while (token == ".param") {
    KernelParameter parameter;
    token = parseParameter(lexer, parameter);
    entry.parameters.push_back(std::move(parameter));
    if (token == ",")
      token = lexer.next();
  }
  while (!token.empty() && token != "{" && token != ";") {
    token = lexer.next();
    if (token != ".maxnreg")
      continue;
    token = lexer.next();
    std::from_chars(token.data(), token.data() + token.size(),
                    entry.maxRegisters);
  }
  return entry;
}

std::vector<KernelSignature>
zyn::runtime::parsePTXEntries(std::string_view ptx) {
  // Compiled PTX can be megabytes with a handful of entries, so search for them
  // instead of lexing every token.
  std::string stripped;
  if (ptx.find("/*") != ptx.npos) {
    stripped = withoutBlockComments(ptx);
    ptx = stripped;
  }
  static constexpr std::string_view directive = ".entry";
  std::vector<KernelSignature> entries;
  for (size_t at = ptx.find(directive); at != ptx.npos;
       at = ptx.find(directive, at + 1)) {
    size_t after = at + directive.size();
    size_t line = ptx.rfind('\n', at) + 1;
    std::string_view before = ptx.substr(line, at - line);
    bool isWord = after < ptx.size() &&
                  std::isspace(static_cast<unsigned char>(ptx[after])) &&
                  (before.empty() ||
                   std::isspace(static_cast<unsigned char>(before.back())));
    bool isText =
        before.find("//") != before.npos || before.find('"') != before.npos;
    if (isWord && !isText)
      entries.push_back(parseEntry(ptx.substr(after)));
  }
  return entries;
}

int zyn::runtime::parseFunctionRegisters(std::string_view ptx) {
  constexpr std::string_view name = functionRegistersName;
  int registers = 0;
  size_t at = ptx.find(name);
  if (at == ptx.npos)
    return registers;
  Lexer lexer(ptx.substr(at + name.size()));
  if (lexer.next() != "=")
    return registers;
  std::string_view value = lexer.next();
  std::from_chars(value.data(), value.data() + value.size(), registers);
  return registers;
}
