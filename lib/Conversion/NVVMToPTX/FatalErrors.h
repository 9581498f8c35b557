//===- FatalErrors.h - Recovery from LLVM's fatal errors ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_FATALERRORS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_FATALERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace mlir::zyn {

/// Calls `work`. If LLVM reports a fatal error in this thread meanwhile, which
/// would end the process, returns the first line of its reason. Then `work` has
/// been left without calling destructors: what it owned leaks, and whatever it
/// used, contexts and modules included, must neither be used again nor be
/// destroyed, since value handles may still refer to it. Thread-safe; calls are
/// not nested. Fatal errors of other threads end the process as ever.
std::optional<std::string> catchFatalError(llvm::function_ref<void()> work);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_FATALERRORS_H
