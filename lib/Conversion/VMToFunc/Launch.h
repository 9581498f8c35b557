//===- Launch.h - Entry functions of phases ------------------- -*- C++ -*-===//
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

/// Distribution of instances over threads.
struct LaunchSchedule {
  /// Threads per block, with one instance each.
  static constexpr int64_t threads = 128;
  /// Minimum numbers of resident blocks of these threads: as many registers as
  /// a compiled program needs, and 72 for the interpreter. Without a number,
  /// ptxas itself chooses one, and for some programs spills a few registers so
  /// that one more block fits.
  static constexpr int64_t aheadOfTimeBlocks = 1, interpreterBlocks = 7;
  /// Instances and threads per block of the epoch engine; the states fill 32
  /// KiB of shared memory.
  static constexpr int64_t epochInstances = 256;
  /// Instances per task of the epoch engine on the host.
  static constexpr int64_t hostInstances = 64;
};

/// Builds the entry function of a program, before the program, which runs one
/// round of a phase on the threads of the host.
void buildHostLaunch(vm::ProgramOp program, VMEngine engine);

/// Builds the entry function of a program, before the program, which runs one
/// round of a phase by launching a kernel.
void buildDeviceLaunch(vm::ProgramOp program, VMEngine engine);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H
