//===- KernelLaunch.h - Launches of kernels in Python --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_KERNELLAUNCH_H
#define ZYN_PYTHON_KERNELLAUNCH_H

#include "PTX.h"
#include "Vectorcall.h"

namespace zyn::python {

/// `zyn.KernelLaunch`: a kernel with the numbers of blocks and threads.
class KernelLaunch {
public:
  /// `shape` is a tuple of the grid, the block, and possibly the bytes of
  /// dynamic shared memory. Throws TypeError or ValueError for anything else.
  static KernelLaunch create(const PTXKernel &kernel,
                             const pybind11::object &shape);

  static constexpr std::array<const char *, 1> keywords = {"stream"};

  /// Launches the kernel and returns None. The stream is the number of a
  /// CUstream, or None. Throws `zyn.Error` if the arguments do not fit the
  /// parameters, or if the launch fails.
  pybind11::object call(PositionalArguments arguments,
                        const std::array<pybind11::object, 1> &keywords);

  const PTXKernel &source() const { return kernel; }
  /// "4x1x1 blocks of 256x1x1 threads".
  std::string describeShape() const;

private:
  KernelLaunch(PTXKernel kernel, ZynLaunchShape shape)
      : kernel(std::move(kernel)), shape(shape) {}

  PTXKernel kernel;
  ZynLaunchShape shape;
};

void bindKernelLaunch(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_KERNELLAUNCH_H
