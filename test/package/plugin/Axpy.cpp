//===- Axpy.cpp - The axpy dialect ----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axpy.h"

#include "mlir/IR/DialectImplementation.h"

#include "AxpyDialect.cpp.inc"

void axpy::AxpyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "AxpyOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "AxpyOps.cpp.inc"
