//===- TensorCores.cpp - Matrix multiply-accumulate of a warp -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MMA.h"
#include "Rendezvous.h"

#include <cstring>

using namespace zyn::emulator;

namespace {
struct ComputeOperands {
  const zynemu_mma *mma;
  const void *a, *b;
  void *accumulator;
};

struct RowOperands {
  char *row;
  char *registers;
  int64_t count;
  bool transposed;
};
} // namespace

static constexpr uint32_t allLanes = ~0u;
static constexpr int64_t rowBytes = zyn::limits::matrixRowBytes;

/// Gathers the elements of an operand from the fragment of one lane.
static void gather(Role role, int64_t element, int64_t columns, bool negates,
                   const void *held, int64_t lane,
                   std::vector<double> &matrix) {
  int64_t perRegister = elementsPerRegister(element);
  int64_t perThread = static_cast<int64_t>(matrix.size()) / warpSize;
  for (int64_t i = 0; i < perThread; ++i) {
    MatrixIndex index = indexOfElement(role, perRegister, lane, i);
    double value = readElement(element, static_cast<const char *>(held) +
                                            i * bytesOfElement(element));
    matrix[index.row * columns + index.column] = negates ? -value : value;
  }
}

static void compute(Rendezvous &rendezvous) {
  auto operandsOf = [&](int64_t lane) {
    return static_cast<const ComputeOperands *>(rendezvous.operands[lane]);
  };
  const zynemu_mma &mma = *operandsOf(0)->mma;
  Operands operands(mma);
  for (int64_t lane = 0; lane < warpSize; ++lane) {
    gather(Role::A, mma.element_a, mma.depth, false, operandsOf(lane)->a, lane,
           operands.a);
    gather(Role::B, mma.element_b, mma.columns, false, operandsOf(lane)->b,
           lane, operands.b);
  }
  int64_t bytes = bytesOfElement(mma.element_c);
  int64_t perThread = mma.rows * mma.columns / warpSize;
  for (int64_t lane = 0; lane < warpSize; ++lane)
    for (int64_t i = 0; i < perThread; ++i) {
      MatrixIndex index = indexOfElement(Role::Accumulator, 1, lane, i);
      computeElement(mma, operands, /*isWarpgroup=*/false,
                     /*accumulates=*/true, index.row, index.column,
                     static_cast<char *>(operandsOf(lane)->accumulator) +
                         i * bytes);
    }
}

/// A partial warp cannot execute ops that need all 32 lanes.
static void checkFull(zynemu_thread *thread, const zynemu_site *site) {
  if (thread->warp() * warpSize + warpSize > thread->block->numThreads)
    zynemuFail(
        thread, site,
        "expected a warp of 32 threads; the block's last warp has fewer");
}

extern "C" void zynemuMmaCompute(zynemu_thread *thread, const zynemu_site *site,
                                 const zynemu_mma *mma, const void *a,
                                 const void *b, void *accumulator) {
  checkFull(thread, site);
  ComputeOperands operands = {mma, a, b, accumulator};
  runWarpCollective(thread, site, allLanes, &operands,
                    Collective::aligned(compute, site));
}

/// Copies the words of all lanes from their rows to registers, or vice versa.
template <bool isStore>
static void copyRows(Rendezvous &rendezvous) {
  auto operandsOf = [&](int64_t lane) {
    return static_cast<const RowOperands *>(rendezvous.operands[lane]);
  };
  auto copy = [](char *inRegister, char *inRow, int64_t bytes) {
    std::memcpy(isStore ? inRow : inRegister, isStore ? inRegister : inRow,
                bytes);
  };
  for (int64_t lane = 0; lane < warpSize; ++lane) {
    const RowOperands &own = *operandsOf(lane);
    int64_t group = lane / 4, inGroup = lane % 4;
    for (int64_t matrix = 0; matrix < own.count; ++matrix) {
      char *word = own.registers + 4 * matrix;
      if (!own.transposed) {
        copy(word, operandsOf(8 * matrix + group)->row + 4 * inGroup, 4);
        continue;
      }
      for (int64_t half = 0; half < 2; ++half)
        copy(word + 2 * half,
             operandsOf(8 * matrix + 2 * inGroup + half)->row + 2 * group, 2);
    }
  }
}

template <bool isStore>
static void accessRows(zynemu_thread *thread, const zynemu_site *site,
                       void *row, void *registers, int64_t count,
                       int64_t transposed) {
  checkFull(thread, site);
  if (thread->lane() < 8 * count)
    row = zynemuAccess(thread, site, row, rowBytes, rowBytes,
                       isStore ? ZYNEMU_STORE : ZYNEMU_LOAD);
  RowOperands operands = {static_cast<char *>(row),
                          static_cast<char *>(registers), count,
                          transposed != 0};
  runWarpCollective(thread, site, allLanes, &operands,
                    Collective::aligned(copyRows<isStore>, site));
}

extern "C" void zynemuMmaLoadRows(zynemu_thread *thread,
                                  const zynemu_site *site, const void *row,
                                  void *registers, int64_t count,
                                  int64_t transposed) {
  accessRows<false>(thread, site, const_cast<void *>(row), registers, count,
                    transposed);
}

extern "C" void zynemuMmaStoreRows(zynemu_thread *thread,
                                   const zynemu_site *site, void *row,
                                   void *registers, int64_t count,
                                   int64_t transposed) {
  accessRows<true>(thread, site, row, registers, count, transposed);
}
