//===- InitAll.h - Registers all dialects and passes ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INITALL_H
#define ZYN_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace zyn {

/// Adds Zyn's dialects, and upstream's that its pipelines read or make, with
/// the interfaces that the passes need: among them the translations to LLVM IR
/// and the target that makes PTX.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers Zyn's passes and pipelines, and upstream's.
void registerAllPasses();

} // namespace zyn

#endif // ZYN_INITALL_H
