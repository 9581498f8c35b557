//===- Array.h - Results in Python ---------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_ARRAY_H
#define ZYN_PYTHON_ARRAY_H

#include "Context.h"
#include "ElementTypes.h"
#include "Library.h"

#include <optional>
#include <set>
#include <vector>

namespace zyn::python {

/// `zyn.Array`: a result in the memory of a device. Copies share the elements.
class Array {
public:
  Array(Context context, ZynResultRef result)
      : shared(std::make_shared<Elements>(std::move(context), result)) {}

  /// Frees the elements, which belong to the context's main queue, only after
  /// the work that is queued on a stream of another library until then.
  void keepFor(void *stream) const { shared->streams.insert(stream); }

  const Context &context() const { return shared->context; }
  ZynResultRef result() const { return shared->result; }
  ZynElementType element() const { return zynResultGetElementType(result()); }
  std::vector<int64_t> shape() const {
    const int64_t *sizes = zynResultGetShape(result());
    return {sizes, sizes + zynResultGetRank(result())};
  }
  size_t bytes() const;

private:
  struct Elements {
    Elements(Context context, ZynResultRef result)
        : context(std::move(context)), result(result) {}
    ~Elements();
    Elements(const Elements &) = delete;

    const Context context;
    const ZynResultRef result;
    /// The streams of other libraries that use them, guarded by the GIL.
    std::set<void *> streams;
  };

  std::shared_ptr<Elements> shared;
};

/// Returns `array` as an array of `library`, without a copy unless NumPy needs
/// one from a GPU. Returns a `zyn.Array` if the library does not convert them.
/// On a GPU, `stream`, which the library will use the array on, must have been
/// ordered after the work; null if the elements belong to it.
pybind11::object convertTo(const Library &library, const Array &array,
                           std::optional<void *> stream);

/// Whether `convertTo` makes an array that its library uses on the stream of
/// the call, without asking for an order with another one.
bool isOrderedByCall(const Library &library);

void bindArray(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_ARRAY_H
