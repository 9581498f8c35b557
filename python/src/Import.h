//===- Import.h - Arrays of other libraries ------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_IMPORT_H
#define ZYN_PYTHON_IMPORT_H

#include "Context.h"
#include "ElementTypes.h"
#include "Library.h"

#include <algorithm>
#include <array>
#include <memory_resource>
#include <vector>

namespace zyn::python {

/// The sizes of an array. Those of most arrays need no allocation.
class Shape {
public:
  template <typename Size>
  void assign(const Size *sizes, size_t rank) {
    count = rank;
    if (rank > few.size())
      many.assign(sizes, sizes + rank);
    else
      std::copy_n(sizes, rank, few.data());
  }

  size_t size() const { return count; }
  const int64_t *data() const {
    return count > few.size() ? many.data() : few.data();
  }
  const int64_t *begin() const { return data(); }
  const int64_t *end() const { return data() + count; }

private:
  size_t count = 0;
  std::array<int64_t, 4> few;
  std::vector<int64_t> many;
};

/// An array of another library, in row-major order.
struct ForeignArray {
  ZynElementType element;
  Shape shape;
  void *elements;
  bool isOnGPU = false;
  int ordinal = 0;
  bool isReadOnly = false;
  const Library *library;
  /// Keeps the elements alive.
  pybind11::object owner;
  /// The stream that last uses the elements, if the array itself tells; null is
  /// the default one of the driver.
  std::optional<void *> stream;

  std::string device() const {
    return isOnGPU ? "cuda:" + std::to_string(ordinal) : "cpu";
  }

  /// Whether a call on the device of `context` can use the elements, or copies
  /// them: NumPy has no other devices, so that copying to one is what is meant.
  bool isUsableOn(const Context &context) const {
    if (isOnGPU)
      return context.isGPU() && ordinal == context.ordinal();
    return !context.isGPU() || library->isNumPy;
  }
};

/// The stream of other libraries that a call on a GPU is ordered with.
class CallStream {
public:
  /// `given` is the number of a stream, or None or null for that of the first
  /// array on a GPU. Throws TypeError or ValueError for anything else.
  explicit CallStream(const pybind11::object &given);

  /// Chooses the stream of `array` if it is the first array on a GPU.
  void chooseFor(const ForeignArray &array);
  /// The same for an array of `library` on GPU `ordinal` that does not tell a
  /// stream itself.
  void chooseFor(const Library &library, int ordinal);

  bool isChosen() const { return chosen.has_value(); }
  void *get() const { return *chosen; }

  /// Whether the stream is, or would be, the current one of `library`, so that
  /// the work on its arrays is on it.
  bool isOrderedBy(const Library &library) const;

  /// Returns the argument of `__dlpack__` that makes the stream wait for the
  /// work on an array of `library`.
  int64_t numberFor(const Library &library) const;

private:
  std::optional<void *> chosen;
  /// The library whose current stream it is, or null.
  const Library *library = nullptr;
};

/// Orders a call on `context`, or a launch, with a stream of another library:
/// it waits for the work on the stream so far, and later work waits for it,
/// also if it fails and has queued only some of its work. Work that is queued
/// on the stream itself needs no events.
class StreamOrder {
public:
  /// Uses the context's main queue unless `mayAdopt` is set. Throws
  /// `zyn.Error`.
  StreamOrder(const Context &context, const CallStream &stream, bool mayAdopt);
  ~StreamOrder() { zynErrorDestroy(end()); }
  StreamOrder(const StreamOrder &) = delete;

  /// The queue of the work; null is the main one of the context.
  ZynStreamRef queue() const { return adopted; }

  /// Waits for the stream that an array itself tells, if that is another one.
  void waitFor(const ForeignArray &array) const;

  /// Makes the stream wait. Has no effect when it is called again.
  ZynErrorRef end();

private:
  const Context &context;
  const CallStream &stream;
  ZynStreamRef adopted = nullptr;
  bool hasEnded = false;
};

/// Whether `object` is an array of a library: one of NumPy, or one that has
/// `__dlpack__` or `__cuda_array_interface__`.
bool isArray(pybind11::handle object);

/// "an object of type 'str'".
std::string describeType(pybind11::handle object);

/// What messages call an array, which is rarely needed.
class ArrayName {
public:
  /// "argument #0 of 'f'".
  virtual std::string str() const = 0;

protected:
  ~ArrayName() = default;
};

/// Reads `object`, which messages call `name`, and makes `stream` wait for the
/// work on it if its library can. Arrays of
/// NumPy that are not contiguous are copied if `mayCopy` is set. Throws
/// `zyn.Error` for others that are not contiguous, and for types and devices
/// that Zyn does not have.
ForeignArray importArray(pybind11::handle object, const ArrayName &name,
                         bool mayCopy, CallStream &stream);

/// Returns a tensor of PyTorch that records gradients as one that does not, and
/// other objects as they are.
pybind11::object withoutGradients(pybind11::handle object);

/// The elements of an array on a GPU.
struct DeviceMemory {
  void *begin;
  uint64_t bytes;
  int ordinal;
};

/// Reads an array that its library describes in C, as far as a launch needs it.
/// Returns nothing for others, and for those that `importArray` rejects, but
/// for tensors that record gradients.
std::optional<DeviceMemory> readDeviceMemory(pybind11::handle object,
                                             CallStream &stream);

/// Memory for what a call needs until it returns. That of most calls needs no
/// allocation.
class CallMemory {
public:
  std::pmr::memory_resource *get() { return &resource; }

private:
  std::byte buffer[2048];
  std::pmr::monotonic_buffer_resource resource{buffer, sizeof(buffer)};
};

} // namespace zyn::python

#endif // ZYN_PYTHON_IMPORT_H
