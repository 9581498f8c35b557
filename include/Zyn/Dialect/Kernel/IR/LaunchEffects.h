//===- LaunchEffects.h - Memory effects of launches ----------- -*- C++ -*-===//
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

/// Registers memory effects of `gpu.launch_func`, and of related ops whose
/// effects are unknown upstream: they read and write their buffers.
/// Deallocations are only placed around ops with known effects.
void registerLaunchEffects(DialectRegistry &registry);

} // namespace kernel
} // namespace mlir

#endif // ZYN_DIALECT_KERNEL_IR_LAUNCHEFFECTS_H
