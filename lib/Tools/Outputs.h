//===- Outputs.h - Where results go -----------------------------*- C++ -*-===//
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

/// Whether every path of -o can be written, as far as can be told before
/// running, and none is given twice.
runtime::Error checkOutputs(const std::vector<std::string> &paths);

/// Writes `arrays` to the files of -o, or prints them where there are none.
runtime::Error writeOutputs(const RunOptions &options,
                            const std::vector<runtime::Array> &arrays);

/// An array as NumPy prints it; of a large one, the first and last elements of
/// each dimension.
std::string formatArray(const runtime::Array &array);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_OUTPUTS_H
