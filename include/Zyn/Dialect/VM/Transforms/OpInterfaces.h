//===- OpInterfaces.h - Interfaces of vm ops ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_TRANSFORMS_OPINTERFACES_H
#define ZYN_DIALECT_VM_TRANSFORMS_OPINTERFACES_H

namespace mlir {
class DialectRegistry;

namespace vm {

/// Registers the vm ops' implementations of the interfaces in `Zyn/Interfaces`:
/// fusion, partial evaluation, unrolling, and matrix formats.
void registerOpInterfaces(DialectRegistry &registry);

} // namespace vm
} // namespace mlir

#endif // ZYN_DIALECT_VM_TRANSFORMS_OPINTERFACES_H
