//===- Tune.cpp - Measures tiles before a run -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Run.h"
#include "Zyn/Compiler/Tuning.h"

#include <cstdio>
#include <string>
#include <unistd.h>

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::RunOptions;

/// Draws a progress bar over the current line of the terminal.
static void drawProgress(size_t done, size_t total) {
  constexpr size_t width = 40;
  size_t filled = total ? width * done / total : width;
  std::fprintf(stderr, "\rtuning [%s%s] %zu/%zu",
               std::string(filled, '#').c_str(),
               std::string(width - filled, '.').c_str(), done, total);
  // Messages begin on an empty line.
  if (done == total)
    std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

Error zyn::tools::tuneModule(SourceModule &module, Context &context,
                             const std::vector<Argument> &arguments,
                             const RunOptions &options) {
  TuneOptions tuning;
  tuning.compile = getCompileOptions(options);
  tuning.compile.remarks = "schedule";
  if (::isatty(STDERR_FILENO))
    tuning.progress = drawProgress;
  DeviceTimer timer(context);
  Expected<std::vector<Diagnostic>> remarks =
      tune(module, context.device(), timer, arguments, tuning);
  if (!remarks)
    return remarks.takeError();
  for (const Diagnostic &remark : *remarks)
    printMessage(remark.str());
  return Error::success();
}
