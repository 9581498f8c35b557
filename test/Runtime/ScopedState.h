//===- ScopedState.h - Variables and folders of a test ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_RUNTIME_SCOPEDSTATE_H
#define ZYN_TEST_RUNTIME_SCOPEDSTATE_H

#include <cstdlib>
#include <filesystem>
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

#endif // ZYN_TEST_RUNTIME_SCOPEDSTATE_H
