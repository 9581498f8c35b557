//===- Outputs.h - Outputs of functions and kernels -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_OUTPUTS_H
#define ZYN_LIB_TOOLS_OUTPUTS_H

#include "RunOptions.h"
#include "Zyn/Runtime/Npy.h"

namespace zyn::tools {

/// Checks that all paths of -o are distinct and writable, as far as this can be
/// determined before running.
runtime::Error checkOutputs(const std::vector<std::string> &paths);

/// Writes `arrays` to the files of -o, or prints them if there are none.
/// `numbers[i]`, if present and not empty, is the type of an array that
/// represents a number.
runtime::Error writeOutputs(const RunOptions &options,
                            const std::vector<runtime::Array> &arrays,
                            const std::vector<std::string> &numbers = {});

/// Formats an array like NumPy; for large arrays, only the first and last
/// elements of each dimension.
std::string formatArray(const runtime::Array &array);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_OUTPUTS_H
