//===- Profile.cpp - Reports the profile of a function --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Profile.h"
#include "Run.h"
#include "Watchdog.h"
#include "Zyn/Runtime/AtomicFile.h"

#include <cstdio>

using zyn::compiler::Profile;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::RunOptions;

Error zyn::tools::reportProfile(Context &context, const RunOptions &options,
                                llvm::function_ref<Error()> run) {
  Watchdog watchdog(context, options);
  Expected<Profile> profile =
      compiler::profileCalls(context, options.runs(), run);
  if (!profile)
    return profile.takeError();
  printDevice(context);
  std::fputs(compiler::formatProfile(*profile).c_str(), stdout);
  if (options.trace.empty())
    return Error::success();
  std::string trace = compiler::formatTrace(*profile);
  if (Error error =
          runtime::replaceFile(options.trace, {{trace.data(), trace.size()}}))
    return Error::at(options.trace, "cannot write: " + error.message());
  return Error::success();
}
