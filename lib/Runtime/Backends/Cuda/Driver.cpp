//===- Driver.cpp - The CUDA driver, loaded at run time -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>

using namespace zyn::runtime;

Error Driver::failure(cu::Result result, const char *doing) const {
  const char *text = nullptr, *name = nullptr;
  if (getErrorString(result, &text) != cu::success || !text)
    text = "unknown error";
  if (getErrorName(result, &name) != cu::success || !name)
    name = "no name";
  return Error::format("cuda: %s: %s (%s, %d)", doing, text, name, result);
}

namespace {
/// The result of loading one library: a driver, or why there is none.
struct LoadedDriver {
  Driver driver;
  std::string failure;
};
} // namespace

static std::string load(const std::string &path, Driver &driver) {
  void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return "no CUDA driver found: " + path + " could not be loaded";
#define ZYN_RESOLVE(member, symbol, parameters)                                \
  driver.member =                                                              \
      reinterpret_cast<decltype(driver.member)>(::dlsym(library, #symbol));    \
  if (!driver.member)                                                          \
    return "the CUDA driver " + path + " is too old: it has no " #symbol;
  ZYN_CUDA_DRIVER_FUNCTIONS(ZYN_RESOLVE)
#undef ZYN_RESOLVE
#define ZYN_RESOLVE_OPTIONAL(member, symbol, parameters)                       \
  driver.member =                                                              \
      reinterpret_cast<decltype(driver.member)>(::dlsym(library, #symbol));
  ZYN_CUDA_NEWER_DRIVER_FUNCTIONS(ZYN_RESOLVE_OPTIONAL)
#undef ZYN_RESOLVE_OPTIONAL
  if (Error error = driver.check(driver.init(0), "initializing the driver"))
    return error.message();
  if (Error error = driver.check(driver.driverGetVersion(&driver.version),
                                 "querying the driver's version"))
    return error.message();
  return "";
}

Expected<const Driver *> Driver::get() {
  // One entry per path, never removed: function pointers stay valid until exit.
  static std::mutex mutex;
  static std::map<std::string, LoadedDriver> *drivers =
      new std::map<std::string, LoadedDriver>();

  const char *path = std::getenv("ZYN_CUDA_DRIVER");
  if (!path || !*path)
    path = "libcuda.so.1";
  std::lock_guard<std::mutex> lock(mutex);
  auto [entry, isNew] = drivers->try_emplace(path);
  LoadedDriver &loaded = entry->second;
  if (isNew)
    loaded.failure = load(path, loaded.driver);
  if (!loaded.failure.empty())
    return Error(loaded.failure);
  return &loaded.driver;
}
