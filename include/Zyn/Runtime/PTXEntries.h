//===- PTXEntries.h - The kernels that a PTX text declares ------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_PTXENTRIES_H
#define ZYN_RUNTIME_PTXENTRIES_H

#include "Zyn/Runtime/Module.h"

#include <string_view>
#include <vector>

namespace zyn::runtime {

/// The `.entry` declarations of a PTX text, in its order. Text that is not PTX
/// gives an empty list: judging it is the driver's part.
std::vector<KernelSignature> parsePTXEntries(std::string_view ptx);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PTXENTRIES_H
