//===- OptPage.h - zyn-opt --html ----------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_OPTPAGE_H
#define ZYN_LIB_TOOLS_OPTPAGE_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/CommandLine.h"

#include <optional>
#include <string>

namespace zyn::tools {

/// The options of zyn-opt about pages, which are registered while there is an
/// object.
struct OptPageOptions {
  llvm::cl::opt<std::string> path{
      "html", llvm::cl::value_desc("filename"),
      llvm::cl::desc(
          "Write a page that shows the source and, side by side, the IR after "
          "each pass that changes it; without passes, the stages in which "
          "--html-device lowers it. The module is only written with -o")};
  llvm::cl::opt<std::string> device{
      "html-device", llvm::cl::value_desc("cuda|emulate|cpu"),
      llvm::cl::desc("--html: the device whose lowering is shown"),
      llvm::cl::init("cuda")};
  llvm::cl::opt<std::string> chip{
      "html-chip", llvm::cl::value_desc("chip"),
      llvm::cl::desc("--html: its architecture, such as sm_90a")};
};

/// Runs the passes on the command line on a file, writes the page, and the
/// module if there is an output. Returns the exit status.
int writeOptPage(const OptPageOptions &options, llvm::StringRef input,
                 std::optional<llvm::StringRef> output,
                 mlir::DialectRegistry &registry);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_OPTPAGE_H
