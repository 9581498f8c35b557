//===- Numbers.cpp - Python's numbers as elements -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace py = pybind11;
using namespace zyn::python;

/// Returns the largest finite number of a floating-point type.
static double largestOf(ZynElementType type) {
  switch (type) {
  case ZynElementTypeF8E4M3FN:
    return 448;
  case ZynElementTypeF8E5M2:
    return 57344;
  case ZynElementTypeF16:
    return 65504;
  case ZynElementTypeBF16:
    return 0x1.fep127;
  case ZynElementTypeF32:
    return std::numeric_limits<float>::max();
  default:
    return std::numeric_limits<double>::max();
  }
}

static std::optional<uint64_t> toFloat(py::handle number, ZynElementType type) {
  double value = PyFloat_AsDouble(number.ptr());
  if (value == -1 && PyErr_Occurred()) {
    // Complex numbers, and integers beyond f64.
    if (!PyErr_ExceptionMatches(PyExc_TypeError) &&
        !PyErr_ExceptionMatches(PyExc_OverflowError))
      throw py::error_already_set();
    PyErr_Clear();
    return std::nullopt;
  }
  if (std::isfinite(value) && std::abs(value) > largestOf(type))
    return std::nullopt;
  uint64_t bits = 0;
  if (type == ZynElementTypeF64) {
    std::memcpy(&bits, &value, sizeof(value));
  } else if (type == ZynElementTypeF32) {
    auto rounded = static_cast<float>(value);
    std::memcpy(&bits, &rounded, sizeof(rounded));
  } else {
    auto scalar = py::array(py::module_::import("numpy").attr("asarray")(
        py::float_(value), toNumPy(type)));
    std::memcpy(&bits, scalar.data(), bytesOf(type));
  }
  return bits;
}

static std::optional<uint64_t> toBool(py::handle number) {
  // NumPy's bool is no integer.
  if (number.equal(py::bool_(true)))
    return 1;
  if (number.equal(py::bool_(false)))
    return 0;
  return std::nullopt;
}

static std::optional<uint64_t> toInteger(py::handle number,
                                         ZynElementType type) {
  if (!PyIndex_Check(number.ptr()))
    return std::nullopt;
  auto value = py::reinterpret_steal<py::int_>(PyNumber_Index(number.ptr()));
  if (!value)
    throw py::error_already_set();
  // As an unsigned number or as a signed one.
  size_t bits = 8 * bytesOf(type);
  int overflow = 0;
  int64_t found = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) {
    bool fits = bits == 64 || (found >= -(int64_t(1) << (bits - 1)) &&
                               found < (int64_t(1) << bits));
    return fits ? std::optional<uint64_t>(found) : std::nullopt;
  }
  if (overflow < 0 || bits < 64)
    return std::nullopt;
  uint64_t large = PyLong_AsUnsignedLongLong(value.ptr());
  if (!PyErr_Occurred())
    return large;
  PyErr_Clear();
  return std::nullopt;
}

std::optional<uint64_t> zyn::python::toElement(py::handle number,
                                               ZynElementType type) {
  if (type == ZynElementTypeBool)
    return toBool(number);
  return type >= ZynElementTypeF8E4M3FN ? toFloat(number, type)
                                        : toInteger(number, type);
}
