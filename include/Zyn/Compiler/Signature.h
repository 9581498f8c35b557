//===- Signature.h - What a function takes and returns ----------*- C++ -*-===//
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
  SourceLocation location;
  std::vector<ValueType> arguments, results;
};

/// The signature of `function`, which is on tensors, memrefs and numbers. The
/// error has the source location; `file` stands for one that is unknown.
runtime::Expected<Signature> readSignature(mlir::func::FuncOp function,
                                           const std::string &file);

/// The first file, line and column in `location`, or `file` where it has none.
SourceLocation toSourceLocation(mlir::Location location,
                                const std::string &file);

/// "2x3xf32", as in MLIR; -1 is written "?".
std::string formatShape(const std::vector<int64_t> &shape,
                        runtime::ElementType element);

} // namespace zyn::compiler

#endif // ZYN_COMPILER_SIGNATURE_H
