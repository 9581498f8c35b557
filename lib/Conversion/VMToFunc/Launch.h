//===- Launch.h - Runs all instances of a phase --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H

#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "Zyn/Dialect/VM/IR/VM.h"

namespace mlir::zyn {

/// How instances are spread over threads.
struct LaunchSchedule {
  /// Threads of a block, each with one instance.
  static constexpr int64_t threads = 128;
  /// Instances, and threads, of a block that runs in epochs: their states fill
  /// 32 KiB of shared memory.
  static constexpr int64_t epochInstances = 256;
  /// Instances that a task of the host sorts together.
  static constexpr int64_t hostInstances = 64;
};

/// The function of a program, in its place: runs a phase on the host's threads.
void buildHostLaunch(vm::ProgramOp program, VMEngine engine);

/// The same by a kernel of a GPU.
void buildDeviceLaunch(vm::ProgramOp program, VMEngine engine);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H
