//===- Library.h - Libraries of arrays ------------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_LIBRARY_H
#define ZYN_PYTHON_LIBRARY_H

#include "DLPackExchange.h"

#include <pybind11/pybind11.h>

#include <string>

namespace zyn::python {

/// What a call needs to know about the type of an array. Finding it takes
/// longer than a call, so that it is kept for each type.
struct Library {
  /// Returns the library of the type of `object`, which lives as long as the
  /// process.
  static const Library &of(pybind11::handle object);

  static const Library &numpy();

  /// Returns the number of the current stream; 0 if the library does not tell.
  uintptr_t currentStream(int ordinal) const;

  /// Whether `currentStream` is the one that orders the library's work, so that
  /// the library does not have to wait itself.
  bool hasCurrentStream() const { return exchange || getStream; }

  /// The package that defines the type, such as "torch".
  std::string name;
  bool isNumPy = false;
  bool hasDLPack = false;
  /// Whether `__dlpack__` has refused to take a version. Guarded by the GIL.
  mutable bool isBeforeVersion1 = false;
  /// `__cuda_array_interface__`. May depend on the array, so that it is only
  /// looked up for types without DLPack.
  bool mayHaveCudaInterface = false;
  /// Converts a `zyn.Array`, or null.
  pybind11::object fromDLPack;
  /// Whether `fromDLPack` takes capsules, too.
  bool takesCapsules = false;
  /// The functions in C that exchange arrays of this type, or null.
  const dlpack::ExchangeAPI *exchange = nullptr;
  /// Whether arrays have PyTorch's methods, such as `is_neg`.
  bool isTorch = false;

private:
  explicit Library(pybind11::handle type);

  /// Null if the library does not tell its current stream.
  pybind11::object getStream;
  const char *streamAttribute = nullptr;
};

} // namespace zyn::python

#endif // ZYN_PYTHON_LIBRARY_H
