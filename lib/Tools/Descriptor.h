//===- Descriptor.h - A buffer as compiled code takes it ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_DESCRIPTOR_H
#define ZYN_LIB_TOOLS_DESCRIPTOR_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace zyn::tools {

/// A buffer as MLIR's calling convention passes it: allocated pointer, aligned
/// pointer, offset, sizes, strides; each is 8 bytes.
class Descriptor {
public:
  static size_t wordsFor(size_t rank) { return 3 + 2 * rank; }

  Descriptor(void *memory, const std::vector<int64_t> &shape)
      : words(wordsFor(shape.size())) {
    words[0] = words[1] = reinterpret_cast<uint64_t>(memory);
    uint64_t stride = 1;
    for (size_t i = shape.size(); i-- > 0;) {
      words[3 + i] = uint64_t(shape[i]);
      words[3 + shape.size() + i] = stride;
      stride *= uint64_t(shape[i]);
    }
  }

  void *address() { return words.data(); }

private:
  std::vector<uint64_t> words;
};

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_DESCRIPTOR_H
