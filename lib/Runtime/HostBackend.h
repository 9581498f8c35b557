//===- HostBackend.h - Devices that use host memory -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_HOSTBACKEND_H
#define ZYN_LIB_RUNTIME_HOSTBACKEND_H

#include "Backend.h"
#include "HostMemory.h"

namespace zyn::runtime {

/// A device that is the host, or is emulated on it: all functions are
/// synchronous. Derived classes define what it launches.
class HostBackend : public Backend {
public:
  /// Error messages of its host memory start with `name`.
  explicit HostBackend(const char *name) : host(name, /*locker=*/nullptr) {}

  void *enter() override { return nullptr; }
  void leave(void *) override {}

  Expected<void *> allocateRaw(uint64_t bytes) override;
  void freeRaw(void *pointer) override;
  uint64_t availableRaw() override;

  uint64_t maxOnDemand() override;
  Expected<void *> allocateOnDemand(uint64_t bytes) override;
  void freeOnDemand(void *memory, uint64_t bytes) override;

  bool isAsynchronous() const override { return false; }
  Expected<std::unique_ptr<BackendStream>> createStream() override;
  Expected<std::unique_ptr<BackendEvent>> createEvent() override;
  Expected<double> elapsedMilliseconds(const BackendEvent &start,
                                       const BackendEvent &stop) override;
  HostMemory &hostMemory() override { return host; }
  bool usesHostMemory() const override { return true; }

  /// Runs a kernel of this backend to completion.
  virtual Error run(Kernel &kernel, const LaunchShape &shape,
                    void **arguments) = 0;

private:
  HostMemory host;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_HOSTBACKEND_H
