//===- InstanceDescription.h - What the runtime has to know --- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_INSTANCEDESCRIPTION_H
#define ZYN_LIB_COMPILER_INSTANCEDESCRIPTION_H

#include "Zyn/Runtime/InstanceModule.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::compiler {

/// Returns the objects of a module in the instance dialect, without code.
runtime::InstanceModule describeInstances(mlir::ModuleOp module);

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_INSTANCEDESCRIPTION_H
