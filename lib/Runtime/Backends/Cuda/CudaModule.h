//===- CudaModule.h - Modules and kernels of the driver ---------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDAMODULE_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDAMODULE_H

#include "Driver.h"
#include "Zyn/Runtime/Launch.h"
#include "Zyn/Runtime/Module.h"

#include <atomic>

namespace zyn::runtime {

class CudaKernel final : public Kernel {
public:
  cu::Function function = nullptr;
  /// The maximum dynamic shared memory of launches set so far, in bytes.
  std::atomic<int> dynamicSharedAllowed{0};
  /// Whether the sizes of all parameters are known, and threads have no local
  /// memory: see `LaunchGraphs`.
  bool fitsLaunchGraphs = false;

  /// Queues it on a stream.
  cu::Result launch(const Driver &driver, cu::Stream queue,
                    const LaunchShape &shape, void **arguments) const;
  /// Success, or "cuda: launch of 'k': <the driver's text for result>".
  Error check(const Driver &driver, cu::Result result) const;
  /// The same launch as a node of a graph.
  cu::KernelNode node(const LaunchShape &shape, void **arguments) const;
};

class CudaModule final : public Module {
public:
  /// Takes ownership of `handle`. If `listsAll`, `entries` are all kernels of
  /// the module; otherwise the driver is queried.
  CudaModule(const Driver &driver, cu::Module handle,
             std::vector<KernelSignature> entries, bool listsAll)
      : Module(std::move(entries)), driver(driver), handle(handle),
        listsAll(listsAll) {}

  /// Unloads it; the device's context must be current.
  ~CudaModule() override;

protected:
  Expected<std::unique_ptr<Kernel>>
  prepare(std::string_view name, const KernelSignature *entry) override;

private:
  const Driver &driver;
  const cu::Module handle;
  const bool listsAll;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_CUDAMODULE_H
