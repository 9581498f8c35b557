//===- InstanceDialect.cpp - The instance dialect--------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Instance/IR/Instance.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::instance;

#include "Zyn/Dialect/Instance/IR/InstanceDialect.cpp.inc"
#include "Zyn/Dialect/Instance/IR/InstanceEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/Instance/IR/InstanceAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/Instance/IR/InstanceTypes.cpp.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/Instance/IR/InstanceOps.cpp.inc"

void InstanceDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Zyn/Dialect/Instance/IR/InstanceAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Zyn/Dialect/Instance/IR/InstanceTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Zyn/Dialect/Instance/IR/InstanceOps.cpp.inc"
      >();
}
