//===- EmulatorSupport.h - Launches on the emulator -------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TEST_RUNTIME_EMULATORSUPPORT_H
#define ZYN_TEST_RUNTIME_EMULATORSUPPORT_H

#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/EmulatorABI.h"

#include <deque>

/// Launches a kernel as compiled code would. The record is never freed, like
/// that of a module.
inline zyn::runtime::Error emulate(zyn::runtime::Context &context,
                                   const zynemu_kernel &kernel,
                                   const zynemu_site &site,
                                   zyn::runtime::LaunchShape shape,
                                   void **arguments) {
  using namespace zyn::runtime;
  struct Image {
    zynemu_kernel kernel;
    const zynemu_kernel *table[1];
  };
  static auto *images = new std::deque<Image>();
  Image &image = images->emplace_back();
  image.kernel = kernel;
  image.table[0] = &image.kernel;
  Expected<Module *> module = context.loadModule(
      {formats::emulator,
       {reinterpret_cast<const char *>(image.table), sizeof(image.table)}});
  if (!module)
    return module.takeError();
  Expected<Kernel *> loaded = (*module)->find(kernel.name);
  if (!loaded)
    return loaded.takeError();
  shape.location = site.location;
  return context.mainStream().launch(**loaded, shape, arguments);
}

#endif // ZYN_TEST_RUNTIME_EMULATORSUPPORT_H
