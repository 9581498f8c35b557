//===- PassPipeline.h - Runs passes on modules ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_PASSPIPELINE_H
#define ZYN_COMPILER_PASSPIPELINE_H

#include "Zyn/Compiler/SourceModule.h"

#include <functional>
#include <string>

namespace zyn::compiler {

/// Options of `PassPipeline::run`.
struct PassPipelineOptions {
  /// A regular expression for the categories of remarks to report; empty for
  /// none. Runs that `afterPass` starts in the same context report none.
  std::string remarks;
  /// Called after each pass with its name, such as "zyn-fuse", and the op that
  /// it has run on as text. The run fails if it returns false.
  std::function<bool(const std::string &pass, const std::string &ir)> afterPass;
  /// Called with each warning and remark at the end of the run, even if it
  /// fails.
  std::function<void(const Diagnostic &diagnostic)> report;
};

/// A list of passes on modules, in the syntax of `--pass-pipeline`, such as
/// "builtin.module(zyn-fuse,func.func(cse))".
class PassPipeline {
public:
  /// Parses a pipeline. The source location of an error is the one in the text:
  /// "pass-pipeline:1:16: error: 'zyn-fuze' does not refer to a registered pass
  /// or pass pipeline".
  static runtime::Expected<PassPipeline> parse(const std::string &text);

  /// Runs the passes on a copy of `module`, and verifies it after each of them.
  /// Errors: those of the passes, and `remarks` that is not a regular
  /// expression.
  runtime::Expected<SourceModule>
  run(const SourceModule &module,
      const PassPipelineOptions &options = {}) const;

private:
  explicit PassPipeline(std::string text) : text(std::move(text)) {}

  std::string text;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_PASSPIPELINE_H
