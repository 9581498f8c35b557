//===- CudaStream.h - Streams and events of the driver ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDASTREAM_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDASTREAM_H

#include "CallGraphs.h"
#include "CapturedLaunches.h"
#include "CudaBackend.h"
#include "CudaStaging.h"
#include "LaunchGraphs.h"

#include <mutex>

namespace zyn::runtime {

class CudaEvent final : public BackendEvent {
public:
  CudaEvent(const Driver &driver, cu::Event handle)
      : driver(driver), handle(handle) {}
  ~CudaEvent() override { (void)driver.eventDestroy(handle); }

  static cu::Event handleOf(const BackendEvent &event) {
    return static_cast<const CudaEvent &>(event).handle;
  }

private:
  const Driver &driver;
  const cu::Event handle;
};

class CudaStream final : public BackendStream {
public:
  /// Takes ownership of `queue` unless it is adopted from another library,
  /// which may have recorded it since before.
  CudaStream(CudaBackend &backend, cu::Stream queue, bool isAdopted,
             bool isRecorded);
  ~CudaStream() override;

  Error copy(void *destination, const void *source, uint64_t bytes) override;
  Error clear(void *destination, uint64_t bytes, uint64_t stride,
              uint64_t count) override;
  Error copyToDevice(void *destination, const void *source,
                     uint64_t bytes) override;
  Error copyToHost(void *destination, const void *source,
                   uint64_t bytes) override;
  Error launch(Kernel &kernel, const LaunchShape &shape,
               void **arguments) override;
  Error separate() override;
  bool beginCall(const void *function) override;
  Error endCall() override { return calls->end(); }
  Error record(BackendEvent &event) override;
  Error wait(const BackendEvent &event) override;
  Error waitForForeign(void *stream) override;
  Error holdForeign(void *stream) override;
  Error synchronize() override;
  Expected<std::unique_ptr<BackendGraph>>
  capture(const std::function<Error()> &work) override;

private:
  Error finish(cu::Result queued, const char *doing);
  /// Makes later work on `second` wait for all work queued so far on `first`.
  Error order(cu::Stream first, cu::Stream second);

  CudaBackend &backend;
  const Driver &driver;
  const cu::Stream queue;
  const bool isAdopted;
  /// Whether the stream's work becomes a part of a graph.
  bool isRecorded;
  std::optional<CudaStaging> staging;
  std::optional<LaunchGraphs> graphs;
  std::optional<CallGraphs> calls;
  /// Those of the graph that `capture` records.
  std::optional<CapturedLaunches> captured;
  /// Orders this stream and foreign ones; created at its first use.
  std::mutex orderMutex;
  cu::Event orderEvent = nullptr;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDASTREAM_H
