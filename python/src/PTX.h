//===- PTX.h - Kernels of PTX in Python ----------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_PTX_H
#define ZYN_PYTHON_PTX_H

#include "Context.h"
#include "Zyn-c/PTX.h"

#include <memory>
#include <optional>
#include <vector>

namespace zyn::python {

/// `zyn.PTX`: PTX for a GPU, which is only opened by the first launch.
struct PTX {
  Shared<ZynPTXRef> handle;
  std::string name, device;
};

/// What a launch has to know of a parameter.
struct ParameterForm {
  size_t bytes;
  /// The type of the number that it is, if there is one of its size.
  std::optional<ZynElementType> element;
  /// Whether the number may also be a float: a type such as "b32".
  bool isUntyped;
  /// Whether it is the address of an array.
  bool takesArray;
};

/// `zyn.PTXKernel`: one of its kernels.
class PTXKernel {
public:
  PTXKernel(PTX ptx, size_t index);

  ZynPTXRef source() const { return ptx.handle.get(); }
  std::string name() const {
    return toString(zynPTXGetKernelName(source(), index));
  }
  size_t numParameters() const { return forms->size(); }
  ZynKernelParameter parameter(size_t i) const {
    return zynPTXGetParameter(source(), index, i);
  }
  const ParameterForm &form(size_t i) const { return (*forms)[i]; }
  /// "parameter #1 'n' of kernel 'k'".
  std::string describeParameter(size_t i) const;

  /// Opens the device and loads the kernel, if that has not been done. Throws
  /// `zyn.Error`.
  void load();

  /// What `load` has set.
  const Context &context() const { return *loaded->context; }
  ZynKernelRef handle() const { return loaded->handle.get(); }

private:
  struct Loaded {
    std::optional<Context> context;
    Shared<ZynKernelRef> handle;
  };

  PTX ptx;
  size_t index;
  std::shared_ptr<const std::vector<ParameterForm>> forms;
  /// Copies share it. Guarded by the GIL.
  std::shared_ptr<Loaded> loaded = std::make_shared<Loaded>();
};

void bindPTX(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_PTX_H
