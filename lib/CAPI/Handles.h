//===- Handles.h - What handles of the C interface refer to  -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CAPI_HANDLES_H
#define ZYN_LIB_CAPI_HANDLES_H

#include "Wrap.h"
#include "Zyn-c/Context.h"
#include "Zyn-c/Module.h"
#include "Zyn/Compiler/SourceModule.h"
#include "Zyn/Runtime/Context.h"

#include <memory>

namespace zyn::capi {

/// A context that arrays share with the caller.
struct SharedContext {
  std::shared_ptr<runtime::Context> context;
  std::string label;
};

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(SharedContext, ZynContextRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(runtime::Stream, ZynStreamRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(compiler::SourceModule, ZynModuleRef)

} // namespace zyn::capi

#endif // ZYN_LIB_CAPI_HANDLES_H
