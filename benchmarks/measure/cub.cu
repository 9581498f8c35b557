//===- cub.cu - Scans and sorts of CUB, for ctypes ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function returns a cudaError_t. If `temporary` is null, it only sets
// `bytes` to the size of the temporary storage, as CUB does.
//
//===----------------------------------------------------------------------===//

#include <cub/cub.cuh>

#include <cstdint>

template <typename T>
static int scan(void *temporary, size_t *bytes, const void *input, void *output,
                int64_t count, cudaStream_t stream) {
  return cub::DeviceScan::InclusiveSum(
      temporary, *bytes, static_cast<const T *>(input),
      static_cast<T *>(output), count, stream);
}

template <typename K>
static int sortKeys(void *temporary, size_t *bytes, const void *keys,
                    void *sortedKeys, int64_t count, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortKeys(
      temporary, *bytes, static_cast<const K *>(keys),
      static_cast<K *>(sortedKeys), count, 0, sizeof(K) * 8, stream);
}

template <typename K>
static int sortPairs(void *temporary, size_t *bytes, const void *keys,
                     void *sortedKeys, const void *values, void *sortedValues,
                     int64_t count, cudaStream_t stream) {
  return cub::DeviceRadixSort::SortPairs(
      temporary, *bytes, static_cast<const K *>(keys),
      static_cast<K *>(sortedKeys), static_cast<const int32_t *>(values),
      static_cast<int32_t *>(sortedValues), count, 0, sizeof(K) * 8, stream);
}

#define FUNCTIONS(NAME, T)                                                     \
  extern "C" int scan_##NAME(void *temporary, size_t *bytes,                   \
                             const void *input, void *output, int64_t count,   \
                             cudaStream_t stream) {                            \
    return scan<T>(temporary, bytes, input, output, count, stream);            \
  }                                                                            \
  extern "C" int sort_##NAME(void *temporary, size_t *bytes, const void *keys, \
                             void *sortedKeys, int64_t count,                  \
                             cudaStream_t stream) {                            \
    return sortKeys<T>(temporary, bytes, keys, sortedKeys, count, stream);     \
  }                                                                            \
  extern "C" int sort_##NAME##_i32(                                            \
      void *temporary, size_t *bytes, const void *keys, void *sortedKeys,      \
      const void *values, void *sortedValues, int64_t count,                   \
      cudaStream_t stream) {                                                   \
    return sortPairs<T>(temporary, bytes, keys, sortedKeys, values,            \
                        sortedValues, count, stream);                          \
  }

FUNCTIONS(i32, int32_t)
FUNCTIONS(i64, int64_t)
FUNCTIONS(f32, float)
FUNCTIONS(f64, double)
