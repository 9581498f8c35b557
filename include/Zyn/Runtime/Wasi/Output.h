//===- Output.h - Where instances write their output ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_WASI_OUTPUT_H
#define ZYN_RUNTIME_WASI_OUTPUT_H

#include "Zyn/Runtime/Error.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime::wasi {

/// The standard output and error of one instance.
class ProgramOutput {
public:
  virtual ~ProgramOutput() = default;
  /// Writes to standard output (1) or standard error (2). Returns false if that
  /// is not possible.
  virtual bool write(int stream, std::string_view bytes) = 0;
  /// Called once, after the last `write`, unless the instance runs again.
  virtual Error finish() { return Error::success(); }
  /// Whether the output of another run may replace what was written. `isSame`
  /// is whether it should begin with the same.
  virtual bool canRepeat(bool isSame) const { return false; }
};

/// The outputs of all instances of a run. Thread-safe.
class OutputRouter {
public:
  virtual ~OutputRouter() = default;
  /// If this is called again for an instance, the new output replaces the one
  /// before, which is not finished.
  virtual std::unique_ptr<ProgramOutput> open(int64_t instance) = 0;
  /// Writes what is left after a run that did not start all instances.
  virtual void finish() {}
};

/// Drops all output.
std::unique_ptr<OutputRouter> createNoOutput();

/// Writes the output of instance 0 as it is, and drops that of all others.
std::unique_ptr<OutputRouter> createFirstOutput();

/// Writes the output of one instance after the other, in their order.
std::unique_ptr<OutputRouter> createOrderedOutput();

/// Writes the lines of all instances when they are complete, in no particular
/// order.
std::unique_ptr<OutputRouter> createMergedOutput();

/// Writes the files N.stdout and N.stderr for each instance N into a folder,
/// which is created if necessary. Only outputs that are not empty have files.
Expected<std::unique_ptr<OutputRouter>>
createFolderOutput(const std::string &folder);

/// The bytes that an instance has written to standard output and error.
using KeptOutput = std::array<std::string, 2>;

/// Keeps the output of each instance in its element of `outputs`, which must
/// outlive the router.
std::unique_ptr<OutputRouter>
createKeptOutput(std::vector<KeptOutput> &outputs);

} // namespace zyn::runtime::wasi

#endif // ZYN_RUNTIME_WASI_OUTPUT_H
