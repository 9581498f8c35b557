//===- EmulatorAsyncTest.cpp - mbarriers, clusters and TMA on the emulator ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorSupport.h"
#include "TestSupport.h"
#include "Zyn/Runtime/EmulatorABI.h"

#include <cstring>
#include <vector>

using namespace zyn::runtime;

namespace {
const zynemu_site here = {"f.mlir:1:1", "kernel.test"};

constexpr int64_t barrierOffset = 32768, sharedBytes = 33024;
const zynemu_buffer buffers[] = {{0, nullptr, barrierOffset, &here},
                                 {barrierOffset, nullptr, 256, &here}};

char *shared(zynemu_thread *thread) {
  return reinterpret_cast<zynemu_thread_head *>(thread)->shared;
}
int64_t numberOf(zynemu_thread *thread) {
  return reinterpret_cast<zynemu_thread_head *>(thread)->linear_id;
}
int64_t blockOf(zynemu_thread *thread) {
  return reinterpret_cast<zynemu_thread_head *>(thread)->block_id[0];
}

/// Launches functions that represent compiled kernels.
class EmulatorAsync : public testing::Test {
protected:
  using Function = void (*)(zynemu_thread *, void **);

  Error launch(Function function, int64_t threads, void **arguments,
               int64_t blocks = 1, int64_t cluster = 1) {
    zynemu_kernel kernel = {};
    kernel.function = function;
    kernel.name = "k";
    kernel.site = &here;
    kernel.static_shared_bytes = sharedBytes;
    kernel.cluster_size[0] = cluster;
    kernel.cluster_size[1] = kernel.cluster_size[2] = 1;
    kernel.buffers = buffers;
    kernel.num_buffers = 2;
    LaunchShape shape;
    shape.grid[0] = blocks;
    shape.block[0] = threads;
    return emulate(*context, kernel, here, shape, arguments);
  }

  std::string failure(Function function, int64_t threads = 1) {
    return launch(function, threads, nullptr).message();
  }

  /// Returns device memory that contains 0, 1, 2, ...
  float *iota(int64_t count) {
    auto *x = static_cast<float *>(*context->allocate(count * sizeof(float)));
    for (int64_t i = 0; i < count; ++i)
      x[i] = i;
    return x;
  }

  std::unique_ptr<Context> context = *Context::create("emulate");
};

TensorMap mapOf(float *base, std::vector<int64_t> sizes,
                std::vector<int32_t> box) {
  TensorMap map;
  map.rank = sizes.size();
  map.base = base;
  int64_t stride = 1;
  for (int i = map.rank - 1; i >= 0; --i) {
    map.sizes[i] = sizes[i];
    map.strides[i] = stride;
    stride *= sizes[i];
  }
  std::copy(box.begin(), box.end(), map.box);
  return map;
}

/// The arguments of `loadTile`.
struct Tile {
  alignas(64) unsigned char map[ZYNRT_TENSOR_MAP_BYTES];
  std::vector<int64_t> coordinates, offsets;
  int32_t bytes, multicast = -1;
  std::vector<float> result;
};

/// Loads a tile to shared memory and copies it out unchanged.
void loadTile(zynemu_thread *thread, void **arguments) {
  auto *tile = static_cast<Tile *>(arguments[0]);
  char *barrier = shared(thread) + barrierOffset;
  zynemuMBarrierInit(thread, &here, barrier, 1);
  zynemuFenceMBarrierInit(thread, &here);
  zynemuMBarrierArriveExpectTx(thread, &here, barrier, tile->bytes);
  zynemuTmaLoad(thread, &here, tile->map, tile->coordinates.data(),
                tile->offsets.empty() ? nullptr : tile->offsets.data(),
                shared(thread), barrier, tile->multicast);
  zynemuMBarrierWait(thread, &here, barrier, 0, ZYNEMU_BLOCK);
  tile->result.resize(tile->bytes / 4);
  for (size_t i = 0; i < tile->result.size(); ++i)
    tile->result[i] = *static_cast<float *>(
        zynemuAccess(thread, &here, shared(thread) + 4 * i, 4, 4, ZYNEMU_LOAD));
}
} // namespace

TEST_F(EmulatorAsync, SwizzledTilesArePermuted) {
  float *x = iota(64 * 32);
  for (int swizzle : {0, 32, 64, 128}) {
    int columns = swizzle ? swizzle / 4 : 32;
    TensorMap map = mapOf(x, {64, 32}, {16, columns});
    map.swizzle = swizzle;
    Tile tile;
    tile.coordinates = {8, 0};
    tile.bytes = 16 * columns * 4;
    ASSERT_FALSE(context->encodeTensorMap(map, tile.map));
    void *arguments[] = {&tile};
    EXPECT_EQ(launch(loadTile, 1, arguments).message(), "");
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < columns; ++column) {
        int at = 4 * (row * columns + column);
        int mask = swizzle == 128 ? 7 : swizzle == 64 ? 3 : swizzle == 32;
        at ^= (at >> 7 & mask) << 4;
        EXPECT_EQ(tile.result[at / 4], x[(row + 8) * 32 + column])
            << swizzle << " " << row << " " << column;
      }
  }
}

TEST_F(EmulatorAsync, WhatLiesOutsideIsZeroOrNaN) {
  float *x = iota(8 * 12);
  for (bool fillNaN : {false, true}) {
    TensorMap map = mapOf(x, {8, 12}, {4, 8});
    map.fillNaN = fillNaN;
    Tile tile;
    tile.coordinates = {6, -4};
    tile.bytes = 4 * 8 * 4;
    ASSERT_FALSE(context->encodeTensorMap(map, tile.map));
    void *arguments[] = {&tile};
    EXPECT_EQ(launch(loadTile, 1, arguments).message(), "");
    for (int row = 0; row < 4; ++row)
      for (int column = 0; column < 8; ++column) {
        float found = tile.result[row * 8 + column];
        if (row < 2 && column >= 4)
          EXPECT_EQ(found, x[(6 + row) * 12 + column - 4]);
        else if (fillNaN)
          EXPECT_NE(found, found);
        else
          EXPECT_EQ(found, 0);
      }
  }
}

TEST_F(EmulatorAsync, RefusesTilesThatBeginWithinSixteenBytes) {
  float *x = iota(8 * 12);
  Tile tile;
  tile.coordinates = {0, 5};
  tile.bytes = 4 * 8 * 4;
  ASSERT_FALSE(context->encodeTensorMap(mapOf(x, {8, 12}, {4, 8}), tile.map));
  void *arguments[] = {&tile};
  EXPECT_NE(launch(loadTile, 1, arguments)
                .message()
                .find("expected a last coordinate that is a multiple of 16 "
                      "bytes, found 5 elements of 4 bytes"),
            std::string::npos);
}

TEST_F(EmulatorAsync, Im2colWalksThroughTheImage) {
  // 2 images of 3 x 5, 4 channels; a 3 x 3 filter with a border of zeros.
  float *x = iota(2 * 3 * 5 * 4);
  TensorMap map = mapOf(x, {2, 3, 5, 4}, {20, 4});
  map.isIm2col = true;
  for (int i = 0; i < 2; ++i)
    map.lower[i] = map.upper[i] = -1;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Tile tile;
      tile.coordinates = {0, -1, -1, 0};
      tile.offsets = {i, j};
      tile.bytes = 20 * 4 * 4;
      ASSERT_FALSE(context->encodeTensorMap(map, tile.map));
      void *arguments[] = {&tile};
      EXPECT_EQ(launch(loadTile, 1, arguments).message(), "");
      for (int pixel = 0; pixel < 20; ++pixel) {
        int n = pixel / 15, h = pixel % 15 / 5 - 1 + i, w = pixel % 5 - 1 + j;
        bool isInside = h >= 0 && h < 3 && w >= 0 && w < 5;
        for (int c = 0; c < 4; ++c)
          EXPECT_EQ(tile.result[pixel * 4 + c],
                    isInside ? x[((n * 3 + h) * 5 + w) * 4 + c] : 0)
              << i << " " << j << " " << pixel;
      }
    }
}

TEST_F(EmulatorAsync, MulticastReachesTheBlocksOfTheMask) {
  float *x = iota(64);
  TensorMap map = mapOf(x, {4, 16}, {1, 16});
  Tile tile;
  tile.bytes = 64;
  ASSERT_FALSE(context->encodeTensorMap(map, tile.map));
  auto *out = static_cast<float *>(*context->allocate(2 * sizeof(float)));
  void *arguments[] = {&tile, out};
  auto kernel = [](zynemu_thread *thread, void **arguments) {
    auto *tile = static_cast<Tile *>(arguments[0]);
    auto *out = static_cast<float *>(arguments[1]);
    char *barrier = shared(thread) + barrierOffset;
    zynemuMBarrierInit(thread, &here, barrier, 1);
    zynemuFenceMBarrierInit(thread, &here);
    zynemuMBarrierArriveExpectTx(thread, &here, barrier, 64);
    zynemuClusterArrive(thread, &here, 0);
    zynemuClusterWait(thread, &here);
    const int64_t coordinates[] = {2, 0};
    if (blockOf(thread) == 0)
      zynemuTmaLoad(thread, &here, tile->map, coordinates, nullptr,
                    shared(thread), barrier, 3);
    zynemuMBarrierWait(thread, &here, barrier, 0, ZYNEMU_BLOCK);
    out[blockOf(thread)] = *static_cast<float *>(
        zynemuAccess(thread, &here, shared(thread) + 4, 4, 4, ZYNEMU_LOAD));
    zynemuClusterArrive(thread, &here, 0);
    zynemuClusterWait(thread, &here);
  };
  EXPECT_EQ(launch(kernel, 1, arguments, 2, 2).message(), "");
  EXPECT_EQ(out[0], 33);
  EXPECT_EQ(out[1], 33);
}

TEST_F(EmulatorAsync, MisuseOfAnMBarrierEndsTheLaunch) {
  auto use = [](zynemu_thread *thread, void **) {
    zynemuMBarrierArrive(thread, &here, shared(thread) + barrierOffset, 1);
  };
  EXPECT_EQ(failure(use).find("f.mlir:1:1: error: kernel.test: the mbarrier at "
                              "shared+0x8000 is used before "
                              "kernel.mbarrier.init: thread (0,0,0)"),
            0u)
      << failure(use);
  auto tooMany = [](zynemu_thread *thread, void **) {
    char *barrier = shared(thread) + barrierOffset;
    zynemuMBarrierInit(thread, &here, barrier, 2);
    zynemuMBarrierArrive(thread, &here, barrier, 3);
  };
  EXPECT_NE(failure(tooMany).find("3 arrivals at an mbarrier with 2 of 2 "
                                  "arrivals pending in this phase"),
            std::string::npos);
  auto tooFar = [](zynemu_thread *thread, void **) {
    char *barrier = shared(thread) + barrierOffset;
    zynemuMBarrierInit(thread, &here, barrier, 1);
    zynemuMBarrierExpectTx(thread, &here, barrier, 1 << 20);
  };
  EXPECT_NE(failure(tooFar).find("expected 0 to 2^20 - 1 bytes, found 1048576"),
            std::string::npos);
  auto forEver = [](zynemu_thread *thread, void **) {
    char *barrier = shared(thread) + barrierOffset;
    zynemuMBarrierInit(thread, &here, barrier, 1);
    zynemuMBarrierWait(thread, &here, barrier, 0, ZYNEMU_BLOCK);
  };
  EXPECT_NE(failure(forEver).find("deadlock"), std::string::npos);
}

TEST_F(EmulatorAsync, ParitiesChangeWithEachPhase) {
  auto kernel = [](zynemu_thread *thread, void **) {
    char *barrier = shared(thread) + barrierOffset;
    if (numberOf(thread) == 0)
      zynemuMBarrierInit(thread, &here, barrier, 4);
    zynemuBarrier(thread, &here, 0, 0);
    // For a new mbarrier, the phase before the first is complete.
    zynemuMBarrierWait(thread, &here, barrier, 1, ZYNEMU_BLOCK);
    for (int phase = 0; phase < 5; ++phase) {
      zynemuMBarrierArrive(thread, &here, barrier, 1);
      zynemuMBarrierWait(thread, &here, barrier, phase & 1, ZYNEMU_BLOCK);
    }
  };
  EXPECT_EQ(failure(kernel, 4), "");
}

TEST_F(EmulatorAsync, CopiesAreOrderedByTheirWait) {
  float *x = iota(4);
  void *arguments[] = {x};
  auto copy = [](zynemu_thread *thread, void **arguments, bool waits) {
    zynemuAsyncCopy(thread, &here, shared(thread), arguments[0], 16, 8);
    zynemuAsyncCommit(thread, &here);
    if (waits)
      zynemuAsyncWait(thread, &here, 0);
    auto *value = static_cast<float *>(
        zynemuAccess(thread, &here, shared(thread) + 4, 4, 4, ZYNEMU_LOAD));
    auto *filled = static_cast<float *>(
        zynemuAccess(thread, &here, shared(thread) + 12, 4, 4, ZYNEMU_LOAD));
    EXPECT_EQ(*value, 1);
    EXPECT_EQ(*filled, 0);
  };
  static auto *theCopy = +copy;
  auto right = [](zynemu_thread *thread, void **arguments) {
    theCopy(thread, arguments, true);
  };
  auto wrong = [](zynemu_thread *thread, void **arguments) {
    theCopy(thread, arguments, false);
  };
  EXPECT_EQ(launch(right, 1, arguments).message(), "");
  EXPECT_NE(launch(wrong, 1, arguments).message().find("data race"),
            std::string::npos);
}
