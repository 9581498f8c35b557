//===- Tma.cpp - TMA copies of tiles --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A copy is performed when it is issued. To the checker it is an operation of
// the async proxy, which completes at the mbarrier or at a wait.
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "TmaElements.h"
#include "TmaMap.h"

#include <algorithm>
#include <cstring>

using namespace zyn::emulator;
using zyn::runtime::TensorMap;

namespace {

/// The unit that swizzles permute, and the unit of the checker's accesses.
constexpr int64_t chunkBytes = zyn::limits::tensorGranule;
constexpr uint64_t tileAlignment = zyn::limits::tileAlignment;

/// Returns the swizzled offset of byte `offset` of a block's shared memory,
/// which starts at a multiple of 1024: for 128 bytes, bits 4 to 6 of the
/// address are XORed with bits 7 to 9; for 64, two bits; for 32, one.
uint64_t swizzled(uint64_t offset, int swizzle) {
  uint64_t mask = swizzle == 128  ? 7
                  : swizzle == 64 ? 3
                  : swizzle == 32 ? 1
                                  : 0;
  return offset ^ (offset >> 7 & mask) << 4;
}

/// Iterates over the rows of a tile in the order of shared memory, with the
/// index in the tensor of each row's first element.
class Rows {
public:
  Rows(const TensorMap &map, const int64_t *coordinates, const int64_t *offsets)
      : map(map) {
    std::memcpy(first, coordinates, map.rank * sizeof(int64_t));
    if (map.isIm2col) {
      // Starts at the first pixel; offsets only move the elements that are
      // read.
      std::memcpy(pixel, coordinates, map.rank * sizeof(int64_t));
      for (int i = 0; i < map.rank - 2; ++i)
        offset[i] = offsets ? offsets[i] : 0;
      remaining = map.box[0];
    } else {
      remaining = 1;
      for (int i = 0; i < map.rank - 1; ++i)
        remaining *= map.box[i];
    }
    computeIndex();
  }

  bool done() const { return remaining == 0; }
  int64_t elements() const {
    return map.isIm2col ? map.box[1] : map.box[map.rank - 1];
  }
  /// The index of the row's first element.
  const int64_t *index() const { return current; }

  void next() {
    --remaining;
    if (map.isIm2col)
      nextPixel();
    else
      for (int i = map.rank - 2; i >= 0; --i) {
        if (++inTile[i] < map.box[i])
          break;
        inTile[i] = 0;
      }
    computeIndex();
  }

private:
  void computeIndex() {
    for (int i = 0; i < map.rank; ++i)
      current[i] =
          map.isIm2col
              ? pixel[i] + (i > 0 && i < map.rank - 1 ? offset[i - 1] : 0)
              : first[i] + inTile[i];
  }

  /// Advances along the width first, then to the next row, slice and image.
  void nextPixel() {
    for (int i = map.rank - 2; i > 0; --i) {
      pixel[i] += map.steps[i - 1];
      if (pixel[i] < map.sizes[i] + map.upper[i - 1])
        return;
      pixel[i] = map.lower[i - 1];
    }
    ++pixel[0];
  }

  const TensorMap &map;
  int64_t remaining;
  int64_t first[TensorMap::maxRank] = {}, inTile[TensorMap::maxRank] = {};
  int64_t pixel[TensorMap::maxRank] = {}, offset[TensorMap::maxRank - 2] = {};
  int64_t current[TensorMap::maxRank] = {};
};

/// One copy, which accesses the parts of rows that are within the tensor.
class Copy {
public:
  Copy(zynemu_thread *thread, const zynemu_site *site, const TensorMap &map)
      : thread(thread), site(site), map(map),
        checker(thread->block->scheduler->checker()) {}

  /// Returns the address of the row's elements; those from `begin` to `end` are
  /// within the tensor.
  char *row(const Rows &rows, int64_t &begin, int64_t &end) const {
    const int64_t *index = rows.index();
    int last = map.rank - 1;
    begin = std::max<int64_t>(-index[last], 0);
    end = std::min<int64_t>(map.sizes[last] - index[last], rows.elements());
    char *address =
        static_cast<char *>(map.base) + index[last] * map.elementBytes();
    for (int i = 0; i < last; ++i) {
      if (index[i] < 0 || index[i] >= map.sizes[i])
        begin = end = 0;
      address += index[i] * map.strides[i] * map.elementBytes();
    }
    end = std::max(begin, end);
    return address;
  }

  /// Returns the access to the mbarrier that a load completes on.
  Access barrierAccess() const {
    Access access;
    access.thread = thread->block->scheduler->idOf(*thread);
    access.bytes = 8;
    access.kind = AccessKind::AtomicUpdate;
    access.proxy = Proxy::Async;
    access.site = site;
    return access;
  }

  bool access(ThreadId agent, AccessKind kind, const void *address,
              int64_t bytes) const {
    if (!checker || bytes == 0)
      return true;
    Access access;
    access.thread = agent;
    access.address = reinterpret_cast<uint64_t>(address);
    access.bytes = bytes;
    access.kind = kind;
    access.proxy = Proxy::Async;
    access.site = site;
    access.scope = Scope::Device;
    if (!checker->access(access, 1))
      return false;
    if (kind == AccessKind::AtomicUpdate)
      checker->atomic(access);
    return true;
  }

  /// Reads the row into `values` and fills elements outside of the tensor.
  void readTensor(const Rows &rows, ThreadId agent, char *values) const {
    int64_t begin, end, bytes = map.elementBytes();
    char *address = row(rows, begin, end);
    for (int64_t i = 0; i < rows.elements(); ++i)
      if (i < begin || i >= end)
        fillElement(map.element, map.fillNaN, values + i * bytes);
    if (!access(agent, AccessKind::Load, address + begin * bytes,
                (end - begin) * bytes))
      end = begin;
    std::memcpy(values + begin * bytes, address + begin * bytes,
                (end - begin) * bytes);
    if (map.element == ZYNRT_TENSOR_TF32)
      for (int64_t i = begin; i < end; ++i)
        roundToTF32(values + i * bytes);
  }

  void writeTensor(const Rows &rows, ThreadId agent, int reduction,
                   const char *values) const {
    int64_t begin, end, bytes = map.elementBytes();
    char *address = row(rows, begin, end);
    if (reduction == ZYNEMU_TMA_REPLACE) {
      if (access(agent, AccessKind::Store, address + begin * bytes,
                 (end - begin) * bytes))
        std::memcpy(address + begin * bytes, values + begin * bytes,
                    (end - begin) * bytes);
      return;
    }
    for (int64_t i = begin; i < end; ++i)
      if (access(agent, AccessKind::AtomicUpdate, address + i * bytes, bytes))
        combineElements(map.element, reduction, address + i * bytes,
                        values + i * bytes);
  }

  /// Returns the address of a chunk of the tile that starts at `tile`.
  char *chunk(const Block &block, const char *tile, int64_t offset) const {
    char *begin = block.shared.get();
    return begin + swizzled(tile - begin + offset, map.swizzle);
  }

  zynemu_thread *const thread;
  const zynemu_site *const site;
  const TensorMap &map;
  Checker *const checker;
};

/// The maximum size of a row of a tile in bytes.
constexpr int64_t maxRowBytes =
    zyn::limits::maxTileSize * zyn::limits::maxTensorElementBytes;

} // namespace

static TensorMap mapOf(zynemu_thread *thread, const zynemu_site *site,
                       const void *encoded) {
  TensorMap map;
  if (!decodeMap(encoded, map))
    failAt(thread, site,
           "expected a tensor map that kernel.tensor_map.encode created for "
           "the emulator");
  return map;
}

static int64_t tileBytes(const TensorMap &map) {
  int64_t bytes = map.elementBytes();
  for (int i = 0; i < (map.isIm2col ? 2 : map.rank); ++i)
    bytes *= map.box[i];
  return bytes;
}

static void checkTile(zynemu_thread *thread, const zynemu_site *site,
                      const TensorMap &map, const void *tile) {
  Block *block = ownerOf(*thread, tile);
  if (block != thread->block)
    failAt(thread, site, "the tile is not in the block's shared memory");
  uint64_t offset = static_cast<const char *>(tile) - block->shared.get();
  if (offset % tileAlignment)
    failAt(thread, site,
           "expected a tile aligned to 128 bytes, found " +
               sharedText(*block, tile));
  int64_t bytes = tileBytes(map);
  const Scheduler &scheduler = *block->scheduler;
  if (static_cast<int64_t>(offset) + bytes >
      scheduler.kernel.static_shared_bytes + scheduler.shape.dynamicSharedBytes)
    failAt(thread, site,
           "the tile of " + std::to_string(bytes) + " bytes at " +
               sharedText(*block, tile) +
               " ends beyond the block's shared memory");
}

static void loadTile(const Copy &copy, const int64_t *coordinates,
                     const int64_t *offsets, const char *tile,
                     const Block &block, ThreadId agent) {
  alignas(16) char values[maxRowBytes];
  int64_t at = 0, bytes = copy.map.elementBytes();
  for (Rows rows(copy.map, coordinates, offsets); !rows.done(); rows.next()) {
    copy.readTensor(rows, agent, values);
    for (int64_t i = 0; i < rows.elements() * bytes; i += chunkBytes) {
      char *address = copy.chunk(block, tile, at + i);
      if (copy.access(agent, AccessKind::Store, address, chunkBytes))
        std::memcpy(address, values + i, chunkBytes);
    }
    at += rows.elements() * bytes;
  }
}

/// The hardware counts the last dimension in chunks: on an H200, a tile that
/// starts within a chunk causes an illegal instruction error.
static void checkCoordinates(zynemu_thread *thread, const zynemu_site *site,
                             const TensorMap &map, const int64_t *coordinates) {
  int64_t last = coordinates[map.rank - 1];
  if (last * map.elementBytes() % chunkBytes)
    failAt(thread, site,
           "expected a last coordinate that is a multiple of 16 bytes, found " +
               std::to_string(last) + " elements of " +
               std::to_string(map.elementBytes()) + " bytes");
}

extern "C" void zynemuTmaLoad(zynemu_thread *thread, const zynemu_site *site,
                              const void *encoded, const int64_t *coordinates,
                              const int64_t *offsets, void *destination,
                              void *barrierAddress, int32_t multicast) {
  TensorMap map = mapOf(thread, site, encoded);
  checkTile(thread, site, map, destination);
  checkCoordinates(thread, site, map, coordinates);
  Scheduler &scheduler = *thread->block->scheduler;
  const Cluster &cluster = *thread->block->cluster;
  uint32_t blocks = multicast < 0 ? 1u << thread->block->rankInCluster
                                  : static_cast<uint32_t>(multicast) & 0xffff;
  if (blocks >> cluster.blocks.size())
    failAt(thread, site,
           "expected a multicast to blocks of the cluster from 0 to " +
               std::to_string(cluster.blocks.size() - 1) +
               ", found a mask of " + std::to_string(blocks));
  Copy copy(thread, site, map);
  for (const auto &block : cluster.blocks) {
    if (!(blocks >> block->rankInCluster & 1))
      continue;
    MBarrier &barrier = useBarrier(
        thread, site, addressInBlock(barrierAddress, *thread->block, *block));
    if (copy.checker)
      copy.checker->checkBarrierInit(copy.barrierAccess(), barrier.init);
    ThreadId agent =
        copy.checker
            ? copy.checker->startAgent(scheduler.idOf(*thread), Proxy::Async)
            : 0;
    loadTile(copy, coordinates, offsets,
             addressInBlock(destination, *thread->block, *block), *block,
             agent);
    // The written data is released to the threads of the destination block.
    if (copy.checker)
      copy.checker->release(agent, barrier.arrivals);
    completeBytes(thread, site, barrier, tileBytes(map));
  }
}

static StoreGroups &storesOf(zynemu_thread *thread) {
  return thread->block->async.stores[thread->head.linear_id];
}

extern "C" void zynemuTmaStore(zynemu_thread *thread, const zynemu_site *site,
                               const void *encoded, const int64_t *coordinates,
                               const void *source, int32_t reduction) {
  TensorMap map = mapOf(thread, site, encoded);
  checkTile(thread, site, map, source);
  checkCoordinates(thread, site, map, coordinates);
  Copy copy(thread, site, map);
  ThreadId reads = 0, writes = 0;
  if (copy.checker) {
    ThreadId issuer = thread->block->scheduler->idOf(*thread);
    reads = copy.checker->startAgent(issuer, Proxy::Async);
    writes = copy.checker->startAgent(issuer, Proxy::Async);
    storesOf(thread).reads.open.push_back(reads);
    storesOf(thread).writes.open.push_back(writes);
  }
  alignas(16) char values[maxRowBytes];
  int64_t at = 0, bytes = map.elementBytes();
  for (Rows rows(map, coordinates, nullptr); !rows.done(); rows.next()) {
    for (int64_t i = 0; i < rows.elements() * bytes; i += chunkBytes) {
      char *address =
          copy.chunk(*thread->block, static_cast<const char *>(source), at + i);
      if (copy.access(reads, AccessKind::Load, address, chunkBytes))
        std::memcpy(values + i, address, chunkBytes);
      else
        std::memset(values + i, 0, chunkBytes);
    }
    copy.writeTensor(rows, writes, reduction, values);
    at += rows.elements() * bytes;
  }
}

static void commit(CopyGroups &copies) {
  copies.committed.push_back(std::move(copies.open));
  copies.open.clear();
}

extern "C" void zynemuTmaCommit(zynemu_thread *thread, const zynemu_site *) {
  if (!thread->block->scheduler->checker())
    return;
  StoreGroups &stores = storesOf(thread);
  commit(stores.reads);
  commit(stores.writes);
}

extern "C" void zynemuTmaWait(zynemu_thread *thread, const zynemu_site *,
                              int32_t groups, int32_t read) {
  if (!thread->block->scheduler->checker())
    return;
  StoreGroups &stores = storesOf(thread);
  waitForGroups(thread, stores.reads, groups);
  if (!read)
    waitForGroups(thread, stores.writes, groups);
}
