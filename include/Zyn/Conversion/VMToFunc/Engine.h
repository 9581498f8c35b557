//===- Engine.h - How instances of a program run -------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_VMTOFUNC_ENGINE_H
#define ZYN_CONVERSION_VMTOFUNC_ENGINE_H

namespace mlir::zyn {

/// How instances are executed; docs/vm-machine.md compares the engines.
enum class VMEngine { AheadOfTime, Interpreter, Epochs };

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_VMTOFUNC_ENGINE_H
