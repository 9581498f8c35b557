//===- Plugin.cpp - Plugin entry points -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axpy.h"

#include "Zyn/Dialect/Zyn/Transforms/BufferizableOpInterfaceImpl.h"
#include "Zyn/Dialect/Zyn/Transforms/TilingInterfaceImpl.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Axpy", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<axpy::AxpyDialect>();
            // Its op is a compute op, which Zyn can bufferize and tile.
            registry->addExtension(
                +[](mlir::MLIRContext *, axpy::AxpyDialect *dialect) {
                  mlir::zyn::attachBufferizableOpInterface(*dialect);
                  mlir::zyn::attachTilingInterface(*dialect);
                });
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Axpy", LLVM_VERSION_STRING,
          [] { axpy::registerAxpyPasses(); }};
}
