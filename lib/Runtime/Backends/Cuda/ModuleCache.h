//===- ModuleCache.h - Loaded modules by content ----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_MODULECACHE_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_MODULECACHE_H

#include "CompilerOptions.h"
#include "CudaModule.h"
#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/DiskCache.h"
#include "Zyn/Runtime/Image.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace zyn::runtime {

class PrintRing;

/// Caches loaded modules by the content of their images in memory, and the
/// machine code that the driver compiled from PTX on disk. In memory, images
/// are found by their hashes, or compared if these are not known; on disk, the
/// key is a hash of the image, the driver's version and the device's compute
/// capability. Thread-safe; the device's context must be current.
class ModuleCache {
public:
  /// Attaches modules that print to `prints`, if it is not null.
  ModuleCache(const Driver &driver, const Device &device, DiskCache disk,
              PrintRing *prints = nullptr)
      : driver(driver), device(device), disk(std::move(disk)), prints(prints) {}

  /// Returns the module of an image, which is PTX text or a cubin. Error: the
  /// driver's, with the first lines of its log.
  Expected<Module *> load(const Image &image);

  ModuleStatistics statistics() const;

  /// Returns a remark for each kernel that has been looked up and spills
  /// registers because of its limit.
  std::vector<Diagnostic> diagnostics() const;

  /// Returns the key on disk of an image for this device.
  Hash128 key(const Image &image) const;

private:
  struct LoadedImage {
    std::string bytes;
    std::unique_ptr<Module> module;
  };

  /// Returns the module of an image that is loaded, or null.
  Module *find(const Image &image);

  Expected<cu::Module> loadPTX(std::string_view ptx, Hash128 key);
  /// Lets the driver compile the image as a whole, and keep the result in a
  /// cache of its own.
  Expected<cu::Module> loadWhole(std::string_view ptx);
  Expected<cu::Module> loadFromDisk(Hash128 key);
  Expected<std::string> compile(std::string_view ptx) const;
  Expected<cu::Module> loadBinary(const std::string &binary,
                                  CompilerOptions options = {}) const;

  const Driver &driver;
  const Device device;
  const DiskCache disk;
  PrintRing *const prints;
  mutable std::mutex mutex;
  std::deque<LoadedImage> loaded;
  /// The loaded images by their fingerprints.
  std::unordered_multimap<uint64_t, const LoadedImage *> index;
  /// The modules of images whose hashes are known.
  std::map<Hash128, Module *> byHash;
  ModuleStatistics counts;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_MODULECACHE_H
