//===- Hash128.h - A 128-bit hash of bytes ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_HASH128_H
#define ZYN_RUNTIME_HASH128_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace zyn::runtime {

/// A 128-bit hash value, comparable and printable.
struct Hash128 {
  uint64_t low = 0, high = 0;

  bool operator==(const Hash128 &other) const {
    return low == other.low && high == other.high;
  }
  bool operator!=(const Hash128 &other) const { return !(*this == other); }
  bool operator<(const Hash128 &other) const {
    return high != other.high ? high < other.high : low < other.low;
  }

  /// 32 hexadecimal digits: the hash's bytes in the algorithm's order.
  std::string hex() const;
};

/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, "SipHash: a
/// fast short-input PRF", 2012; the 128-bit variant is their reference
/// implementation's). `key` seeds it: different keys give unrelated hashes.
Hash128 sipHash128(const void *bytes, size_t size, Hash128 key);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_HASH128_H
