//===- LoweringPage.h - A lowering as a page of HTML ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page has the source and the IR after each stage of a lowering side by side.
// Selecting a line shows what comes from the same line of the source in all of
// them. It also lists the kernels with what they use, and warnings and remarks.
// It needs no other files. docs/python.md describes it.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LOWERINGPAGE_LOWERINGPAGE_H
#define ZYN_LOWERINGPAGE_LOWERINGPAGE_H

#include "Zyn/Compiler/SourceModule.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir {
class PassManager;
} // namespace mlir

namespace zyn::compiler {

/// What a page shows.
struct LoweringPageOptions {
  /// "cuda", "emulate" or "cpu", which the machine need not have.
  std::string device = "cuda";
  /// The architecture, such as "sm_90a", and its features, such as "+ptx80";
  /// by default those of the pipelines.
  std::string chip, features;
  /// The function that is shown, alone; empty for all of the module.
  std::string entry;
  /// The text that the module was parsed from. By default, it is that of the
  /// module's file, or that of the module if the file has changed.
  std::optional<std::string> source;
  /// By default, the name of the file.
  std::string title;
};

/// A page, and the error of the stage that failed, with which it ends.
struct LoweringPage {
  std::string html;
  runtime::Error failure;
};

/// Shows the stages that the pipelines of a device lower a module in. Error:
/// there is no such device or function.
runtime::Expected<LoweringPage>
showLowering(const SourceModule &module,
             const LoweringPageOptions &options = {});

/// Records the passes of a pass manager that change a module, as the stages of
/// a page.
class LoweringRecorder {
public:
  /// `text` is the source that the module is parsed from, and `file` its name.
  LoweringRecorder(std::string text, std::string file);
  ~LoweringRecorder();

  /// Records the runs of one pass manager, in whose context remarks are
  /// enabled. It has to be gone when `page` is called.
  void attach(mlir::PassManager &passes);

  /// Returns the page, or nothing if no pass has run.
  std::optional<std::string> page() const;

private:
  class Instrumentation;
  struct Recording;
  std::shared_ptr<Recording> recording;
};

} // namespace zyn::compiler

#endif // ZYN_LOWERINGPAGE_LOWERINGPAGE_H
