//===- ChipOption.h - The option --chip ----------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_CHIPOPTION_H
#define ZYN_TARGET_CHIPOPTION_H

#include "llvm/Support/CommandLine.h"

#include <string>

namespace zyn::compiler {

/// Returns the option of zyn-translate that names architectures of GPUs, which
/// several translations have. The first call registers it.
llvm::cl::list<std::string> &getChipOption();

} // namespace zyn::compiler

#endif // ZYN_TARGET_CHIPOPTION_H
