//===- PrintRing.h - Lines that kernels print, on the way ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_PRINTRING_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_PRINTRING_H

#include "Driver.h"
#include "Zyn/Runtime/PrintABI.h"

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime {

/// The ring buffer of a context, in page-locked memory of the host, that
/// `kernel.print` and `kernel.assert` write records to. It is allocated when
/// the first module that has such ops is loaded. Thread-safe; the device's
/// context has to be current.
class PrintRing {
public:
  explicit PrintRing(const Driver &driver) : driver(driver) {}
  ~PrintRing();

  PrintRing(const PrintRing &) = delete;
  PrintRing &operator=(const PrintRing &) = delete;

  /// Whether kernels of this text print or assert.
  static bool isUsedBy(std::string_view ptx);

  /// Tells a module that was loaded where the ring is, and keeps its formats.
  Error attach(cu::Module module);

  /// Prints the lines that have come on standard output, and how many had no
  /// room; for when the device is idle. Error: the first assertion that failed.
  Error drain();

private:
  Error allocate();
  /// Prints a record on standard output; that of an assertion is the error.
  static Error print(const PrintRecord &record, const std::string &texts);

  const Driver &driver;
  std::mutex mutex;
  PrintRingHead *ring = nullptr;
  /// Of each module, by its number.
  std::vector<std::string> formats;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_PRINTRING_H
