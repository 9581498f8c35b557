//===- CudaStaging.h - Copies through page-locked memory --------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDASTAGING_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDASTAGING_H

#include "Driver.h"

#include <mutex>

namespace zyn::runtime {

/// Copies between pageable host memory and the device through two page-locked
/// buffers: while the GPU copies one, the CPU fills or empties the other. The
/// device's context must be current. Thread-safe.
class CudaStaging {
public:
  CudaStaging(const Driver &driver, cu::Stream stream)
      : driver(driver), stream(stream) {}

  /// Waits for queued copies, then frees the buffers.
  ~CudaStaging();

  /// Returns when `source` may be reused; the copy itself is queued.
  Error toDevice(cu::DevicePtr destination, const char *source, uint64_t bytes);

  /// Returns when `destination` is filled.
  Error toHost(char *destination, cu::DevicePtr source, uint64_t bytes);

private:
  struct Buffer {
    void *memory = nullptr;
    /// Recorded after the last copy from or to `memory`.
    cu::Event done = nullptr;
  };

  Error prepare();

  static constexpr uint64_t bufferBytes = 8 << 20;

  const Driver &driver;
  const cu::Stream stream;
  std::mutex mutex;
  Buffer buffers[2];
  unsigned turn = 0;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDASTAGING_H
