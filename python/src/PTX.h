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

#include <optional>

namespace zyn::python {

/// `zyn.PTX`: PTX for a GPU, which is only opened by the first launch.
struct PTX {
  Shared<ZynPTXRef> handle;
  std::string name, device;
};

/// `zyn.PTXKernel`: one of its kernels.
class PTXKernel {
public:
  PTXKernel(PTX ptx, size_t index) : ptx(std::move(ptx)), index(index) {}

  ZynPTXRef source() const { return ptx.handle.get(); }
  std::string name() const {
    return toString(zynPTXGetKernelName(source(), index));
  }
  size_t numParameters() const {
    return zynPTXGetNumParameters(source(), index);
  }
  ZynKernelParameter parameter(size_t i) const {
    return zynPTXGetParameter(source(), index, i);
  }
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
  /// Copies share it. Guarded by the GIL.
  std::shared_ptr<Loaded> loaded = std::make_shared<Loaded>();
};

void bindPTX(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_PTX_H
