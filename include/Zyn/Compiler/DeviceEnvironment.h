//===- DeviceEnvironment.h - Buffers of instances ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_DEVICEENVIRONMENT_H
#define ZYN_COMPILER_DEVICEENVIRONMENT_H

#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/InstanceRun.h"

#include <memory>
#include <vector>

namespace zyn::compiler {

/// The environment of a run on a GPU or the emulator, in memory of the device.
/// It must not outlive the context and the buffers.
class DeviceEnvironment {
public:
  /// Copies the buffers of a run to the device. Error: there is not enough
  /// memory.
  static runtime::Expected<std::unique_ptr<DeviceEnvironment>>
  create(runtime::Context &context, int64_t instances,
         const runtime::InstanceBuffers &buffers);
  ~DeviceEnvironment();
  DeviceEnvironment(const DeviceEnvironment &) = delete;
  DeviceEnvironment &operator=(const DeviceEnvironment &) = delete;

  /// Gives the rows of instances that run again their initial contents.
  runtime::Error restoreRows(const std::vector<uint32_t> &instances) const;

  /// Copies what instances have written to the buffers.
  runtime::Error copyToHost();

  /// The address of a `zynrt_environment`.
  void *address() const { return owned.back(); }

  /// Ends instances that run or will be run. May be called from any thread, and
  /// does not wait for the kernel.
  runtime::Error stop();

private:
  explicit DeviceEnvironment(runtime::Context &context) : context(context) {}
  /// Allocates memory, and copies bytes to it.
  runtime::Expected<void *> copyToDevice(const void *bytes, uint64_t size);

  /// A buffer that instances may write, all rows.
  struct Written {
    void *host, *device;
    uint64_t size;
    /// The bytes of a row, or 0 if there are none.
    uint64_t stride;
  };
  runtime::Context &context;
  std::vector<void *> owned;
  std::vector<Written> written;
  /// Copies while a kernel runs.
  std::unique_ptr<runtime::Stream> stream;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_DEVICEENVIRONMENT_H
