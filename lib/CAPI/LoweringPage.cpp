//===- LoweringPage.cpp - Pages that show a lowering ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/LoweringPage.h"
#include "Handles.h"
#include "Zyn/LoweringPage/LoweringPage.h"

using namespace zyn::capi;
using namespace zyn::compiler;
using zyn::runtime::Expected;

ZynErrorRef zynShowLowering(ZynModuleRef module,
                            const ZynLoweringPageOptions *options,
                            ZynStringCallback callback, void *userData) {
  LoweringPageOptions shown;
  if (options) {
    if (options->device.length)
      shown.device = toString(options->device);
    shown.chip = toString(options->chip);
    shown.features = toString(options->features);
    shown.entry = toString(options->entry);
    if (options->source)
      shown.source = toString(*options->source);
    shown.title = toString(options->title);
  }
  Expected<LoweringPage> page = showLowering(*unwrap(module), shown);
  if (!page)
    return wrap(page.takeError());
  callback(wrap(page->html), userData);
  return wrap(std::move(page->failure));
}
