//===- ElementTypes.h - Element types in Python --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_ELEMENTTYPES_H
#define ZYN_PYTHON_ELEMENTTYPES_H

#include "Handle.h"

#include <dlpack/dlpack.h>
#include <pybind11/numpy.h>

#include <optional>
#include <string>
#include <vector>

namespace zyn::python {

/// The type's name in MLIR, such as "f32"; signed integers are "i32", unsigned
/// ones "u32".
const char *nameOf(ZynElementType type);

size_t bytesOf(ZynElementType type);

/// "2x3xf32".
std::string describe(ZynElementType element, const std::vector<int64_t> &shape);

/// Returns NumPy's type, which for bf16 and 8-bit floats is that of ml_dtypes.
/// Throws `zyn.Error` if it is not installed.
pybind11::dtype toNumPy(ZynElementType type);

/// Returns nothing for types that Zyn does not have, such as complex numbers
/// and numbers in another byte order.
std::optional<ZynElementType> fromNumPy(const pybind11::dtype &type);

/// DLPack's types. Throws `zyn.Error` for 8-bit floats, which its version 0
/// does not have.
DLDataType toDLPack(ZynElementType type);
std::optional<ZynElementType> fromDLPack(DLDataType type);

} // namespace zyn::python

#endif // ZYN_PYTHON_ELEMENTTYPES_H
