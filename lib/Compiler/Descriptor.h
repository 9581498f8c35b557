//===- Descriptor.h - Descriptors of buffers ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_DESCRIPTOR_H
#define ZYN_LIB_COMPILER_DESCRIPTOR_H

#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstddef>
#include <cstdint>

namespace zyn::compiler {

/// The descriptor of a buffer in MLIR's calling convention: a
/// `StridedMemRefType` whose rank is known only at run time, for which upstream
/// only has views.
class Descriptor {
public:
  static size_t bytesFor(size_t rank) {
    static_assert(sizeof(StridedMemRefType<char, 1>) ==
                      sizeof(StridedMemRefType<char, 0>) + 2 * sizeof(int64_t),
                  "a size and a stride follow for each dimension");
    return sizeof(StridedMemRefType<char, 0>) + 2 * sizeof(int64_t) * rank;
  }

  /// Describes an array in row-major order.
  Descriptor(void *memory, llvm::ArrayRef<int64_t> shape)
      : words(bytesFor(shape.size()) / sizeof(int64_t)) {
    auto *header = reinterpret_cast<StridedMemRefType<char, 0> *>(words.data());
    header->basePtr = header->data = static_cast<char *>(memory);
    int64_t *sizes = reinterpret_cast<int64_t *>(header + 1);
    int64_t *strides = sizes + shape.size();
    // Uses unsigned arithmetic, since the product of an empty array's other
    // sizes may overflow.
    uint64_t stride = 1;
    for (size_t i = shape.size(); i-- > 0;) {
      sizes[i] = shape[i];
      strides[i] = static_cast<int64_t>(stride);
      stride *= static_cast<uint64_t>(shape[i]);
    }
  }

  void *address() { return words.data(); }

private:
  /// Those of up to four dimensions need no allocation.
  llvm::SmallVector<int64_t, 11> words;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_DESCRIPTOR_H
