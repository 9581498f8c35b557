//===- Module.h - Loaded modules and their kernels --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_MODULE_H
#define ZYN_RUNTIME_MODULE_H

#include "Zyn/Runtime/Error.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace zyn::runtime {

/// One parameter of a kernel, as far as its image describes it.
struct KernelParameter {
  /// The name in PTX; empty if it has none.
  std::string name;
  /// The element type in PTX, without the dot: "u64", "f32", "b8".
  std::string type;
  /// The total size of the parameter in bytes, including arrays; 0 if unknown.
  uint64_t bytes = 0;
};

/// A kernel's name and parameters, and what else its image declares.
struct KernelSignature {
  std::string name;
  std::vector<KernelParameter> parameters;
  /// The maximum number of registers of a thread (`.maxnreg`); 0 if there is
  /// none.
  int maxRegisters = 0;
  /// Whether threads have variables in local memory.
  bool hasLocalVariables = false;
  /// Whether it waits for the kernels before it itself, so that it may be
  /// started while they run (`griddepcontrol.wait`).
  bool waitsForKernels = false;
};

/// A kernel of a loaded module, ready to launch. Backends derive their own
/// classes from it.
class Kernel {
public:
  virtual ~Kernel();

  KernelSignature signature;
  /// Whether the image declares the parameters.
  bool hasParameters = true;
  /// The maximum number of threads in a block; the kernel's register usage may
  /// allow fewer than the device does.
  int maxThreads = 0;
  /// The shared memory that the kernel declares, in bytes.
  int64_t staticSharedBytes = 0;
  /// The local memory of a thread in bytes: variables, and values that do not
  /// fit into registers.
  int64_t localBytes = 0;

  /// Whether values are in local memory because of the maximum number of
  /// registers.
  bool spillsByLimit() const {
    return signature.maxRegisters > 0 && localBytes > 0 &&
           !signature.hasLocalVariables;
  }
};

/// An image that was loaded in a context. It lives as long as the context.
/// Thread-safe.
class Module {
public:
  virtual ~Module();

  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// The kernels that the image lists, in order.
  const std::vector<KernelSignature> &kernels() const { return entries; }

  /// Returns the kernel called `name`; the pointer stays valid as long as the
  /// module. Error: there is none; the message lists the existing names.
  Expected<Kernel *> find(std::string_view name);

  /// Returns the kernels that `find` has returned so far, by name.
  std::vector<const Kernel *> foundKernels();

protected:
  explicit Module(std::vector<KernelSignature> entries)
      : entries(std::move(entries)) {}

  /// Prepares a kernel for launches. `entry` is null if the image does not list
  /// the name.
  virtual Expected<std::unique_ptr<Kernel>>
  prepare(std::string_view name, const KernelSignature *entry) = 0;

  /// Returns the error for a name that does not exist.
  Error unknownKernel(std::string_view name) const;

private:
  const std::vector<KernelSignature> entries;
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> found;
};

/// How many images a context has loaded, by where it found them.
struct ModuleStatistics {
  unsigned fromMemory = 0, fromDisk = 0, compiled = 0;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_MODULE_H
