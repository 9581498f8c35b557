//===- Module.h - Kernels that were loaded ----------------------*- C++ -*-===//
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
  /// The element type, as PTX has it without the dot: "u64", "f32", "b8".
  std::string type;
  /// The parameter's whole size in bytes, arrays included; 0 where it is not
  /// known.
  uint64_t bytes = 0;
};

/// A kernel's name and parameters.
struct KernelSignature {
  std::string name;
  std::vector<KernelParameter> parameters;
};

/// A kernel of a loaded module, ready to launch. Backends derive from it what
/// they launch.
class Kernel {
public:
  virtual ~Kernel();

  KernelSignature signature;
  /// Whether the image said which parameters there are.
  bool hasParameters = true;
  /// The most threads a block can have: the kernel's registers may allow fewer
  /// than the device does.
  int maxThreads = 0;
  /// Shared memory that the kernel declares, in bytes.
  int64_t staticSharedBytes = 0;
};

/// An image that was loaded in one context, as long as which it lives.
/// Thread-safe.
class Module {
public:
  virtual ~Module();

  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// The kernels that the image lists, in its order.
  const std::vector<KernelSignature> &kernels() const { return entries; }

  /// The kernel called `name`; the pointer stays valid as long as the module.
  /// Error: there is none, with the names that there are.
  Expected<Kernel *> find(std::string_view name);

protected:
  explicit Module(std::vector<KernelSignature> entries)
      : entries(std::move(entries)) {}

  /// Prepares a kernel for launches. `entry` is null for a name that the image
  /// does not list.
  virtual Expected<std::unique_ptr<Kernel>>
  prepare(std::string_view name, const KernelSignature *entry) = 0;

  /// The error for a name that there is not.
  Error unknownKernel(std::string_view name) const;

private:
  const std::vector<KernelSignature> entries;
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> found;
};

/// How often a context loaded an image, by where it found it.
struct ModuleStatistics {
  unsigned fromMemory = 0, fromDisk = 0, compiled = 0;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_MODULE_H
