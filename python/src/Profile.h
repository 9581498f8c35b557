//===- Profile.h - Profiles of functions in Python ------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_PROFILE_H
#define ZYN_PYTHON_PROFILE_H

#include "Handle.h"

#include "Zyn-c/Function.h"

#include <pybind11/pybind11.h>

namespace zyn::python {

/// `zyn.Profile`: what the calls of a function have done on its device.
class Profile {
public:
  explicit Profile(ZynProfileRef profile)
      : handle(profile, zynProfileDestroy) {}

  ZynProfileRef get() const { return handle.get(); }

private:
  Shared<ZynProfileRef> handle;
};

void bindProfile(pybind11::module_ &module);

} // namespace zyn::python

#endif // ZYN_PYTHON_PROFILE_H
