//===- TargetOptions.h - What code is generated for  ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_TARGETOPTIONS_H
#define ZYN_TARGET_TARGETOPTIONS_H

#include <string>

namespace zyn::compiler {

/// What code is generated for. What a target does not know, it ignores.
struct TargetOptions {
  /// The architecture, such as "sm_90a", and its features, such as "+ptx80".
  /// Empty for what the device has, or else for the target's default.
  std::string chip, features;
  /// Whether kernels for the emulator check each access to memory.
  bool check = true;
};

} // namespace zyn::compiler

#endif // ZYN_TARGET_TARGETOPTIONS_H
