//===- DeviceEnvironment.cpp - Buffers of instances -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/DeviceEnvironment.h"
#include "Zyn/Dialect/Instance/IR/Instance.h"
#include "Zyn/Runtime/InstanceEnvironment.h"

#include <algorithm>

using namespace zyn::compiler;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;

DeviceEnvironment::~DeviceEnvironment() {
  for (void *pointer : owned)
    (void)context.free(pointer);
}

Expected<void *> DeviceEnvironment::copyToDevice(const void *bytes,
                                                 uint64_t size) {
  Expected<void *> memory = context.allocate(std::max<uint64_t>(size, 1));
  if (!memory)
    return memory;
  owned.push_back(*memory);
  if (size)
    if (Error error = context.copyToDevice(*memory, bytes, size))
      return error;
  return memory;
}

Expected<std::unique_ptr<DeviceEnvironment>>
DeviceEnvironment::create(Context &context, int64_t instances,
                          const runtime::InstanceBuffers &buffers) {
  std::unique_ptr<DeviceEnvironment> result(new DeviceEnvironment(context));
  zynrt_environment environment =
      runtime::createEnvironment(instances, buffers);
  for (auto [i, buffer] : llvm::enumerate(environment.buffers)) {
    uint64_t size = buffer.stride ? buffer.stride * instances : buffer.bytes;
    if (size == 0)
      continue;
    Expected<void *> device = result->copyToDevice(buffer.base, size);
    if (!device)
      return device.takeError();
    if (static_cast<mlir::instance::Buffer>(i) != mlir::instance::Buffer::input)
      result->written.push_back({buffer.base, *device, size, buffer.stride});
    buffer.base = static_cast<uint8_t *>(*device);
  }
  Expected<void *> device =
      result->copyToDevice(&environment, sizeof(environment));
  if (!device)
    return device.takeError();
  Expected<std::unique_ptr<runtime::Stream>> stream = context.createStream();
  if (!stream)
    return stream.takeError();
  result->stream = std::move(*stream);
  return std::move(result);
}

Error DeviceEnvironment::restoreRows(
    const std::vector<uint32_t> &instances) const {
  for (const Written &buffer : written) {
    if (buffer.stride == 0)
      continue;
    for (size_t i = 0, past; i < instances.size(); i = past) {
      for (past = i + 1; past < instances.size() &&
                         instances[past] == instances[past - 1] + 1;)
        ++past;
      uint64_t offset = instances[i] * buffer.stride;
      if (Error error =
              context.copyToDevice(static_cast<char *>(buffer.device) + offset,
                                   static_cast<char *>(buffer.host) + offset,
                                   (past - i) * buffer.stride))
        return error;
    }
  }
  return Error::success();
}

Error DeviceEnvironment::copyToHost() {
  for (const Written &buffer : written)
    if (Error error =
            context.copyToHost(buffer.host, buffer.device, buffer.size))
      return error;
  return Error::success();
}

Error DeviceEnvironment::stop() {
  static constexpr uint64_t isStopped = 1;
  return stream->copyToDevice(static_cast<char *>(address()) +
                                  offsetof(zynrt_environment, is_stopped),
                              &isStopped, sizeof(isStopped));
}
