//===- Chip.cpp - The architecture to compile for -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

using zyn::runtime::Error;
using zyn::runtime::Expected;

Expected<std::string> zyn::tools::chooseChip(const runtime::Device &device) {
  int capability = device.capabilityMajor * 10 + device.capabilityMinor;
  if (capability < 80)
    return Error("device " + device.label() + " (" + device.name +
                 ") has compute capability " +
                 std::to_string(device.capabilityMajor) + "." +
                 std::to_string(device.capabilityMinor) +
                 ", Zyn needs 8.0 or more");
  // PTX for an older GPU runs on a newer one, unless it ends in an "a".
  if (capability == 90)
    return std::string("sm_90a");
  return capability > 90 ? std::string("sm_90")
                         : "sm_" + std::to_string(capability);
}
