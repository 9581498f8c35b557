//===- KnownWords.h - Partially known values ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_KNOWNWORDS_H
#define ZYN_INTERFACES_KNOWNWORDS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace mlir::zyn {

/// The known words of a value that consists of 32-bit words.
class KnownWords {
public:
  /// Creates `numWords` unknown words.
  explicit KnownWords(unsigned numWords = 0) : words(numWords) {}

  unsigned size() const { return words.size(); }
  std::optional<uint32_t> get(unsigned word) const {
    return word < words.size() ? words[word] : std::nullopt;
  }
  void set(unsigned word, std::optional<uint32_t> bits) { words[word] = bits; }
  /// Marks the words in `mask` as unknown.
  void forget(uint64_t mask) {
    for (unsigned word = 0; word < words.size(); ++word)
      if (mask >> word & 1)
        words[word] = std::nullopt;
  }

  /// Keeps only the words that have the same known value in `other`. Returns
  /// whether any word became unknown.
  bool meet(const KnownWords &other) {
    bool changed = false;
    for (unsigned word = 0; word < words.size(); ++word)
      if (words[word] && words[word] != other.get(word)) {
        words[word] = std::nullopt;
        changed = true;
      }
    return changed;
  }

private:
  llvm::SmallVector<std::optional<uint32_t>, 0> words;
};

} // namespace mlir::zyn

#endif // ZYN_INTERFACES_KNOWNWORDS_H
