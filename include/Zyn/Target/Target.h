//===- Target.h - A device as the compiler sees it ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_TARGET_H
#define ZYN_TARGET_TARGET_H

#include "Zyn/Conversion/VMToFunc/Engine.h"
#include "Zyn/Runtime/Device.h"
#include "Zyn/Target/TargetOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <functional>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace zyn::compiler {

/// A step of a lowering after which the IR has a name.
struct Stage {
  /// The name of the pipeline, such as "zyn-to-kernel".
  llvm::StringRef name;
  /// Adds the passes from the source up to here.
  std::function<void(mlir::OpPassManager &)> addPasses;
};

/// The passes of a lowering, in two parts.
struct LoweringPasses {
  /// From the source to host code that launches kernels (`gpu.launch_func`),
  /// and, where the target has images, to these (`gpu.binary`). May be empty.
  mlir::OpPassManager &kernels;
  /// On to the LLVM dialect alone.
  mlir::OpPassManager &host;
};

/// A kind of device as the compiler sees it: its pipelines, its code generator
/// and its format of images. The compiler and the tools know a device's kind by
/// its target alone, so that a new one is a class like this one and a line in
/// `getTargets`. Targets have no state, and any thread may use them.
class Target {
public:
  virtual ~Target() = default;

  /// A short name, such as "ptx".
  virtual llvm::StringRef getName() const = 0;

  /// The kind of devices that run the code.
  virtual runtime::DeviceKind getDeviceKind() const = 0;

  /// Registers the code generator with LLVM; called by `initializeTargets`.
  virtual void initialize() const {}

  /// Sets what `options` leave open to what suits `device`. Error: the device
  /// cannot run what the target generates.
  virtual runtime::Error setDefaults(const runtime::Device &device,
                                     TargetOptions &options) const {
    return runtime::Error::success();
  }

  /// Checks the options on their own. Error: the code generator does not know
  /// the architecture or a feature.
  virtual runtime::Error verifyOptions(const TargetOptions &options) const {
    return runtime::Error::success();
  }

  /// Reports what devices of this kind cannot run, such as a kernel.
  virtual mlir::LogicalResult verifySource(mlir::ModuleOp module) const {
    return mlir::success();
  }

  /// Adds the passes for functions on tensors and buffers.
  virtual void addFunctionPasses(LoweringPasses passes,
                                 const TargetOptions &options) const = 0;

  /// Adds the passes for programs of the matrix VM.
  virtual void addProgramPasses(LoweringPasses passes,
                                mlir::zyn::VMEngine engine,
                                const TargetOptions &options) const = 0;

  /// The named stages that functions, or programs, pass through on their way to
  /// the LLVM dialect.
  virtual llvm::SmallVector<Stage>
  getFunctionStages(const TargetOptions &options) const = 0;
  virtual llvm::SmallVector<Stage>
  getProgramStages(mlir::zyn::VMEngine engine,
                   const TargetOptions &options) const {
    return {};
  }

  /// Whether the work is done by host code, which is then worth optimizing.
  virtual bool optimizesHostCode() const = 0;

  /// Whether code reads a caller's arrays where they are, rather than a copy in
  /// memory that the runtime allocated.
  virtual bool readsArraysInPlace() const { return false; }

  /// The image of the kernels of a module to which the passes `kernels` were
  /// applied. Empty where there is none.
  virtual std::string getImage(mlir::ModuleOp module) const { return {}; }
};

/// All targets.
llvm::ArrayRef<const Target *> getTargets();

/// Registers the code generators of all targets with LLVM, whose table has no
/// lock. Comes before anything is compiled; does nothing the second time.
void initializeTargets();

/// The target for devices of `kind`.
const Target &getTarget(runtime::DeviceKind kind);

/// The entries of the table: the host's processor by way of LLVM, NVIDIA's GPUs
/// by way of PTX, the emulator.
const Target &getHostTarget();
const Target &getPTXTarget();
const Target &getEmulatorTarget();

} // namespace zyn::compiler

#endif // ZYN_TARGET_TARGET_H
