//===- Warpgroup.cpp - Matrix multiply-accumulate of a warpgroup ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An MMA is computed when it is issued. Its warps are not synchronized with
// each other: the reads of each warp, its 16 rows of A and all of B, are an
// agent of the checker that is only ordered after what that warp did before. A
// barrier is therefore required between other warps' writes of an operand and
// the MMA. A wait joins the agents of all four warps. The agents read through
// the async proxy.
//
//===----------------------------------------------------------------------===//

#include "MMA.h"
#include "Rendezvous.h"
#include "Scheduler.h"

#include <algorithm>

using namespace zyn::emulator;

namespace {
struct ComputeOperands {
  const zynemu_mma *mma;
  const char *a, *b;
  char *accumulator;
  bool accumulates;
};

/// An operand in shared memory.
struct Tile {
  const char *begin;
  int64_t element, swizzle, panelStride;
  bool isMNMajor;
};
} // namespace

static constexpr int64_t numWarps = zyn::limits::warpsPerWarpgroup;
/// The rows of A that belong to one warp.
static constexpr int64_t rowsPerWarp = zyn::limits::wgmmaRowsPerWarp;
/// The row size of panels without a swizzle, and the unit of reads.
static constexpr int64_t chunkBytes = zyn::limits::tensorGranule;

static Warpgroup &warpgroupOf(const zynemu_thread &thread) {
  std::vector<Warpgroup> &all = thread.block->warpgroups;
  size_t number = thread.head.linear_id / warpgroupSize;
  if (all.size() <= number)
    all.resize(number + 1);
  return all[number];
}

/// Returns the threads of warp `warp` of the warpgroup.
static std::vector<ThreadId> idsOf(const Rendezvous &rendezvous, int64_t warp) {
  std::vector<ThreadId> ids;
  for (int64_t i = 0; i < warpSize; ++i) {
    const zynemu_thread *thread = rendezvous.threads[warp * warpSize + i];
    ids.push_back(thread->block->scheduler->idOf(*thread));
  }
  return ids;
}

/// A partial warpgroup cannot execute ops that need all 128 threads.
static void checkFull(zynemu_thread *thread, const zynemu_site *site) {
  int64_t first = thread->head.linear_id / warpgroupSize * warpgroupSize;
  if (first + warpgroupSize > thread->block->numThreads)
    zynemuFail(thread, site,
               "expected a warpgroup of 128 threads; the block's last one has "
               "fewer");
}

//===----------------------------------------------------------------------===//
// Operands in shared memory
//===----------------------------------------------------------------------===//

static int64_t rowBytesOf(const Tile &tile) {
  return std::max(tile.swizzle, chunkBytes);
}

/// Returns the address of the element at index `inRow` of row `row`. The
/// swizzle permutes the chunks of a row by the row's index, which consists of
/// address bits.
static const char *addressIn(const Tile &tile, const char *shared, int64_t row,
                             int64_t inRow) {
  int64_t rowBytes = rowBytesOf(tile);
  int64_t offset = inRow * bytesOfElement(tile.element);
  int64_t start = tile.begin - shared;
  // The first element may be in the middle of a panel's row.
  offset += start % rowBytes;
  int64_t position = start - start % rowBytes + row * rowBytes +
                     offset / rowBytes * tile.panelStride + offset % rowBytes;
  int64_t chunks = tile.swizzle ? tile.swizzle / chunkBytes : 1;
  position ^= (position >> 7 & (chunks - 1)) << 4;
  return shared + position;
}

/// Reads an operand of `extent` along M or N. Calls `store(outer, k, value)`
/// for each element, and `touch(chunk, outer)` before reading each chunk of 16
/// bytes.
template <typename Touch, typename Store>
static void readTile(const Tile &tile, const char *shared, int64_t extent,
                     int64_t depth, Touch touch, Store store) {
  int64_t bytes = bytesOfElement(tile.element);
  int64_t perChunk = chunkBytes / bytes;
  int64_t rows = tile.isMNMajor ? depth : extent;
  int64_t inRow = tile.isMNMajor ? extent : depth;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t first = 0; first < inRow; first += perChunk) {
      const char *chunk = addressIn(tile, shared, row, first);
      if (!touch(chunk, tile.isMNMajor ? first : row))
        continue;
      for (int64_t i = 0; i < perChunk; ++i) {
        double value = readElement(tile.element, chunk + i * bytes);
        if (tile.isMNMajor)
          store(first + i, row, value);
        else
          store(row, first + i, value);
      }
    }
}

/// The descriptor has no field for the index of the first row in its group of
/// eight.
static bool isAligned(const Tile &tile, const char *shared) {
  int64_t start = tile.begin - shared;
  return start % chunkBytes == 0 &&
         (tile.swizzle == 0 || start / tile.swizzle % 8 == 0);
}

//===----------------------------------------------------------------------===//
// wgmma.compute
//===----------------------------------------------------------------------===//

static void gatherA(const zynemu_mma &mma, const Rendezvous &rendezvous,
                    Operands &operands) {
  int64_t bytes = bytesOfElement(mma.element_a);
  int64_t perThread = mma.rows * mma.depth / warpgroupSize;
  for (int64_t thread = 0; thread < warpgroupSize; ++thread) {
    auto *own =
        static_cast<const ComputeOperands *>(rendezvous.operands[thread]);
    for (int64_t i = 0; i < perThread; ++i) {
      MatrixIndex index = indexOfElement(
          Role::A, elementsPerRegister(mma.element_a), thread, i);
      operands.a[index.row * mma.depth + index.column] =
          readElement(mma.element_a, own->a + i * bytes);
    }
  }
}

static void negate(std::vector<double> &values) {
  for (double &value : values)
    value = -value;
}

static void computeElements(const zynemu_mma &mma, const Operands &operands,
                            const Rendezvous &rendezvous, bool accumulates) {
  int64_t bytes = bytesOfElement(mma.element_c);
  int64_t perThread = mma.rows * mma.columns / warpgroupSize;
  for (int64_t thread = 0; thread < warpgroupSize; ++thread) {
    auto *own =
        static_cast<const ComputeOperands *>(rendezvous.operands[thread]);
    for (int64_t i = 0; i < perThread; ++i) {
      MatrixIndex index = indexOfElement(Role::Accumulator, 1, thread, i);
      computeElement(mma, operands, /*isWarpgroup=*/true, accumulates,
                     index.row, index.column, own->accumulator + i * bytes);
    }
  }
}

static void compute(Rendezvous &rendezvous) {
  zynemu_thread &thread = *rendezvous.threads[0];
  Scheduler &scheduler = *thread.block->scheduler;
  Warpgroup &warpgroup = warpgroupOf(thread);
  auto *first = static_cast<const ComputeOperands *>(rendezvous.operands[0]);
  const zynemu_mma &mma = *first->mma;
  if (!warpgroup.isFenced)
    return scheduler.setFailure(misuseError(
        thread, rendezvous.site, "kernel.wgmma.fence is missing before it"));
  for (void *operand : rendezvous.operands) {
    auto *own = static_cast<const ComputeOperands *>(operand);
    if (own->b != first->b || own->accumulates != first->accumulates ||
        (!mma.a_in_registers && own->a != first->a))
      return scheduler.setFailure(
          misuseError(thread, rendezvous.site,
                      "expected the same operands and flag "
                      "in all threads of the warpgroup"));
  }
  Tile tileA{first->a, mma.element_a, mma.swizzle_a, mma.panel_stride_a,
             mma.is_mn_major_a != 0};
  Tile tileB{first->b, mma.element_b, mma.swizzle_b, mma.panel_stride_b,
             mma.is_mn_major_b != 0};
  const char *shared = thread.head.shared;
  if (!isAligned(tileB, shared) ||
      (!mma.a_in_registers && !isAligned(tileA, shared)))
    return scheduler.setFailure(misuseError(
        thread, rendezvous.site,
        "expected a first row that is a multiple of 8, of a panel that "
        "is aligned to 8 rows"));

  Checker *checker = scheduler.checker();
  ThreadId agents[numWarps] = {};
  for (int64_t warp = 0; checker && warp < numWarps; ++warp) {
    agents[warp] = checker->startAgent(idsOf(rendezvous, warp), Proxy::Async);
    warpgroup.started.push_back(agents[warp]);
  }
  auto read = [&](const char *chunk, int64_t warp) {
    Access access;
    access.thread = agents[warp];
    access.address = reinterpret_cast<uint64_t>(chunk);
    access.bytes = chunkBytes;
    access.proxy = Proxy::Async;
    access.site = rendezvous.site;
    return !checker || checker->access(access, chunkBytes);
  };
  auto readA = [&](const char *chunk, int64_t row) {
    return read(chunk, row / rowsPerWarp);
  };
  auto readB = [&](const char *chunk, int64_t) {
    bool isAllowed = true;
    for (int64_t warp = 0; warp < (checker ? numWarps : 1); ++warp)
      isAllowed &= read(chunk, warp);
    return isAllowed;
  };
  Operands operands(mma);
  if (mma.a_in_registers)
    gatherA(mma, rendezvous, operands);
  else
    readTile(tileA, shared, mma.rows, mma.depth, readA,
             [&](int64_t row, int64_t k, double value) {
               operands.a[row * mma.depth + k] = value;
             });
  readTile(tileB, shared, mma.columns, mma.depth, readB,
           [&](int64_t column, int64_t k, double value) {
             operands.b[k * mma.columns + column] = value;
           });
  if (mma.negates_a)
    negate(operands.a);
  if (mma.negates_b)
    negate(operands.b);
  computeElements(mma, operands, rendezvous, first->accumulates);
}

extern "C" void zynemuWgmmaCompute(zynemu_thread *thread,
                                   const zynemu_site *site,
                                   const zynemu_mma *mma, const void *a,
                                   const void *b, void *accumulator,
                                   int64_t accumulates) {
  checkFull(thread, site);
  ComputeOperands operands = {
      mma, static_cast<const char *>(a), static_cast<const char *>(b),
      static_cast<char *>(accumulator), accumulates != 0};
  runWarpgroupCollective(thread, site, &operands, compute);
}

//===----------------------------------------------------------------------===//
// Fence, commit and wait
//===----------------------------------------------------------------------===//

extern "C" void zynemuWgmmaFence(zynemu_thread *thread,
                                 const zynemu_site *site) {
  checkFull(thread, site);
  runWarpgroupCollective(thread, site, nullptr, [](Rendezvous &rendezvous) {
    warpgroupOf(*rendezvous.threads[0]).isFenced = true;
  });
}

extern "C" void zynemuWgmmaCommit(zynemu_thread *thread,
                                  const zynemu_site *site) {
  checkFull(thread, site);
  runWarpgroupCollective(thread, site, nullptr, [](Rendezvous &rendezvous) {
    Warpgroup &warpgroup = warpgroupOf(*rendezvous.threads[0]);
    warpgroup.groups.push_back(std::move(warpgroup.started));
    warpgroup.started.clear();
  });
}

static void joinGroups(Rendezvous &rendezvous) {
  zynemu_thread &first = *rendezvous.threads[0];
  Warpgroup &warpgroup = warpgroupOf(first);
  size_t pending = *static_cast<const int64_t *>(rendezvous.operands[0]);
  Checker *checker = first.block->scheduler->checker();
  // A group belongs to the warpgroup, not to a warp: it is complete when the
  // MMAs of all four warps are (PTX ISA, wgmma.commit_group and wait_group).
  for (; warpgroup.groups.size() > pending; warpgroup.groups.pop_front())
    for (ThreadId agent : warpgroup.groups.front())
      for (int64_t warp = 0; warp < numWarps; ++warp)
        for (ThreadId id : idsOf(rendezvous, warp))
          checker->joinAgent(id, agent);
}

extern "C" void zynemuWgmmaWait(zynemu_thread *thread, const zynemu_site *site,
                                int64_t pending) {
  checkFull(thread, site);
  runWarpgroupCollective(thread, site, &pending, joinGroups);
}

extern "C" void zynemuSetMaxRegisters(zynemu_thread *thread,
                                      const zynemu_site *site, int64_t) {
  checkFull(thread, site);
  runWarpgroupCollective(thread, site, nullptr, [](Rendezvous &) {});
}
