//===- VMDialect.cpp - The vm dialect -------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/IR/VM.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vm;

#include "Zyn/Dialect/VM/IR/VMDialect.cpp.inc"
#include "Zyn/Dialect/VM/IR/VMEnums.cpp.inc"
#include "Zyn/Dialect/VM/IR/VMInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/VM/IR/VMAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Zyn/Dialect/VM/IR/VMTypes.cpp.inc"

void VMDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Zyn/Dialect/VM/IR/VMAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Zyn/Dialect/VM/IR/VMTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Zyn/Dialect/VM/IR/VMOps.cpp.inc"
      >();
}

LogicalResult StateType::verify(function_ref<InFlightDiagnostic()> emitError,
                                Type wordType) {
  if (wordType.isSignlessInteger(32) || wordType.isF32())
    return success();
  return emitError() << "expected words of i32 or f32, found " << wordType;
}
