//===- Tools.cpp - The tools as functions ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Tools.h"
#include "Zyn/Tools/Tools.h"

int zynOptMain(int argc, char **argv) { return zyn::optMain(argc, argv); }

int zynRunMain(int argc, char **argv) { return zyn::runMain(argc, argv); }

int zynTranslateMain(int argc, char **argv) {
  return zyn::translateMain(argc, argv);
}
