//===- Error.h - Errors as values -------------------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is built without exceptions. A function that can fail returns an
// `Error` (empty on success) or an `Expected<T>` (a value, or else an Error).
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_ERROR_H
#define ZYN_RUNTIME_ERROR_H

#include "Zyn/Support/Diagnostic.h"

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zyn::runtime {

/// Success, or a message of one line that says what is wrong and what was
/// expected. Like `llvm::Error`, it converts to true if there is a failure.
class [[nodiscard]] Error {
public:
  Error() = default;
  explicit Error(std::string message)
      : failure(std::make_unique<Failure>(Failure{std::move(message), {}})) {}
  /// A failure with source locations: the compiler's errors, or the emulator's
  /// findings. There must be at least one.
  explicit Error(std::vector<Diagnostic> diagnostics)
      : failure(std::make_unique<Failure>(
            Failure{toText(diagnostics), std::move(diagnostics)})) {}
  explicit Error(Diagnostic diagnostic)
      : Error(std::vector<Diagnostic>{std::move(diagnostic)}) {}

  static Error success() { return Error(); }

  /// A failure at "file:line:column", or in a file as a whole.
  static Error at(std::string_view location, std::string message) {
    return Error(Diagnostic{Severity::Error,
                            SourceLocation::parse(location),
                            std::move(message),
                            {}});
  }

  /// Builds a failure from a printf format.
  static Error format(const char *format, ...)
      __attribute__((format(printf, 1, 2)));

  explicit operator bool() const { return failure != nullptr; }

  /// The message; for diagnostics, their text; empty on success.
  const std::string &message() const;

  /// The diagnostics of the failure; empty if it only has a message.
  const std::vector<Diagnostic> &diagnostics() const;

private:
  struct Failure {
    std::string text;
    std::vector<Diagnostic> diagnostics;
  };
  // Success is a null pointer, so that it costs nothing on hot paths.
  std::unique_ptr<Failure> failure;
};

/// A `T`, or the Error that prevented it. Converts to true if there is a value.
template <typename T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : value(std::move(value)) {}
  Expected(Error error) : error(std::move(error)) {
    assert(this->error && "an Expected without a value needs a failure");
  }

  explicit operator bool() const { return value.has_value(); }
  T &operator*() & { return *value; }
  const T &operator*() const & { return *value; }
  // By value: a reference into the temporary Expected would dangle.
  T operator*() && { return std::move(*value); }
  T *operator->() { return &*value; }
  const T *operator->() const { return &*value; }

  /// The failure, or success if there is a value.
  Error takeError() { return std::move(error); }

private:
  std::optional<T> value;
  Error error;
};

} // namespace zyn::runtime

#endif // ZYN_RUNTIME_ERROR_H
