//===- InstanceOps.td - Ops of the instance dialect ------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCEOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_INSTANCEOPS_TD

include "Zyn/Dialect/Instance/IR/CallOps.td"
include "Zyn/Dialect/Instance/IR/EnvironmentOps.td"
include "Zyn/Dialect/Instance/IR/GlobalOps.td"
include "Zyn/Dialect/Instance/IR/MemoryOps.td"
include "Zyn/Dialect/Instance/IR/ModuleOps.td"
include "Zyn/Dialect/Instance/IR/TableOps.td"
include "Zyn/Dialect/Instance/IR/TrapOps.td"

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCEOPS_TD
