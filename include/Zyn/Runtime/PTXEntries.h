//===- PTXEntries.h - Kernels declared in PTX -------------------*- C++ -*-===//
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

/// Returns the `.entry` declarations of PTX text, in order. Returns an empty
/// list for text that is not PTX; rejecting it is left to the driver.
std::vector<KernelSignature> parsePTXEntries(std::string_view ptx);

/// A variable of 32 bits, whose initial value is the number of registers that
/// functions called by kernels may have.
inline constexpr char functionRegistersName[] = "__zyn_function_registers";

/// Returns the value of this variable, or 0 if there is none.
int parseFunctionRegisters(std::string_view ptx);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_PTXENTRIES_H
