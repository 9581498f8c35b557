//===- MatmulProblems.h - Matmuls as functions of their own --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_MATMULPROBLEMS_H
#define ZYN_LIB_COMPILER_MATMULPROBLEMS_H

#include "Zyn/Compiler/Arguments.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace zyn::compiler {

/// A matmul that a function executes.
struct MatmulProblem {
  /// Its number in a walk of the module.
  size_t number = 0;
  /// Why it cannot be a function of its own; empty if it is one.
  std::string obstacle;
  /// Its sizes and elements for messages: "4096x4096x4096 of bf16".
  std::string title;
  /// The tiles of the model, the best one first.
  llvm::SmallVector<mlir::zyn::TileAttr> tiles;
  /// A module with the matmul as its only function, without and with each of
  /// the tiles.
  std::string program;
  std::vector<std::string> candidates;
};

/// Returns the matmuls that `function` executes if it is called with
/// `arguments`, except those with the attribute `zyn.tile`, with at most
/// `mostTiles` tiles for the architecture `chip`. Lowers the function's module
/// to buffers. Fails if this fails, after emitting an error.
mlir::FailureOr<std::vector<MatmulProblem>>
findMatmulProblems(mlir::func::FuncOp function,
                   const std::vector<Argument> &arguments,
                   const std::string &chip, size_t mostTiles);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_MATMULPROBLEMS_H
