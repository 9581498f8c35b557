//===- VMOps.cpp - Generated code of vm ops -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionSyntax.h"
#include "Zyn/Dialect/VM/IR/VM.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::vm;

#define GET_OP_CLASSES
#include "Zyn/Dialect/VM/IR/VMOps.cpp.inc"
