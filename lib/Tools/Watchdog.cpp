//===- Watchdog.cpp - Time limit of runs ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Watchdog.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <string>
#include <unistd.h>

using zyn::runtime::Context;
using zyn::tools::RunOptions;
using zyn::tools::Watchdog;

/// Describes what took too long, as far as the host knows.
static std::string describeTimeout(const Context &context,
                                   const RunOptions &options) {
  std::string kernel = context.lastKernel();
  std::string what = kernel.empty() ? "the program" : "kernel '" + kernel + "'";
  std::string text;
  llvm::raw_string_ostream(text)
      << options.file << ": error: " << what << " ran longer than "
      << llvm::format("%g", options.timeout) << " s\n";
  return text;
}

Watchdog::Watchdog(Context &context, const RunOptions &options) {
  if (options.timeout == 0)
    return;
  bool stopsKernels = context.setTimeout(options.timeout);
  std::chrono::duration<double> time(options.timeout + (stopsKernels ? 1 : 0));
  thread = std::thread([this, &context, &options, time] {
    std::unique_lock<std::mutex> lock(mutex);
    if (changed.wait_for(lock, time, [this] { return isDone; }))
      return;
    std::string text = describeTimeout(context, options);
    (void)!::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(1);
  });
}

Watchdog::~Watchdog() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = true;
  }
  changed.notify_one();
  thread.join();
}
