//===- ElementTypes.cpp - Element types in Python -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementTypes.h"
#include "Diagnostics.h"

namespace py = pybind11;
using namespace zyn::python;

/// The codes of DLPack 1.0, of which older headers lack some.
enum DLPackCode : uint8_t {
  dlpackInt = 0,
  dlpackUInt = 1,
  dlpackFloat = 2,
  dlpackBFloat = 4,
  dlpackBool = 6,
  dlpackNone = 255
};

namespace {
/// An element type in MLIR, NumPy and DLPack.
struct Row {
  const char *name, *numpy;
  size_t bytes;
  DLPackCode code;
};
} // namespace

/// In the order of `ZynElementType`.
static constexpr Row table[] = {
    {"i1", "bool", 1, dlpackBool},
    {"i8", "int8", 1, dlpackInt},
    {"i16", "int16", 2, dlpackInt},
    {"i32", "int32", 4, dlpackInt},
    {"i64", "int64", 8, dlpackInt},
    {"u8", "uint8", 1, dlpackUInt},
    {"u16", "uint16", 2, dlpackUInt},
    {"u32", "uint32", 4, dlpackUInt},
    {"u64", "uint64", 8, dlpackUInt},
    {"f8E4M3FN", "float8_e4m3fn", 1, dlpackNone},
    {"f8E5M2", "float8_e5m2", 1, dlpackNone},
    {"f16", "float16", 2, dlpackFloat},
    {"bf16", "bfloat16", 2, dlpackBFloat},
    {"f32", "float32", 4, dlpackFloat},
    {"f64", "float64", 8, dlpackFloat},
};
static constexpr size_t numTypes = std::size(table);
static_assert(numTypes == ZynElementTypeF64 + 1, "a row for each type");

/// Larger numbers are those of types that other packages register with NumPy
/// (`NPY_USERDEF`).
static constexpr int numNumPyTypes = 256;

/// Whether NumPy has the type only through ml_dtypes.
static bool isExtension(ZynElementType type) {
  return type == ZynElementTypeBF16 || type == ZynElementTypeF8E4M3FN ||
         type == ZynElementTypeF8E5M2;
}

const char *zyn::python::nameOf(ZynElementType type) {
  return table[type].name;
}

size_t zyn::python::bytesOf(ZynElementType type) { return table[type].bytes; }

std::string zyn::python::describe(ZynElementType element,
                                  const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + nameOf(element);
}

static py::dtype findNumPy(ZynElementType type) {
  if (!isExtension(type))
    return py::dtype(table[type].numpy);
  try {
    py::object extension = py::module_::import("ml_dtypes");
    return py::dtype::from_args(extension.attr(table[type].numpy));
  } catch (py::error_already_set &failure) {
    if (!failure.matches(PyExc_ImportError))
      throw;
    raise(std::string("NumPy has no type for ") + nameOf(type) +
          "; install ml_dtypes");
  }
}

py::dtype zyn::python::toNumPy(ZynElementType type) {
  // Finding a type takes longer than a call. Guarded by the GIL, and not
  // destroyed after the interpreter.
  static auto *found = new std::optional<py::dtype>[numTypes];
  if (!found[type])
    found[type] = findNumPy(type);
  return *found[type];
}

std::optional<ZynElementType> zyn::python::fromNumPy(const py::dtype &type) {
  // '=' is the machine's order, and '|' no order.
  if (char order = type.byteorder(); order != '=' && order != '|')
    return std::nullopt;
  DLPackCode code = dlpackNone;
  switch (type.kind()) {
  case 'b':
    code = dlpackBool;
    break;
  case 'i':
    code = dlpackInt;
    break;
  case 'u':
    code = dlpackUInt;
    break;
  case 'f':
    code = dlpackFloat;
    break;
  }
  auto bits =
      static_cast<uint8_t>(8 * std::min<py::ssize_t>(type.itemsize(), 16));
  // Types of ml_dtypes have no kind of their own, and some the same as others.
  if (type.num() < numNumPyTypes)
    return fromDLPack({code, bits, 1});
  auto name = type.attr("name").cast<std::string>();
  for (size_t i = 0; i < numTypes; ++i)
    if (name == table[i].numpy)
      return static_cast<ZynElementType>(i);
  return std::nullopt;
}

DLDataType zyn::python::toDLPack(ZynElementType type) {
  if (table[type].code == dlpackNone)
    raise(std::string("DLPack has no type for ") + nameOf(type));
  return {table[type].code, static_cast<uint8_t>(8 * table[type].bytes), 1};
}

std::optional<ZynElementType> zyn::python::fromDLPack(DLDataType type) {
  for (size_t i = 0; i < numTypes; ++i)
    if (type.code == table[i].code && type.code != dlpackNone &&
        type.bits == 8 * table[i].bytes && type.lanes == 1)
      return static_cast<ZynElementType>(i);
  return std::nullopt;
}
