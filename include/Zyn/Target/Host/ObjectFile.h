//===- ObjectFile.h - Functions for other programs ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_HOST_OBJECTFILE_H
#define ZYN_TARGET_HOST_OBJECTFILE_H

#include "Zyn/Target/Host/CodeGen.h"
#include "Zyn/Target/Host/DependencePath.h"
#include "Zyn/Target/Target.h"
#include "mlir/IR/BuiltinOps.h"

namespace zyn::compiler {

struct ObjectOptions {
  /// For the devices that run the functions.
  const Target *target = &getHostTarget();
  /// Its options, except those of the host.
  TargetOptions targetOptions;
  HostProcessor processor;
  /// Whether a function that takes more time than its `target_latency_ns`, or
  /// whose time is not known, is an error instead of a warning.
  bool isStrict = false;
  /// Whether to find the longest path of dependences of every public function,
  /// or of those with a `target_latency_ns` only. Each takes time in
  /// proportion to the size of the file.
  bool findsAllPaths = false;
};

/// An object file, and how C and C++ programs call its functions.
struct ObjectFile {
  llvm::SmallVector<char, 0> bytes;
  /// The declarations in C, with comments about sizes and constraints.
  std::string header;
  /// Empty if LLVM does not know the processor's timing, or if the functions
  /// launch kernels.
  std::vector<DependencePath> paths;
  /// The rate of this machine's clock, by which cycles are times.
  double gigahertz;
};

/// Compiles the public functions of a module on tensors or buffers. For the
/// host, the code calls nothing but the C library, and, if a check at run time
/// fails, `zynrtFail`; for other targets, it calls the runtime. Emits errors,
/// and a warning for each function whose longest path of dependences takes more
/// time than its `target_latency_ns`, or is not all of its time. `name` is the
/// name of the header. Modifies the module.
mlir::FailureOr<ObjectFile> compileToObject(mlir::ModuleOp module,
                                            llvm::StringRef name,
                                            const ObjectOptions &options);

} // namespace zyn::compiler

#endif // ZYN_TARGET_HOST_OBJECTFILE_H
