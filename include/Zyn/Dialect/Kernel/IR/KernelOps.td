//===- KernelOps.td - Ops of the kernel dialect ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELOPS_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELOPS_TD

include "Zyn/Dialect/Kernel/IR/AsyncCopyOps.td"
include "Zyn/Dialect/Kernel/IR/AtomicOps.td"
include "Zyn/Dialect/Kernel/IR/ClusterOps.td"
include "Zyn/Dialect/Kernel/IR/DebugOps.td"
include "Zyn/Dialect/Kernel/IR/IndexOps.td"
include "Zyn/Dialect/Kernel/IR/MBarrierOps.td"
include "Zyn/Dialect/Kernel/IR/MemoryOps.td"
include "Zyn/Dialect/Kernel/IR/SynchronizationOps.td"
include "Zyn/Dialect/Kernel/IR/TensorCoreOps.td"
include "Zyn/Dialect/Kernel/IR/TmaOps.td"
include "Zyn/Dialect/Kernel/IR/WarpOps.td"
include "Zyn/Dialect/Kernel/IR/WarpgroupOps.td"
include "Zyn/Dialect/Kernel/IR/WorkAttr.td"

#endif // ZYN_DIALECT_KERNEL_IR_KERNELOPS_TD
