//===- zyn-run.cpp - Runs functions, programs and kernels -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Tools/Tools.h"

int main(int argc, char **argv) { return zyn::runMain(argc, argv); }
