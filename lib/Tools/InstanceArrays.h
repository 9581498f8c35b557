//===- InstanceArrays.h - Buffers of instances ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_INSTANCEARRAYS_H
#define ZYN_LIB_TOOLS_INSTANCEARRAYS_H

#include "RunOptions.h"
#include "Zyn/Runtime/InstanceRun.h"
#include "Zyn/Runtime/Npy.h"

#include <optional>

namespace zyn::tools {

/// The arrays of --shared-array, --input-rows and --output-rows.
class InstanceArrays {
public:
  /// Error: an array cannot be read, or there is not a file for each output.
  static runtime::Expected<InstanceArrays> read(const RunOptions &options,
                                                runtime::Context &context);

  /// The number of rows of the input, if there is one.
  std::optional<int64_t> countRows() const;

  /// Creates the output of a number of instances, and makes what a previous run
  /// has modified as it was. Error: the input has another number of rows.
  runtime::Error reset(int64_t instances);

  /// What instances access. It is valid until the next call of `reset`.
  runtime::InstanceBuffers getBuffers();

  /// Writes the output and the shared array to the files of -o, or prints them.
  runtime::Error write(const RunOptions &options) const;

private:
  std::string inputText;
  std::optional<runtime::Array> input, output, shared;
  /// The contents at first.
  std::optional<runtime::Array> initial;
  /// The type and the shape of a row of the output.
  std::optional<runtime::Array> outputRow;
};

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_INSTANCEARRAYS_H
