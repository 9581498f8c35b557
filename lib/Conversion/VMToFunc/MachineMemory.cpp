//===- MachineMemory.cpp - Arguments of compiled vm programs --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/VMToFunc/VMToFunc.h"
#include "Zyn/Dialect/VM/IR/Machine.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::zyn;

SmallVector<Type> MachineMemory::getTypes(MLIRContext *context) {
  Type i8 = IntegerType::get(context, 8), i32 = IntegerType::get(context, 32),
       i64 = IntegerType::get(context, 64), index = IndexType::get(context);
  int64_t any = ShapedType::kDynamic;
  return {MemRefType::get({vm::kNumWords, any}, i32),
          MemRefType::get({any}, i64),
          MemRefType::get({any, 8, any}, i32),
          MemRefType::get({any}, i8),
          MemRefType::get({any}, i64),
          MemRefType::get({3}, i32),
          MemRefType::get({any, 2}, i32),
          MemRefType::get({any}, i8),
          index,
          i64,
          i32,
          i32};
}

MachineMemory MachineMemory::get(ValueRange arguments) {
  return {arguments[0], arguments[1], arguments[2],  arguments[3],
          arguments[4], arguments[5], arguments[6],  arguments[7],
          arguments[8], arguments[9], arguments[10], arguments[11]};
}
