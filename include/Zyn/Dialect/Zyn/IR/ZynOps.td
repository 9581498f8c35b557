//===- ZynOps.td - Ops of the zyn dialect ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYNOPS_TD
#define ZYN_DIALECT_ZYN_IR_ZYNOPS_TD

include "Zyn/Dialect/Zyn/IR/AssertOp.td"
include "Zyn/Dialect/Zyn/IR/AttentionOp.td"
include "Zyn/Dialect/Zyn/IR/ComputeOp.td"
include "Zyn/Dialect/Zyn/IR/ConstantMatrixOp.td"
include "Zyn/Dialect/Zyn/IR/Conv2dOp.td"
include "Zyn/Dialect/Zyn/IR/ElementOp.td"
include "Zyn/Dialect/Zyn/IR/GatherOp.td"
include "Zyn/Dialect/Zyn/IR/IndexOp.td"
include "Zyn/Dialect/Zyn/IR/MapOp.td"
include "Zyn/Dialect/Zyn/IR/MatmulOp.td"
include "Zyn/Dialect/Zyn/IR/ReduceOp.td"
include "Zyn/Dialect/Zyn/IR/ReduceWindowOp.td"
include "Zyn/Dialect/Zyn/IR/RowsOp.td"
include "Zyn/Dialect/Zyn/IR/ScanOp.td"
include "Zyn/Dialect/Zyn/IR/ScatterOp.td"
include "Zyn/Dialect/Zyn/IR/SortOp.td"
include "Zyn/Dialect/Zyn/IR/SpmmOp.td"
include "Zyn/Dialect/Zyn/IR/TopKOp.td"
include "Zyn/Dialect/Zyn/IR/TransposeOp.td"
include "Zyn/Dialect/Zyn/IR/YieldOp.td"

#endif // ZYN_DIALECT_ZYN_IR_ZYNOPS_TD
