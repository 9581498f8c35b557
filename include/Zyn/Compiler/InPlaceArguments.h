//===- InPlaceArguments.h - Arrays in memory of the caller ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_INPLACEARGUMENTS_H
#define ZYN_COMPILER_INPLACEARGUMENTS_H

#include "Zyn/Compiler/Arguments.h"
#include "Zyn/Runtime/Context.h"

namespace zyn::compiler {

/// An array in row-major order in memory of the caller.
struct ArrayView {
  runtime::ElementType type = runtime::ElementType::F32;
  /// The sizes, which are the caller's, too, and their number.
  const int64_t *sizes = nullptr;
  size_t rank = 0;
  void *elements = nullptr;
  /// Whether the elements are in the memory of the context's device, rather
  /// than in that of the host.
  bool isOnDevice = false;
};

/// An argument of a call on memory of the caller: an array or a number.
struct InPlaceArgument {
  InPlaceArgument() = default;
  InPlaceArgument(ArrayView array) : array(array) {}
  InPlaceArgument(Number number) : number(number) {}

  std::optional<ArrayView> array;
  /// The value if there is no array.
  Number number;
};

/// Checks that `argument` has the type of the argument at `position` of
/// `signature`. Unlike for `convertArgument`, arrays of rank 0 and numbers are
/// different.
runtime::Error checkArgument(const Signature &signature, size_t position,
                             const InPlaceArgument &argument);

/// The same for an array that the result at `position` is written to.
runtime::Error checkOutput(const Signature &signature, size_t position,
                           const ArrayView &output);

/// A result in the memory of a context's device, in row-major order. Copies
/// share the same elements, which are freed with the last of them, after the
/// work queued until then on the stream that it belongs to. It must not outlive
/// its context.
class DeviceArray {
public:
  runtime::ElementType type() const { return elementType; }
  const std::vector<int64_t> &shape() const { return sizes; }
  void *elements() const { return begin; }

private:
  friend class CallResults;
  DeviceArray(runtime::ElementType type, std::vector<int64_t> shape,
              std::shared_ptr<void> memory, void *begin)
      : elementType(type), sizes(std::move(shape)), memory(std::move(memory)),
        begin(begin) {}

  runtime::ElementType elementType;
  std::vector<int64_t> sizes;
  std::shared_ptr<void> memory;
  void *begin;
};

/// How a call uses streams and memory of the caller.
struct InPlaceOptions {
  /// The stream of the context that the work is queued on, and that results
  /// belong to; null is the main one.
  runtime::Stream *stream = nullptr;
  /// Arrays that the results are written to, one for each; none if empty.
  std::vector<ArrayView> outputs;
};

/// A result of a call on memory of the caller: an array or a number.
struct Result {
  std::optional<DeviceArray> array;
  /// The value if there is no array.
  Number number;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_INPLACEARGUMENTS_H
