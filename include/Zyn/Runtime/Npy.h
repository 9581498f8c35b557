//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
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

/// Element types of arrays. BF16 is what ml_dtypes writes: NumPy has no code
/// for it, so the file says "2 raw bytes" (`<V2`).
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
  F16,
  BF16,
  F32,
  F64
};

/// Bytes of one element.
uint64_t elementBytes(ElementType type);

/// The type's MLIR-like name: "i1", "i8", "u8", "f16", "bf16", ...
const char *elementName(ElementType type);

/// An array in row-major (C) order in host memory, aligned to 64 bytes. Its
/// contents may be changed; a file that it was read from is not.
class Array {
public:
  /// An array of zeros. Error: the shape has a negative size, or more bytes
  /// than there is memory.
  static Expected<Array> create(ElementType type, std::vector<int64_t> shape);

  ElementType type() const { return elementType; }
  const std::vector<int64_t> &shape() const { return sizes; }
  /// Bytes of all elements.
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

/// Bytes of an array of `shape`. Error: a negative size, an overflow, or more
/// than 64 dimensions.
Expected<uint64_t> arrayBytes(ElementType type,
                              const std::vector<int64_t> &shape);

/// Reads an array. A regular file is mapped rather than read, so it must not be
/// shortened while the array is in use.
Expected<Array> readNpy(const std::string &path);

/// Writes an array, row-major, byte for byte as `numpy.save` does. The file
/// appears whole or not at all.
Error writeNpy(const std::string &path, ElementType type,
               const std::vector<int64_t> &shape, const void *elements);

/// What the dictionary in an .npy file says.
struct NpyHeader {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
};

/// Parses the dictionary: {'descr': '<f4', 'fortran_order': False,
/// 'shape': (2, 3), }. Any bytes are safe. Errors, without the path: it is
/// malformed, or says what Zyn does not read (big-endian, Fortran order, other
/// element types).
Expected<NpyHeader> parseNpyHeader(const std::string &text);

/// Everything in an .npy file up to the elements.
std::string formatNpyHeader(ElementType type,
                            const std::vector<int64_t> &shape);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_NPY_H
