//===- zyn-translate.cpp - Translates between formats ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Tools/Tools.h"

int main(int argc, char **argv) { return zyn::translateMain(argc, argv); }
