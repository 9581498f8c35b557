//===- Launch.h - Runs a function for all instances ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::zyn {

/// Threads of a block, each with one instance.
inline constexpr int64_t kThreadsPerBlock = 128;

/// The function of a program, in its place: runs `resume` at all positions of a
/// phase, on the host's threads.
void buildHostLaunch(vm::ProgramOp program, func::FuncOp resume);

/// The same by a kernel of a GPU.
void buildDeviceLaunch(vm::ProgramOp program, func::FuncOp resume);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_LAUNCH_H
