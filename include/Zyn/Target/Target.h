//===- Target.h - Targets of the compiler --------------------- -*- C++ -*-===//
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

/// A named step of a lowering.
struct Stage {
  /// The name of the pipeline, such as "zyn-to-kernel".
  llvm::StringRef name;
  /// Adds the passes from the source up to this step.
  std::function<void(mlir::OpPassManager &)> addPasses;
};

/// The passes of a lowering, in two parts.
struct LoweringPasses {
  /// Lowers the source to host code that launches kernels (`gpu.launch_func`)
  /// and, if the target has images, to images (`gpu.binary`). May be empty.
  mlir::OpPassManager &kernels;
  /// Lowers everything to the LLVM dialect.
  mlir::OpPassManager &host;
};

/// A kind of device from the compiler's point of view: its pipelines, code
/// generator and image format. The compiler and the tools use devices only
/// through their targets, so that a new kind of device is a derived class and
/// an entry in `getTargets`. Targets are stateless and thread-safe.
class Target {
public:
  virtual ~Target() = default;

  /// A short name, such as "ptx".
  virtual llvm::StringRef getName() const = 0;

  /// The kind of devices that run the code.
  virtual runtime::DeviceKind getDeviceKind() const = 0;

  /// The name of these devices for users, without a number, such as "cuda".
  std::string getDeviceName() const;

  /// Registers the code generator with LLVM; called by `initializeTargets`.
  virtual void initialize() const {}

  /// Sets options that are not given to values for `device`. Returns an error
  /// if the device cannot run the code of this target.
  virtual runtime::Error setDefaults(const runtime::Device &device,
                                     TargetOptions &options) const {
    return runtime::Error::success();
  }

  /// Checks the options without a device. Returns an error if the code
  /// generator does not support the architecture or a feature.
  virtual runtime::Error verifyOptions(const TargetOptions &options) const {
    return runtime::Error::success();
  }

  /// Emits an error for ops that devices of this kind cannot run, such as
  /// launches of kernels.
  virtual mlir::LogicalResult verifySource(mlir::ModuleOp module) const {
    return mlir::success();
  }

  /// Adds the passes for functions on tensors and buffers.
  virtual void addFunctionPasses(LoweringPasses passes,
                                 const TargetOptions &options) const = 0;

  /// Adds the passes that give functions on tensors and buffers the form that C
  /// programs call: results in buffers, and workspaces, become arguments.
  virtual void addCSignaturePasses(mlir::OpPassManager &manager,
                                   const TargetOptions &options) const = 0;

  /// Adds the passes from there to the LLVM dialect.
  virtual void addCFunctionPasses(mlir::OpPassManager &manager,
                                  const TargetOptions &options) const = 0;

  /// Adds the passes for programs of the matrix VM.
  virtual void addProgramPasses(LoweringPasses passes,
                                mlir::zyn::VMEngine engine,
                                const TargetOptions &options) const = 0;

  /// Adds the passes for instances (the `instance` dialect).
  virtual void addInstancePasses(LoweringPasses passes,
                                 const TargetOptions &options) const = 0;

  /// Returns the named stages of the lowering of functions, or programs, to the
  /// LLVM dialect.
  virtual llvm::SmallVector<Stage>
  getFunctionStages(const TargetOptions &options) const = 0;
  virtual llvm::SmallVector<Stage>
  getProgramStages(mlir::zyn::VMEngine engine,
                   const TargetOptions &options) const {
    return {};
  }

  /// Whether host code launches kernels, for which it needs the runtime.
  virtual bool launchesKernels() const { return true; }

  /// Whether host code does the computation and should therefore be optimized.
  virtual bool optimizesHostCode() const = 0;

  /// Whether kernels have tiles that `tune` can measure.
  virtual bool hasMeasurableTiles() const { return false; }

  /// Whether code reads a caller's arrays in place instead of a copy in memory
  /// that the runtime allocated.
  virtual bool readsArraysInPlace() const { return false; }

  /// Returns the image of the kernels of a module after the passes `kernels`,
  /// or an empty string if there is none.
  virtual std::string getImage(mlir::ModuleOp module) const { return {}; }
};

/// Returns all targets.
llvm::ArrayRef<const Target *> getTargets();

/// Registers the code generators of all targets with LLVM, whose registry is
/// not thread-safe. Must be called before anything is compiled; further calls
/// have no effect.
void initializeTargets();

/// Returns the target for devices of `kind`.
const Target &getTarget(runtime::DeviceKind kind);

/// Returns the target for devices that users call `name`, whether or not this
/// machine has one. Error: "unknown device 'gpu': expected cpu, cuda or
/// emulate".
runtime::Expected<const Target *> findTarget(llvm::StringRef name);

/// Return the individual targets: the host's processor (through LLVM), NVIDIA's
/// GPUs (through PTX), and the emulator.
const Target &getHostTarget();
const Target &getPTXTarget();
const Target &getEmulatorTarget();

} // namespace zyn::compiler

#endif // ZYN_TARGET_TARGET_H
