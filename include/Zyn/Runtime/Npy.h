//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format is NumPy's NEP 1, versions 1.0, 2.0 and 3.0
// (numpy.lib.format). All errors are one line: "x.npy: error: ...".
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_NPY_H
#define ZYN_RUNTIME_NPY_H

#include "Zyn/Runtime/Error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace zyn::runtime {

/// Element types of arrays. NumPy has no type codes for BF16 and 8-bit floats;
/// files have the ones that ml_dtypes writes: raw bytes (`<V2`) for BF16, `<V1`
/// for F8E4M3FN, and `<f1` for F8E5M2, which NumPy cannot read.
enum class ElementType {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F8E4M3FN,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64
};

/// Returns the size of one element in bytes.
uint64_t elementBytes(ElementType type);

/// Returns the type's MLIR-like name: "i1", "i8", "u8", "f16", "bf16", ...
const char *elementName(ElementType type);

/// An array in row-major (C) order in host memory, aligned to 64 bytes. Its
/// contents may be modified; this does not modify a file that it was read from.
class Array {
public:
  /// Creates an array of zeros. Error: the shape has a negative size, or the
  /// array does not fit in memory.
  static Expected<Array> create(ElementType type, std::vector<int64_t> shape);

  ElementType type() const { return elementType; }
  const std::vector<int64_t> &shape() const { return sizes; }
  /// The size of all elements in bytes.
  uint64_t bytes() const { return byteCount; }
  void *begin() { return memory.get(); }
  const void *begin() const { return memory.get(); }

private:
  friend Expected<Array> readNpy(const std::string &path);
  Array(ElementType type, std::vector<int64_t> shape, uint64_t bytes,
        std::shared_ptr<void> memory)
      : elementType(type), sizes(std::move(shape)), byteCount(bytes),
        memory(std::move(memory)) {}

  ElementType elementType;
  std::vector<int64_t> sizes;
  uint64_t byteCount;
  /// Owned memory, or a private mapping of a file.
  std::shared_ptr<void> memory;
};

/// Returns the size of an array of `shape` in bytes. Error: a negative size, an
/// overflow, or more than 64 dimensions.
Expected<uint64_t> arrayBytes(ElementType type,
                              const std::vector<int64_t> &shape);

/// Reads an array. A regular file is memory-mapped, so it must not be truncated
/// while the array is in use.
Expected<Array> readNpy(const std::string &path);

/// Writes an array in row-major order, byte for byte like `numpy.save`. The
/// file is written atomically.
Error writeNpy(const std::string &path, ElementType type,
               const std::vector<int64_t> &shape, const void *elements);

/// The contents of the dictionary in an .npy file.
struct NpyHeader {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
};

/// Parses the dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (2,
/// 3), }. Handles arbitrary bytes safely. Errors, without the path: it is
/// malformed, or describes an array that Zyn does not support (big-endian,
/// Fortran order, other element types).
Expected<NpyHeader> parseNpyHeader(const std::string &text);

/// Returns everything in an .npy file up to the elements.
std::string formatNpyHeader(ElementType type,
                            const std::vector<int64_t> &shape);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_NPY_H
