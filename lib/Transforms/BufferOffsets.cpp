//===- BufferOffsets.cpp - Offsets of buffers in a workspace --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferOffsets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <utility>

using namespace mlir::zyn;
using llvm::ArrayRef;

/// Calls `allocate` and `release` with the indices of buffers, in the order in
/// which they begin and end.
template <typename Allocate, typename Release>
static void sweep(ArrayRef<BufferLifetime> buffers, Allocate allocate,
                  Release release) {
  auto order = llvm::to_vector(llvm::seq<size_t>(0, buffers.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(buffers[a].begin, a) < std::pair(buffers[b].begin, b);
  });
  using End = std::pair<int64_t, size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  for (size_t i : order) {
    for (; !ends.empty() && ends.top().first <= buffers[i].begin; ends.pop())
      release(ends.top().second);
    allocate(i);
    ends.push({buffers[i].end, i});
  }
}

namespace {
/// A workspace with the ranges of it that are free.
class Workspace {
public:
  int64_t allocate(int64_t bytes) {
    auto best = bySize.lower_bound({bytes, 0});
    if (best == bySize.end())
      return grow(bytes);
    auto [size, offset] = *best;
    remove(byOffset.find(offset));
    add(offset + bytes, size - bytes);
    return offset;
  }

  void release(int64_t offset, int64_t bytes) {
    auto next = byOffset.lower_bound(offset);
    if (next != byOffset.end() && next->first == offset + bytes) {
      bytes += next->second;
      next = remove(next);
    }
    if (next != byOffset.begin())
      if (auto previous = std::prev(next);
          previous->first + previous->second == offset) {
        offset = previous->first;
        bytes += previous->second;
        remove(previous);
      }
    add(offset, bytes);
  }

  int64_t bytes() const { return size; }

private:
  using Ranges = std::map<int64_t, int64_t>;

  /// Uses the free range at the end, which is too small, first.
  int64_t grow(int64_t bytes) {
    int64_t offset = size;
    if (!byOffset.empty())
      if (auto last = std::prev(byOffset.end());
          last->first + last->second == size) {
        offset = last->first;
        remove(last);
      }
    size = offset + bytes;
    return offset;
  }

  void add(int64_t offset, int64_t bytes) {
    if (bytes == 0)
      return;
    byOffset.emplace(offset, bytes);
    bySize.emplace(bytes, offset);
  }

  Ranges::iterator remove(Ranges::iterator range) {
    bySize.erase({range->second, range->first});
    return byOffset.erase(range);
  }

  Ranges byOffset;
  /// Sizes and offsets.
  std::set<std::pair<int64_t, int64_t>> bySize;
  int64_t size = 0;
};
} // namespace

static BufferOffsets assignForward(ArrayRef<BufferLifetime> buffers) {
  BufferOffsets result;
  result.offsets.resize(buffers.size());
  Workspace workspace;
  sweep(
      buffers,
      [&](size_t i) {
        result.offsets[i] = workspace.allocate(buffers[i].bytes);
      },
      [&](size_t i) {
        workspace.release(result.offsets[i], buffers[i].bytes);
      });
  result.bytes = workspace.bytes();
  return result;
}

BufferOffsets mlir::zyn::assignOffsets(ArrayRef<BufferLifetime> buffers) {
  BufferOffsets forward = assignForward(buffers);
  auto reversed = llvm::map_to_vector(buffers, [](const BufferLifetime &b) {
    return BufferLifetime{b.bytes, -b.end, -b.begin};
  });
  BufferOffsets backward = assignForward(reversed);
  return backward.bytes < forward.bytes ? backward : forward;
}

int64_t mlir::zyn::sizeOfBlocks(ArrayRef<BufferLifetime> buffers) {
  std::map<int64_t, int64_t> freeBlocks;
  int64_t bytes = 0;
  sweep(
      buffers,
      [&](size_t i) {
        int64_t &free = freeBlocks[buffers[i].bytes];
        if (free > 0)
          --free;
        else
          bytes += buffers[i].bytes;
      },
      [&](size_t i) { ++freeBlocks[buffers[i].bytes]; });
  return bytes;
}

int64_t mlir::zyn::peakOf(ArrayRef<BufferLifetime> buffers) {
  int64_t bytes = 0, peak = 0;
  sweep(
      buffers,
      [&](size_t i) { peak = std::max(peak, bytes += buffers[i].bytes); },
      [&](size_t i) { bytes -= buffers[i].bytes; });
  return peak;
}
