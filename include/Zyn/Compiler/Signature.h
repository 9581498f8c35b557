//===- Signature.h - Signatures of functions ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_SIGNATURE_H
#define ZYN_COMPILER_SIGNATURE_H

#include "Zyn/Runtime/Npy.h"

#include <string>
#include <vector>

namespace mlir {
namespace func {
class FuncOp;
} // namespace func
class Location;
} // namespace mlir

namespace zyn::compiler {

/// The type of an argument or result: an array or a number.
struct ValueType {
  bool isArray = false;
  /// Whether an array is a memref rather than a tensor.
  bool isBuffer = false;
  runtime::ElementType element = runtime::ElementType::F32;
  /// The sizes of an array; -1 for dynamic sizes.
  std::vector<int64_t> shape;
  /// The type in MLIR's syntax.
  std::string text;
};

/// The name, source location and types of a function.
struct Signature {
  std::string name;
  SourceLocation location;
  std::vector<ValueType> arguments, results;
};

/// Returns the signature of `function`, which takes and returns tensors,
/// memrefs and numbers. Errors have the source location of the function, or
/// `file` if it is unknown.
runtime::Expected<Signature> readSignature(mlir::func::FuncOp function,
                                           const std::string &file);

/// Returns the first file, line and column in `location`, or `file` if there is
/// none.
SourceLocation toSourceLocation(mlir::Location location,
                                const std::string &file);

/// Formats a shape as in MLIR: "2x3xf32", with "?" for -1.
std::string formatShape(const std::vector<int64_t> &shape,
                        runtime::ElementType element);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_SIGNATURE_H
