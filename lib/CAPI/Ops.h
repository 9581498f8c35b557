//===- Ops.h - Handles of ops and values --------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CAPI_OPS_H
#define ZYN_LIB_CAPI_OPS_H

#include "Zyn-c/Module.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/CBindingWrapping.h"

namespace zyn::capi {

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(mlir::Operation, ZynOpRef)

inline ZynValueRef wrap(mlir::Value value) {
  return reinterpret_cast<ZynValueRef>(value.getAsOpaquePointer());
}
inline mlir::Value unwrap(ZynValueRef value) {
  return mlir::Value::getFromOpaquePointer(value);
}

} // namespace zyn::capi

#endif // ZYN_LIB_CAPI_OPS_H
