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

#include <set>
#include <vector>

namespace zyn::python {

/// `zyn.Array`: a result in the memory of a device.
struct Array {
  Array(Context context, ZynResultRef result);

  /// Frees the elements only after the work that is queued on a stream of
  /// another library until then.
  void keepFor(void *stream) const { streams->insert(stream); }

  ZynElementType element() const {
    return zynResultGetElementType(result.get());
  }
  std::vector<int64_t> shape() const {
    const int64_t *sizes = zynResultGetShape(result.get());
    return {sizes, sizes + zynResultGetRank(result.get())};
  }
  size_t bytes() const;

  Context context;
  /// The streams of other libraries that use the elements, guarded by the GIL.
  std::shared_ptr<std::set<void *>> streams;
  Shared<ZynResultRef> result;
};

/// Returns `array` as an array of `library`, without a copy unless NumPy needs
/// one from a GPU. Returns a `zyn.Array` if the library does not convert them.
/// On a GPU, `stream`, which the library will use the array on, must have been
/// ordered after the work.
pybind11::object convertTo(const Library &library, const Array &array,
                           void *stream);

void bindArray(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_ARRAY_H
