//===- Numbers.h - Python's numbers as elements --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_NUMBERS_H
#define ZYN_PYTHON_NUMBERS_H

#include "ElementTypes.h"

namespace zyn::python {

/// Returns `number` as an element of `type` in the first bytes of an integer,
/// or nothing if it is not in the range of the type: integers may be given as
/// signed or unsigned ones, floats are rounded, and 0 and 1 are bools.
std::optional<uint64_t> toElement(pybind11::handle number, ZynElementType type);

} // namespace zyn::python

#endif // ZYN_PYTHON_NUMBERS_H
