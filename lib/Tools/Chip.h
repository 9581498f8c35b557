//===- Chip.h - The architecture to compile for --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TOOLS_CHIP_H
#define ZYN_LIB_TOOLS_CHIP_H

#include "Zyn/Runtime/Device.h"

namespace zyn::tools {

/// The architecture to compile for, such as sm_90a. Error: the device is too
/// old.
runtime::Expected<std::string> chooseChip(const runtime::Device &device);

} // namespace zyn::tools

#endif // ZYN_LIB_TOOLS_CHIP_H
