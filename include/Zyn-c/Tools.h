//===- Tools.h - The tools as functions ------------------------ -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_TOOLS_H
#define ZYN_C_TOOLS_H

#ifdef __cplusplus
extern "C" {
#endif

/// The main functions of `zyn-opt`, `zyn-run` and `zyn-translate`. Each returns
/// the exit status. They are for a process that does nothing else: they install
/// signal handlers, parse the command line into global variables, and may end
/// the process.
int zynOptMain(int argc, char **argv);
int zynRunMain(int argc, char **argv);
int zynTranslateMain(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_TOOLS_H
