//===- Tools.h - Entry points of the tools ----------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TOOLS_TOOLS_H
#define ZYN_TOOLS_TOOLS_H

namespace zyn {

/// The main functions of `zyn-opt`, `zyn-translate`, `zyn-run`,
/// `zyn-lsp-server` and `zyn-reduce`. Each returns the exit status: 0 for
/// success, 1 after printing one error.
int optMain(int argc, char **argv);
int runMain(int argc, char **argv);
int translateMain(int argc, char **argv);
int lspServerMain(int argc, char **argv);
int reduceMain(int argc, char **argv);

} // namespace zyn

#endif // ZYN_TOOLS_TOOLS_H
