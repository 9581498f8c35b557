//===- RelaxedCapture.h - Calls while streams are captured ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_RELAXEDCAPTURE_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_RELAXEDCAPTURE_H

#include "Driver.h"

namespace zyn::runtime {

/// Allows calls on this thread that do not depend on what other libraries
/// record as a graph meanwhile, which these may forbid.
class RelaxedCapture {
public:
  explicit RelaxedCapture(const Driver &driver) : driver(driver) {
    (void)driver.exchangeCaptureMode(&mode);
  }
  ~RelaxedCapture() { (void)driver.exchangeCaptureMode(&mode); }

  RelaxedCapture(const RelaxedCapture &) = delete;
  RelaxedCapture &operator=(const RelaxedCapture &) = delete;

private:
  const Driver &driver;
  int mode = cu::streamCaptureModeRelaxed;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_RELAXEDCAPTURE_H
