//===- VMOps.td - Ops of the vm dialect ------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMOPS_TD
#define ZYN_DIALECT_VM_IR_VMOPS_TD

include "Zyn/Dialect/VM/IR/BranchOps.td"
include "Zyn/Dialect/VM/IR/BufferOps.td"
include "Zyn/Dialect/VM/IR/LinearOps.td"
include "Zyn/Dialect/VM/IR/OracleOps.td"
include "Zyn/Dialect/VM/IR/ProgramOps.td"

#endif // ZYN_DIALECT_VM_IR_VMOPS_TD
