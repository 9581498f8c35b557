//===- TensorMapTest.cpp - Tensor maps ------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "Zyn/Runtime/Context.h"

using namespace zyn::runtime;

namespace {
alignas(16) char memory[64];

/// Returns a valid map of 100 x 64 bf16 in tiles of 64 x 64.
TensorMap legal() {
  TensorMap map;
  map.element = ZYNRT_TENSOR_BF16;
  map.rank = 2;
  map.base = memory;
  map.sizes[0] = 100, map.sizes[1] = 64;
  map.strides[0] = 64, map.strides[1] = 1;
  map.box[0] = 64, map.box[1] = 64;
  map.swizzle = 128;
  map.l2 = 256;
  return map;
}

template <typename Change>
std::string errorAfter(Change change) {
  TensorMap map = legal();
  change(map);
  return checkTensorMap(map).message();
}
} // namespace

TEST(TensorMap, SaysWhatIsNotLegal) {
  EXPECT_FALSE(checkTensorMap(legal()));
  using Map = TensorMap;
  const std::pair<void (*)(Map &), const char *> cases[] = {
      {[](Map &m) { m.rank = 6; }, "expected 1 to 5 dimensions, found 6"},
      {[](Map &m) { m.element = 99; }, "unknown element type 99"},
      {[](Map &m) { m.base = memory + 8; },
       "expected a buffer aligned to 16 bytes, found the address 0x"},
      {[](Map &m) { m.sizes[0] = 0; },
       "expected sizes from 1 to 2^32, found 0 in dimension 0"},
      {[](Map &m) { m.strides[1] = 2; },
       "expected the last dimension to be contiguous, found a stride of 2 "
       "elements"},
      {[](Map &m) { m.strides[0] = 65; },
       "expected strides of a multiple of 16 bytes, found 130 bytes in "
       "dimension 0; pad the rows"},
      {[](Map &m) { m.strides[0] = int64_t(1) << 40; },
       "expected strides of 0 to 2^40 - 1 bytes, found 2199023255552 bytes in "
       "dimension 0"},
      {[](Map &m) { m.box[0] = 257; },
       "expected a tile of 1 to 256 in dimension 0, found 257"},
      {[](Map &m) { m.box[1] = 4; },
       "expected rows of the tile of a multiple of 16 bytes, found 8 bytes"},
      {[](Map &m) { m.swizzle = 48; },
       "expected a swizzle of 0, 32, 64 or 128 bytes, found 48"},
      {[](Map &m) { m.swizzle = 64; },
       "expected rows of the tile of at most 64 bytes, the swizzle, found 128 "
       "bytes"},
      {[](Map &m) { m.l2 = 32; },
       "expected an L2 promotion of 0, 64, 128 or 256 bytes, found 32"},
      {[](Map &m) {
         m.element = ZYNRT_TENSOR_U16;
         m.fillNaN = true;
       },
       "expected floats for filling with NaN"},
      {[](Map &m) { m.isIm2col = true; },
       "expected 3 to 5 dimensions for im2col, found 2"},
      {[](Map &m) {
         m.rank = 3;
         m.sizes[1] = m.sizes[2] = 64;
         m.strides[1] = 64, m.strides[2] = 1;
         m.isIm2col = true;
         m.steps[0] = 0;
       },
       "expected steps from 1 to 8, found 0"}};
  for (auto [change, text] : cases)
    EXPECT_EQ(errorAfter(change).find(std::string("tensor map: ") + text), 0u)
        << errorAfter(change);
}

TEST(TensorMap, OneIndexNeedsNoStride) {
  TensorMap map = legal();
  map.sizes[0] = 1, map.strides[0] = 7;
  EXPECT_FALSE(checkTensorMap(map));
  EXPECT_EQ(map.strideBytes(0) % 16, 0);
}

using TensorMapOnGPU = FakeDriverTest;

TEST_F(TensorMapOnGPU, TheDriverGetsTheFastestDimensionFirst) {
  std::unique_ptr<Context> context = *Context::create("cuda");
  unsigned char encoded[ZYNRT_TENSOR_MAP_BYTES] = {};
  ASSERT_FALSE(context->encodeTensorMap(legal(), encoded));
  EXPECT_EQ(fake->tensorSizes[0], 64u);
  EXPECT_EQ(fake->tensorSizes[1], 100u);
  EXPECT_EQ(fake->tensorStrides[0], 128u);
  EXPECT_EQ(fake->tensorBox[0], 64u);
  EXPECT_EQ(fake->tensorSwizzle, 3);
  EXPECT_EQ(encoded[0], 0x7a);
  TensorMap wrong = legal();
  wrong.strides[0] = 65;
  EXPECT_TRUE(context->encodeTensorMap(wrong, encoded));
}

TEST(TensorMap, TheHostHasNone) {
  std::unique_ptr<Context> context = *Context::create("cpu");
  unsigned char encoded[ZYNRT_TENSOR_MAP_BYTES];
  EXPECT_EQ(context->encodeTensorMap(legal(), encoded).message(),
            "tensor map: TMA copies run on a GPU, and this context is on the "
            "CPU");
}
