//===- ModuleCache.cpp - Loaded modules by content ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleCache.h"

#include "CompilerOptions.h"
#include "PrintRing.h"
#include "Zyn/Runtime/PTXEntries.h"

#include <algorithm>
#include <cstring>

using namespace zyn::runtime;

Hash128 ModuleCache::key(const Image &image) const {
  // The seed has everything else that the machine code depends on; the low half
  // must change whenever compilation changes.
  Hash128 seed;
  seed.low = 0x7a796e2070747802; // "zyn ptx", 2
  seed.high = static_cast<uint64_t>(driver.version) << 32 |
              device.capabilityMajor << 16 | device.capabilityMinor;
  Hash128 hash = image.hash ? *image.hash : hashImage(image.bytes);
  return sipHash128(&hash, sizeof(hash), seed);
}

/// Returns a number that is the same for equal images, from a few of their
/// bytes. Comparing two images takes a fiftieth of the time of hashing one.
static uint64_t fingerprint(std::string_view bytes) {
  constexpr size_t numWords = 16;
  uint64_t result = bytes.size(), word;
  for (size_t i = 0; i < numWords && bytes.size() >= sizeof(word); ++i) {
    size_t offset = (bytes.size() - sizeof(word)) * i / (numWords - 1);
    std::memcpy(&word, bytes.data() + offset, sizeof(word));
    result = (result ^ word) * 0x9e3779b97f4a7c15; // 2^64 / the golden ratio
    result ^= result >> 32;
  }
  return result;
}

Module *ModuleCache::find(const Image &image) {
  if (image.hash)
    if (auto known = byHash.find(*image.hash); known != byHash.end())
      return known->second;
  auto [begin, end] = index.equal_range(fingerprint(image.bytes));
  for (auto known = begin; known != end; ++known) {
    if (known->second->bytes != image.bytes)
      continue;
    Module *module = known->second->module.get();
    if (image.hash)
      byHash.emplace(*image.hash, module);
    return module;
  }
  return nullptr;
}

Expected<Module *> ModuleCache::load(const Image &image) {
  // Held while compiling, so that another thread that loads the same image
  // waits instead of compiling it again.
  std::lock_guard<std::mutex> lock(mutex);
  if (Module *known = find(image)) {
    ++counts.fromMemory;
    return known;
  }

  bool isPTX = image.format == formats::ptx;
  Expected<cu::Module> handle = isPTX ? loadPTX(image.bytes, key(image))
                                      : loadBinary(std::string(image.bytes));
  if (!handle)
    return handle.takeError();
  if (prints && PrintRing::isUsedBy(image.bytes))
    if (Error error = prints->attach(*handle)) {
      (void)driver.moduleUnload(*handle);
      return error;
    }
  auto module = std::make_unique<CudaModule>(
      driver, *handle,
      isPTX ? parsePTXEntries(image.bytes) : std::vector<KernelSignature>(),
      /*listsAll=*/isPTX);
  loaded.push_back({std::string(image.bytes), std::move(module)});
  Module *added = loaded.back().module.get();
  index.emplace(fingerprint(image.bytes), &loaded.back());
  if (image.hash)
    byHash.emplace(*image.hash, added);
  return added;
}

ModuleStatistics ModuleCache::statistics() const {
  std::lock_guard<std::mutex> lock(mutex);
  return counts;
}

std::vector<zyn::Diagnostic> ModuleCache::diagnostics() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Diagnostic> remarks;
  for (const LoadedImage &image : loaded)
    for (const Kernel *kernel : image.module->foundKernels())
      if (kernel->spillsByLimit())
        remarks.push_back(
            {Severity::Remark,
             {device.label()},
             "kernel '" + kernel->signature.name + "' spills: a thread has " +
                 std::to_string(kernel->localBytes) +
                 " bytes of local memory, since its registers are limited to " +
                 std::to_string(kernel->signature.maxRegisters),
             {}});
  return remarks;
}

Expected<cu::Module> ModuleCache::loadPTX(std::string_view ptx, Hash128 hash) {
  // The driver compiles what it links as one of several units, in which it
  // ignores `setmaxnreg`, so that warpgroups spill.
  if (ptx.find("setmaxnreg") != std::string_view::npos)
    return loadWhole(ptx);
  Expected<cu::Module> handle = loadFromDisk(hash);
  if (handle) {
    ++counts.fromDisk;
    return handle;
  }
  Expected<std::string> binary = compile(ptx);
  if (!binary)
    return binary.takeError();
  handle = loadBinary(*binary);
  if (!handle)
    return handle;
  disk.write(hash, *binary);
  ++counts.compiled;
  return handle;
}

Expected<cu::Module> ModuleCache::loadWhole(std::string_view ptx) {
  CompilerOptions options(driver, ptx);
  Expected<cu::Module> handle = loadBinary(std::string(ptx), options);
  if (handle) {
    ++counts.compiled;
    return handle;
  }
  // Only linking returns a log.
  Expected<std::string> linked = compile(ptx);
  return linked ? std::move(handle) : linked.takeError();
}

Expected<cu::Module> ModuleCache::loadFromDisk(Hash128 hash) {
  std::optional<std::string> binary = disk.read(hash);
  if (!binary)
    return Error("not in the cache");
  Expected<cu::Module> handle = loadBinary(*binary);
  // Intact, but rejected by this driver: recompile.
  if (!handle)
    disk.remove(hash);
  return handle;
}

Expected<cu::Module> ModuleCache::loadBinary(const std::string &binary,
                                             CompilerOptions options) const {
  cu::Module handle = nullptr;
  if (Error error = driver.check(
          driver.moduleLoadDataEx(&handle, binary.data(), options.size(),
                                  options.names(), options.values()),
          "loading a module"))
    return error;
  return handle;
}

/// Returns the first lines of the driver's log as one line.
static std::string firstLines(std::string_view log) {
  std::string text;
  for (int line = 0; line < 3 && !log.empty(); ++line) {
    size_t end = std::min(log.find('\n'), log.size());
    if (end > 0)
      text += (text.empty() ? "" : "; ") + std::string(log.substr(0, end));
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return text;
}

Expected<std::string> ModuleCache::compile(std::string_view ptx) const {
  char log[4096] = "";
  CompilerOptions options(driver, ptx);
  options.add(cu::jitErrorLogBuffer, reinterpret_cast<intptr_t>(log));
  options.add(cu::jitErrorLogBufferSizeBytes, sizeof(log));
  if (int registers = parseFunctionRegisters(ptx))
    options.add(cu::jitMaxRegisters, registers);
  cu::LinkState link = nullptr;
  if (Error error =
          driver.check(driver.linkCreate(options.size(), options.names(),
                                         options.values(), &link),
                       "starting the PTX compiler"))
    return error;

  // The driver expects a terminating zero, included in the size.
  std::string text(ptx);
  void *binary = nullptr;
  size_t size = 0;
  cu::Result result =
      driver.linkAddData(link, cu::jitInputPTX, text.data(), text.size() + 1,
                         "zyn", 0, nullptr, nullptr);
  if (result == cu::success)
    result = driver.linkComplete(link, &binary, &size);
  Error error = driver.check(result, "compiling PTX");
  std::string copy;
  if (!error)
    copy.assign(static_cast<const char *>(binary), size);
  (void)driver.linkDestroy(link);
  if (!error)
    return copy;
  // Bounded because an old driver may fill the buffer without a terminating
  // zero.
  std::string lines = firstLines(
      std::string_view(log, std::find(log, log + sizeof(log), '\0') - log));
  return lines.empty() ? std::move(error)
                       : Error(error.message() + ": " + lines);
}
