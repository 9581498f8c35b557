//===- Hash128.cpp - A 128-bit hash of bytes ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Hash128.h"

#include <cstring>

using namespace zyn::runtime;

namespace {
struct SipState {
  uint64_t v0, v1, v2, v3;

  static uint64_t rotate(uint64_t word, int bits) {
    return word << bits | word >> (64 - bits);
  }

  void rounds(int count) {
    for (int i = 0; i < count; ++i) {
      v0 += v1;
      v1 = rotate(v1, 13) ^ v0;
      v0 = rotate(v0, 32);
      v2 += v3;
      v3 = rotate(v3, 16) ^ v2;
      v0 += v3;
      v3 = rotate(v3, 21) ^ v0;
      v2 += v1;
      v1 = rotate(v1, 17) ^ v2;
      v2 = rotate(v2, 32);
    }
  }

  void absorb(uint64_t word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }

  uint64_t squeeze() {
    rounds(4);
    return v0 ^ v1 ^ v2 ^ v3;
  }
};
} // namespace

Hash128 zyn::runtime::sipHash128(const void *bytes, size_t size, Hash128 key) {
  // The constants spell "somepseudorandomlygeneratedbytes"; 0xee marks the
  // 128-bit variant.
  SipState state = {
      0x736f6d6570736575ull ^ key.low, 0x646f72616e646f6dull ^ key.high ^ 0xee,
      0x6c7967656e657261ull ^ key.low, 0x7465646279746573ull ^ key.high};
  const char *next = static_cast<const char *>(bytes);
  uint64_t word;
  for (size_t i = 0; i < size / 8; ++i, next += 8) {
    std::memcpy(&word, next, 8);
    state.absorb(word);
  }
  word = 0;
  if (size % 8 != 0)
    std::memcpy(&word, next, size % 8);
  state.absorb(word | static_cast<uint64_t>(size) << 56);

  Hash128 hash;
  state.v2 ^= 0xee;
  hash.low = state.squeeze();
  state.v1 ^= 0xdd;
  hash.high = state.squeeze();
  return hash;
}

std::string Hash128::hex() const {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  for (uint64_t half : {low, high})
    for (int shift = 0; shift < 64; shift += 8) {
      text += digits[half >> (shift + 4) & 15];
      text += digits[half >> shift & 15];
    }
  return text;
}
