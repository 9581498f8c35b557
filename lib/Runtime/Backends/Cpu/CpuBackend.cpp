//===- CpuBackend.cpp - The host as a backend -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Backends.h"
#include "../../HostBackend.h"

using namespace zyn::runtime;

namespace {
/// Only runs host code, which does not launch kernels.
class CpuBackend final : public HostBackend {
public:
  explicit CpuBackend(const Device &device)
      : HostBackend("cpu"), device(device) {}

  Expected<Module *> load(const Image &image) override {
    return wrongFormat(device, "only host code", image);
  }

  /// Never called, since `load` never returns a module.
  Error run(Kernel &kernel, const LaunchShape &shape, void **) override {
    return launchError(kernel, shape, "expected a GPU, found cpu");
  }

  Error encodeTensorMap(const TensorMap &, void *) override {
    return Error("tensor map: TMA copies run on a GPU, and this context is on "
                 "the CPU");
  }

private:
  const Device device;
};
} // namespace

Expected<std::vector<Device>> zyn::runtime::listCpuDevices() {
  return std::vector<Device>{hostDevice()};
}

Expected<uint64_t> zyn::runtime::freeHostMemory(const Device &) {
  return availableHostMemory();
}

Expected<std::unique_ptr<Backend>> zyn::runtime::openCpu(const Device &device) {
  return std::unique_ptr<Backend>(std::make_unique<CpuBackend>(device));
}
