//===- Stage.h - A stage of a lowering as text ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_LOWERINGPAGE_STAGE_H
#define ZYN_LIB_LOWERINGPAGE_STAGE_H

#include "Zyn/Runtime/Error.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

/// Numbers lines of source files, which are written as "file:line".
class SourcePlaces {
public:
  unsigned number(llvm::StringRef file, uint32_t line);

  const std::string &operator[](unsigned number) const { return texts[number]; }
  const std::vector<std::string> &all() const { return texts; }

private:
  llvm::StringMap<unsigned> numbers;
  std::vector<std::string> texts;
};

/// Numbers of places, sorted.
using Origins = llvm::SmallVector<unsigned, 2>;

using LaunchSize = std::array<std::optional<int64_t>, 3>;

/// A launch of a kernel in the code of the host. What depends on arguments or
/// sizes has no value.
struct KernelLaunch {
  std::string kernel;
  LaunchSize grid, block;
  std::optional<int64_t> dynamicSharedBytes;
  /// Whether it runs once in each call of the function.
  bool runsOnce;
};

/// A module after some passes, as far as the page shows it.
struct Stage {
  std::string name, text;
  /// By lines of the text, which count from 1; others have none.
  llvm::DenseMap<uint32_t, Origins> origins;
  std::vector<KernelLaunch> launches;
  /// Where functions of the GPU come from.
  llvm::StringMap<unsigned> kernels;
};

/// The stages of a lowering, up to the first one that fails.
struct Lowering {
  SourcePlaces places;
  std::vector<Stage> stages;
  /// Warnings and remarks.
  std::vector<Diagnostic> diagnostics;
  /// The error of the stage that failed, and its name.
  runtime::Error error;
  std::string failedStage;
};

/// Returns a module as a stage. Its text leaves out large constants.
Stage recordStage(mlir::ModuleOp module, llvm::StringRef name,
                  SourcePlaces &places);

/// Returns a stage "source" with the text of a file; `module` is what it
/// contains.
Stage recordSource(mlir::ModuleOp module, llvm::StringRef text,
                   llvm::StringRef file, SourcePlaces &places);

/// Returns the PTX in a module as a stage "PTX", or nothing if there is none.
/// Directives of source locations become origins of lines.
std::optional<Stage> recordPTX(mlir::ModuleOp module, SourcePlaces &places);

} // namespace zyn::compiler

#endif // ZYN_LIB_LOWERINGPAGE_STAGE_H
