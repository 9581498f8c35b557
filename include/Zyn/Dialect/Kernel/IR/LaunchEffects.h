//===- LaunchEffects.h - What a launch does to memory -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_LAUNCHEFFECTS_H
#define ZYN_DIALECT_KERNEL_IR_LAUNCHEFFECTS_H

namespace mlir {
class DialectRegistry;

namespace kernel {

/// Says of `gpu.launch_func` that it reads and writes its buffers. Upstream
/// leaves it unknown, and then refuses to place deallocations around it.
void registerLaunchEffects(DialectRegistry &registry);

} // namespace kernel
} // namespace mlir

#endif // ZYN_DIALECT_KERNEL_IR_LAUNCHEFFECTS_H
