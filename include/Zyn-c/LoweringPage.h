//===- LoweringPage.h - Pages that show a lowering -------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_LOWERINGPAGE_H
#define ZYN_C_LOWERINGPAGE_H

#include "Zyn-c/Module.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a page shows; a zero-initialized struct has the default values.
typedef struct ZynLoweringPageOptions {
  /// "cuda", the default, "emulate" or "cpu", which the machine need not have.
  ZynStringRef device;
  /// The architecture, such as "sm_90a", and its features, such as "+ptx80"; by
  /// default those of the pipelines.
  ZynStringRef chip, features;
  /// The function that is shown, alone; empty for all of the module.
  ZynStringRef entry;
  /// The text that the module was parsed from. If it is null, it is that of the
  /// module's file, or that of the module if the file has changed.
  const ZynStringRef *source;
  /// By default, the name of the file.
  ZynStringRef title;
} ZynLoweringPageOptions;

/// Calls `callback` once with a page of HTML that shows the stages in which the
/// pipelines of a device lower a module. It needs no other files. `options` may
/// be null. Errors: there is no such device or function; or a stage fails,
/// which is shown at the end of the page.
ZynErrorRef zynShowLowering(ZynModuleRef module,
                            const ZynLoweringPageOptions *options,
                            ZynStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_LOWERINGPAGE_H
