//===- DLPackExchange.h - Exchange of tensors in C ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions in C that libraries offer in addition to `__dlpack__`, since
// version 1.3 of DLPack (dmlc/dlpack, include/dlpack/dlpack.h), which describes
// them. Declared here, since distributions have older headers.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_DLPACKEXCHANGE_H
#define ZYN_PYTHON_DLPACKEXCHANGE_H

#include <dlpack/dlpack.h>

#include <cstdint>

namespace zyn::python::dlpack {

struct Version {
  uint32_t major, minor;
};

/// `DLManagedTensorVersioned`.
struct VersionedTensor {
  Version version;
  void *context;
  void (*deleter)(VersionedTensor *);
  uint64_t flags;
  DLTensor tensor;
};

inline constexpr uint64_t flagReadOnly = 1;

/// `DLPackExchangeAPI`, which the attribute `__dlpack_c_exchange_api__` of a
/// type has as a capsule. Functions return 0, or else raise an exception.
struct ExchangeAPI {
  static constexpr const char *attribute = "__dlpack_c_exchange_api__";
  static constexpr const char *capsule = "dlpack_exchange_api";

  Version version;
  /// One of an older version, or null.
  const ExchangeAPI *previous;
  void *allocate;
  void *exportTensor;
  /// Takes the tensor over and returns an object of the library.
  int (*toObject)(VersionedTensor *tensor, void **object);
  /// Describes an object, which still owns what the tensor refers to. May be
  /// null.
  int (*describe)(void *object, DLTensor *tensor);
  /// Returns the current stream of a device.
  int (*getStream)(DLDeviceType kind, int32_t ordinal, void **stream);
};

} // namespace zyn::python::dlpack

#endif // ZYN_PYTHON_DLPACKEXCHANGE_H
