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
#include "ScopedState.h"

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
