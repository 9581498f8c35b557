//===- NpyHeader.cpp - The header of an array file ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Npy.h"

#include <cctype>
#include <charconv>

using namespace zyn::runtime;

namespace {
/// An element type with its type code in files and its name in Zyn.
struct TypeRow {
  ElementType type;
  const char *descr;
  const char *name;
  uint64_t bytes;
};
} // namespace

/// In the order of the enumeration.
static constexpr TypeRow types[] = {
    {ElementType::Bool, "|b1", "i1", 1},
    {ElementType::I8, "|i1", "i8", 1},
    {ElementType::I16, "<i2", "i16", 2},
    {ElementType::I32, "<i4", "i32", 4},
    {ElementType::I64, "<i8", "i64", 8},
    {ElementType::U8, "|u1", "u8", 1},
    {ElementType::U16, "<u2", "u16", 2},
    {ElementType::U32, "<u4", "u32", 4},
    {ElementType::U64, "<u8", "u64", 8},
    {ElementType::F8E4M3FN, "<V1", "f8E4M3FN", 1},
    {ElementType::F8E5M2, "<f1", "f8E5M2", 1},
    {ElementType::F16, "<f2", "f16", 2},
    {ElementType::BF16, "<V2", "bf16", 2},
    {ElementType::F32, "<f4", "f32", 4},
    {ElementType::F64, "<f8", "f64", 8}};

/// The limit of NumPy 2.
static constexpr size_t maxDimensions = 64;

static const TypeRow &row(ElementType type) {
  return types[static_cast<unsigned>(type)];
}

uint64_t zyn::runtime::elementBytes(ElementType type) {
  return row(type).bytes;
}

const char *zyn::runtime::elementName(ElementType type) {
  return row(type).name;
}

Expected<uint64_t> zyn::runtime::arrayBytes(ElementType type,
                                            const std::vector<int64_t> &shape) {
  // If any size is zero, the array is empty, but all sizes are checked.
  if (shape.size() > maxDimensions)
    return Error("more than 64 dimensions");
  uint64_t bytes = elementBytes(type), product = bytes;
  for (int64_t size : shape) {
    if (size < 0)
      return Error("expected nonnegative sizes, found " + std::to_string(size));
    if (size == 0)
      bytes = 0;
    else if (__builtin_mul_overflow(product, static_cast<uint64_t>(size),
                                    &product) ||
             product > INT64_MAX)
      return Error("the size of the array overflows 64 bits");
  }
  return bytes == 0 ? 0 : product;
}

static Error malformed(const std::string &reason) {
  return Error("malformed header: " + reason);
}

/// Returns `text` with characters that are not printable ASCII replaced,
/// shortened to fit on one line.
static std::string quote(const std::string &text) {
  std::string result = "'";
  for (char c : text.substr(0, 40))
    result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > 40 ? "...'" : "'");
}

static Expected<ElementType> parseDescr(const std::string &descr) {
  char order = descr.empty() ? '?' : descr[0];
  std::string code = descr.substr(descr.empty() ? 0 : 1);
  if (descr == "bfloat16" || code == "V2")
    return ElementType::BF16;
  if (descr == "float8_e4m3fn")
    return ElementType::F8E4M3FN;
  if (descr == "float8_e5m2")
    return ElementType::F8E5M2;
  for (const TypeRow &row : types) {
    if (code != row.descr + 1)
      continue;
    if (row.bytes > 1 && order == '>')
      return Error(
          "expected little-endian elements, found big-endian (array.astype('" +
          std::string(row.descr) + "'))");
    if (order == '<' || order == '=' || row.bytes == 1)
      return row.type;
  }
  return Error(
      "expected an element type of b1, i1, i2, i4, i8, u1, u2, u4, u8, "
      "f2, f4, f8, bfloat16 (V2), float8_e4m3fn (V1) or float8_e5m2 (f1), "
      "found " +
      quote(descr));
}

namespace {
/// A recursive-descent parser for the small subset of Python literals that
/// headers consist of. On malformed text, each function sets `failure` and
/// returns false.
class HeaderParser {
public:
  explicit HeaderParser(const std::string &text) : text(text) {}

  bool parse() {
    if (!expect('{'))
      return false;
    while (!accept('}')) {
      std::string key;
      if (!parseString(key) || !expect(':') || !parseValue(key))
        return false;
      if (!accept(',')) {
        if (!expect('}'))
          return false;
        break;
      }
    }
    skipSpace();
    if (at != text.size())
      return fail("unexpected text after the dictionary");
    for (const char *key : {"descr", "fortran_order", "shape"})
      if (seen.find(std::string("[") + key + "]") == seen.npos)
        return fail("missing key '" + std::string(key) + "'");
    return true;
  }

  std::string descr;
  bool isFortran = false;
  std::vector<int64_t> shape;
  std::string failure;

private:
  bool fail(const std::string &reason) {
    if (failure.empty())
      failure = reason;
    return false;
  }

  void skipSpace() {
    while (at < text.size() &&
           std::isspace(static_cast<unsigned char>(text[at])))
      ++at;
  }

  bool accept(char wanted) {
    skipSpace();
    if (at == text.size() || text[at] != wanted)
      return false;
    ++at;
    return true;
  }

  bool expect(char wanted) {
    return accept(wanted) || fail(std::string("expected '") + wanted +
                                  "' at byte " + std::to_string(at));
  }

  bool acceptWord(const char *word) {
    skipSpace();
    std::string wanted = word;
    if (text.compare(at, wanted.size(), wanted) != 0)
      return false;
    at += wanted.size();
    return true;
  }

  bool parseString(std::string &result) {
    skipSpace();
    char mark = at < text.size() ? text[at] : 0;
    size_t end =
        mark == '\'' || mark == '"' ? text.find(mark, at + 1) : text.npos;
    if (end == text.npos)
      return fail("expected a string at byte " + std::to_string(at));
    result = text.substr(at + 1, end - at - 1);
    at = end + 1;
    return true;
  }

  bool parseValue(const std::string &key) {
    std::string mark = "[" + key + "]";
    if (seen.find(mark) != seen.npos)
      return fail("duplicate key " + quote(key));
    seen += mark;
    if (key == "descr")
      return parseDescrValue();
    if (key == "shape")
      return parseShape();
    if (key != "fortran_order")
      return fail("unknown key " + quote(key));
    isFortran = acceptWord("True");
    return isFortran || acceptWord("False") ||
           fail("'fortran_order' is neither True nor False");
  }

  bool parseDescrValue() {
    skipSpace();
    // A list describes a structured type, which is valid but not supported.
    if (at < text.size() && text[at] == '[')
      return fail("expected numbers, found a structured type in 'descr'");
    return parseString(descr);
  }

  bool parseShape() {
    if (!expect('('))
      return false;
    while (!accept(')')) {
      skipSpace();
      int64_t size = 0;
      const char *end = text.data() + text.size();
      auto number = std::from_chars(text.data() + at, end, size);
      if (number.ec != std::errc() || size < 0)
        return fail("'shape' is not a tuple of sizes");
      at = number.ptr - text.data();
      acceptWord("L"); // Python 2 wrote 3L
      shape.push_back(size);
      if (shape.size() > maxDimensions)
        return fail("more than 64 dimensions");
      if (accept(','))
        continue;
      // (3) is a number in Python, not a tuple.
      if (shape.size() == 1 || !expect(')'))
        return fail("'shape' is not a tuple of sizes");
      break;
    }
    return true;
  }

  const std::string &text;
  size_t at = 0;
  std::string seen;
};
} // namespace

Expected<NpyHeader> zyn::runtime::parseNpyHeader(const std::string &text) {
  HeaderParser parser(text);
  if (!parser.parse())
    return malformed(parser.failure);
  Expected<ElementType> type = parseDescr(parser.descr);
  if (!type)
    return type.takeError();
  // With at most one dimension, both orders are the same.
  if (parser.isFortran && parser.shape.size() > 1)
    return Error(
        "expected C order, found Fortran order (numpy.ascontiguousarray)");
  return NpyHeader{*type, std::move(parser.shape)};
}

std::string zyn::runtime::formatNpyHeader(ElementType type,
                                          const std::vector<int64_t> &shape) {
  std::string tuple;
  for (int64_t size : shape)
    tuple += (tuple.empty() ? "" : ", ") + std::to_string(size);
  if (shape.size() == 1)
    tuple += ",";
  std::string text = std::string("{'descr': '") + row(type).descr +
                     "', 'fortran_order': False, 'shape': (" + tuple + "), }";
  // NumPy leaves room for the first size to grow to 21 digits in place.
  if (!shape.empty())
    text += std::string(21 - std::to_string(shape[0]).size(), ' ');

  // At most 64 dimensions fit the short form of the length, which is version 1.
  constexpr size_t prefix = 10;
  text += std::string(64 - (prefix + text.size() + 1) % 64, ' ') + '\n';
  std::string result = "\x93NUMPY\1";
  result += '\0';
  result += static_cast<char>(text.size());
  result += static_cast<char>(text.size() >> 8);
  return result + text;
}
