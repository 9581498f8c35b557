//===- LspServerMain.cpp - Diagnostics and completion for editors ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Zyn/InitAll.h"
#include "Zyn/Tools/Tools.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int zyn::lspServerMain(int argc, char **argv) {
  tools::hideBackendOptions();
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
