//===- InstanceEnvironment.h - Outside of instances ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_INSTANCEENVIRONMENT_H
#define ZYN_RUNTIME_INSTANCEENVIRONMENT_H

#include "Zyn/Runtime/InstanceRun.h"

namespace zyn::runtime {

/// Returns the environment of a run, with the buffers themselves.
zynrt_environment createEnvironment(int64_t instances,
                                    const InstanceBuffers &buffers);

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_INSTANCEENVIRONMENT_H
