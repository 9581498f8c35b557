//===- KernelOps.cpp - Generated code of the kernel ops -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::kernel;

#define GET_OP_CLASSES
#include "Zyn/Dialect/Kernel/IR/KernelOps.cpp.inc"
