//===- TargetOptions.h - Options of code generation ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_TARGETOPTIONS_H
#define ZYN_TARGET_TARGETOPTIONS_H

#include <cstdint>
#include <string>

namespace zyn::compiler {

/// Options of code generation. A target ignores options that it does not have.
struct TargetOptions {
  /// The architecture, such as "sm_90a", and its features, such as "+ptx80". If
  /// empty, they are those of the device or, without a device, the target's
  /// defaults.
  std::string chip, features;
  /// Whether kernels for the emulator check each memory access.
  bool check = true;
  /// The size of the host's vector registers in bytes; 0 for this machine's.
  int64_t vectorBytes = 0;
};

} // namespace zyn::compiler

#endif // ZYN_TARGET_TARGETOPTIONS_H
