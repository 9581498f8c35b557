//===- TestSupport.h - Fixtures for tests -----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_RUNTIME_TESTSUPPORT_H
#define ZYN_TEST_RUNTIME_TESTSUPPORT_H

#include "FakeDriver.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <unistd.h>

/// Sets an environment variable within a scope; null removes it.
class ScopedVariable {
public:
  ScopedVariable(std::string name, const char *value) : name(std::move(name)) {
    if (const char *old = std::getenv(this->name.c_str()))
      previous = old;
    set(value);
  }
  ~ScopedVariable() { set(previous ? previous->c_str() : nullptr); }

  ScopedVariable(const ScopedVariable &) = delete;
  ScopedVariable &operator=(const ScopedVariable &) = delete;

private:
  void set(const char *value) {
    if (value)
      ::setenv(name.c_str(), value, 1);
    else
      ::unsetenv(name.c_str());
  }

  std::string name;
  std::optional<std::string> previous;
};

/// An empty folder that is deleted with its contents at the end of the scope.
class ScopedFolder {
public:
  ScopedFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "zynrt.XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
  }
  ~ScopedFolder() { std::filesystem::remove_all(folder); }

  ScopedFolder(const ScopedFolder &) = delete;
  ScopedFolder &operator=(const ScopedFolder &) = delete;

  const std::string &path() const { return folder; }
  std::string file(const std::string &name) const {
    return folder + "/" + name;
  }
  size_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }

private:
  std::string folder;
};

inline std::string contentsOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

inline void makeFile(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Runs tests with the fake driver, an empty cache folder and default settings.
class FakeDriverTest : public testing::Test {
protected:
  FakeDriverTest() {
    void *library = ::dlopen(ZYN_FAKE_DRIVER, RTLD_NOW);
    if (!library) {
      std::fprintf(stderr,
                   "error: expected the fake driver, %s; without it, "
                   "only --gtest_filter='GPUTest.*' runs\n",
                   ::dlerror());
      std::exit(1);
    }
    fake = reinterpret_cast<FakeDriver *(*)()>(
        ::dlsym(library, "zynFakeDriver"))();
    fake->deviceCount = 1;
    fake->memoryBytes = uint64_t(1) << 30;
    fake->localBytes = 0;
  }

  FakeDriver *fake;
  ScopedFolder cache;
  ScopedVariable driver{"ZYN_CUDA_DRIVER", ZYN_FAKE_DRIVER};
  ScopedVariable folder{"ZYN_CACHE_DIR", cache.path().c_str()};
  ScopedVariable limit{"ZYN_MEMORY_LIMIT", nullptr};
  ScopedVariable threads{"ZYN_THREADS", "4"};
};

#endif // ZYN_TEST_RUNTIME_TESTSUPPORT_H
