//===- Intrinsics.h - Functions of the module zyn ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that imports functions of the module `zyn` calls no host: each of
// them is an op of the instance dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_INTRINSICS_H
#define ZYN_LIB_TARGET_WASM_INTRINSICS_H

#include "WasmModule.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <functional>
#include <string>

namespace mlir::wasm {

/// A function of the module `zyn`.
struct Intrinsic {
  Signature signature;
  /// Whether it accesses the memory of the program.
  bool usesMemory = false;
  /// Builds the op, and returns its result if it has one.
  std::function<Value(ImplicitLocOpBuilder &builder, FlatSymbolRefAttr memory,
                      ValueRange arguments)>
      build;
};

/// Returns null if the host provides the function.
const Intrinsic *findIntrinsic(const Import &import);

/// Returns "(i32, i64) -> (f32)".
std::string toText(const Signature &signature);

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_INTRINSICS_H
