//===- Signature.h - What a function takes and returns ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_SIGNATURE_H
#define ZYN_LIB_TOOLS_SIGNATURE_H

#include "Zyn/Runtime/Npy.h"

#include <string>
#include <vector>

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
class Location;
} // namespace mlir

namespace zyn::tools {

/// The type of an argument or result: an array or a number.
struct ValueType {
  bool isArray = false;
  /// An array as a memref rather than a tensor.
  bool isBuffer = false;
  runtime::ElementType element = runtime::ElementType::F32;
  /// Sizes of an array; -1 where any size will do.
  std::vector<int64_t> shape;
  /// The type as MLIR writes it.
  std::string text;
};

/// A function as its caller sees it.
struct Signature {
  std::string name;
  /// "f.mlir:4:1", or the file alone.
  std::string place;
  std::vector<ValueType> arguments, results;
};

/// The signature of `function`, which is on tensors, memrefs and numbers. The
/// error has the place.
runtime::Expected<Signature> readSignature(mlir::func::FuncOp function,
                                           const std::string &file);

/// "file:line:column" of `location`, or `file` where it has none.
std::string describeLocation(mlir::Location location, const std::string &file);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_SIGNATURE_H
