//===- ModuleCache.h - PTX text to loaded modules ---------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_MODULECACHE_H
#define ZYN_RUNTIME_MODULECACHE_H

#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/DiskCache.h"
#include "Zyn/Runtime/Driver.h"
#include "Zyn/Runtime/PTXEntries.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace zyn::runtime {

/// A kernel of a loaded module, ready to launch.
struct Kernel {
  KernelSignature signature;
  cu::Function function = nullptr;
  /// The most threads a block can have: the kernel's registers may allow fewer
  /// than the device does.
  int maxThreads = 0;
  /// Shared memory that the kernel declares, in bytes.
  int staticSharedBytes = 0;
  /// The dynamic shared memory that launches may use so far, in bytes.
  std::atomic<int> dynamicSharedAllowed{0};
};

class PrintRing;

/// A module on one CUDA device. Thread-safe.
class Module {
public:
  Module(const Driver &driver, cu::Module handle,
         std::vector<KernelSignature> entries)
      : driver(driver), handle(handle), entries(std::move(entries)) {}

  /// Unloads it; the device's context has to be current.
  ~Module();

  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// All kernels, in the text's order.
  const std::vector<KernelSignature> &kernels() const { return entries; }

  /// The kernel called `name`; the pointer stays valid as long as the module.
  /// Error: there is none, with the names that there are.
  Expected<Kernel *> find(std::string_view name);

private:
  const Driver &driver;
  const cu::Module handle;
  const std::vector<KernelSignature> entries;
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> found;
};

/// Loaded modules by the content of their PTX text, in memory and, as the
/// machine code that the driver made of them, on disk. The key is the text, the
/// driver's version and the device's capability. Thread-safe; the device's
/// context has to be current.
class ModuleCache {
public:
  /// Modules that print are told of `prints`, where there is one.
  ModuleCache(const Driver &driver, const Device &device, DiskCache disk,
              PrintRing *prints = nullptr)
      : driver(driver), device(device), disk(std::move(disk)), prints(prints) {}

  /// How often `load` was answered from where.
  struct Counts {
    unsigned fromMemory = 0, fromDisk = 0, compiled = 0;
  };

  /// The module of `ptx`, which need not end with a zero. Error: the driver
  /// refuses the text, with the first lines of its log.
  Expected<Module *> load(std::string_view ptx);

  Counts counts() const;

  /// The key of `ptx` on this device.
  Hash128 key(std::string_view ptx) const;

private:
  Expected<cu::Module> loadFromDisk(Hash128 key);
  Expected<std::string> compile(std::string_view ptx) const;
  Expected<cu::Module> loadBinary(const std::string &binary) const;

  const Driver &driver;
  const Device device;
  const DiskCache disk;
  PrintRing *const prints;
  mutable std::mutex mutex;
  std::map<Hash128, std::unique_ptr<Module>> modules;
  Counts answered;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_MODULECACHE_H
