//===- InstanceResults.h - Results of many instances ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_INSTANCERESULTS_H
#define ZYN_LIB_TOOLS_INSTANCERESULTS_H

#include "RunOptions.h"
#include "Zyn/Runtime/InstanceRun.h"

namespace zyn::tools {

/// Checks that results of the type can be written to the file of --results.
runtime::Error checkResults(const runtime::CallType &type,
                            const RunOptions &options);

/// Writes the results, or exit codes if there are none, to the file of
/// --results.
runtime::Error writeResults(const runtime::InstanceRun &run,
                            const RunOptions &options);

/// Prints the results and the summary of a run of many instances. Returns the
/// exit status: 0 if all of them ended with 0.
runtime::Expected<int> reportInstances(const runtime::InstanceRun &run,
                                       const runtime::InstanceModule &module,
                                       const RunOptions &options);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_INSTANCERESULTS_H
