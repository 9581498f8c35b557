//===- WasmValues.cpp - Values of WebAssembly as text ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WasmValues.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"

#include <charconv>

using llvm::StringRef;
using zyn::runtime::ValueKind;

/// Parses an integer, signed or unsigned, of the width.
static bool parseInteger(StringRef text, unsigned width, uint64_t &bits) {
  int64_t number;
  if (!text.getAsInteger(0, bits))
    return width == 64 || bits >> width == 0;
  if (text.getAsInteger(0, number) ||
      (width < 64 && number < -(int64_t(1) << (width - 1))))
    return false;
  bits = static_cast<uint64_t>(number);
  return true;
}

static bool parseFloat(StringRef text, const llvm::fltSemantics &semantics,
                       uint64_t &bits) {
  llvm::APFloat number(semantics);
  auto status =
      number.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    return false;
  }
  bits = number.bitcastToAPInt().getZExtValue();
  return true;
}

bool zyn::tools::parseValue(StringRef text, ValueKind kind, uint64_t &bits) {
  switch (kind) {
  case ValueKind::I32:
    return parseInteger(text, 32, bits);
  case ValueKind::I64:
    return parseInteger(text, 64, bits);
  case ValueKind::F32:
    return parseFloat(text, llvm::APFloat::IEEEsingle(), bits);
  case ValueKind::F64:
    return parseFloat(text, llvm::APFloat::IEEEdouble(), bits);
  case ValueKind::FuncRef:
  case ValueKind::ExternRef:
    bits = 0;
    return text == "null";
  }
  return false;
}

/// Formats a float with the fewest digits that give the same number.
template <typename T>
static std::string formatFloat(T value) {
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

std::string zyn::tools::formatValue(uint64_t bits, ValueKind kind) {
  switch (kind) {
  case ValueKind::I32:
    return std::to_string(static_cast<int32_t>(bits));
  case ValueKind::I64:
    return std::to_string(static_cast<int64_t>(bits));
  case ValueKind::F32:
    return formatFloat(llvm::bit_cast<float>(static_cast<uint32_t>(bits)));
  case ValueKind::F64:
    return formatFloat(llvm::bit_cast<double>(bits));
  case ValueKind::FuncRef:
  case ValueKind::ExternRef:
    return bits ? toText(kind) : "null";
  }
  return {};
}
