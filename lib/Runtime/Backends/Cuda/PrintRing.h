//===- PrintRing.h - Output of kernels --------------------------*- C++ -*-===//
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

/// A context's ring buffer in page-locked host memory that `kernel.print` and
/// `kernel.assert` write records to. It is allocated when the first module with
/// such ops is loaded. Thread-safe; the device's context must be current.
class PrintRing {
public:
  explicit PrintRing(const Driver &driver) : driver(driver) {}
  ~PrintRing();

  PrintRing(const PrintRing &) = delete;
  PrintRing &operator=(const PrintRing &) = delete;

  /// Whether kernels of this PTX print or assert.
  static bool isUsedBy(std::string_view ptx);

  /// Sets the address of the ring in a loaded module and stores its formats.
  Error attach(cu::Module module);

  /// Whether kernels have printed something since the last `drain`.
  bool hasLines();

  /// Prints all lines in the ring on standard output, and the number of dropped
  /// lines. The device must be idle. Error: the first failed assertion.
  Error drain();

private:
  Error allocate();
  /// Prints a record on standard output; that of an assertion is the error.
  static Error print(const PrintRecord &record, const std::string &texts);

  const Driver &driver;
  std::mutex mutex;
  PrintRingHead *ring = nullptr;
  /// The formats of each module, by its index.
  std::vector<std::string> formats;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_PRINTRING_H
