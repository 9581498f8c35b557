//===- InstanceEnvironment.cpp - Outside of instances ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/InstanceEnvironment.h"

#include <chrono>

using namespace zyn::runtime;

zynrt_environment
zyn::runtime::createEnvironment(int64_t instances,
                                const InstanceBuffers &buffers) {
  auto convert = [](InstanceBuffers::Bytes bytes, bool isShared) {
    return zynrt_buffer{static_cast<uint8_t *>(bytes.data), bytes.size,
                        isShared ? 0 : bytes.size};
  };
  return {static_cast<uint64_t>(instances),
          {convert(buffers.shared, /*isShared=*/true),
           convert(buffers.input, /*isShared=*/false),
           convert(buffers.output, /*isShared=*/false)},
          /*is_stopped=*/0};
}

int64_t zynrtInstanceClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
