//===- ZynOps.cpp - Ops of the zyn dialect --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::zyn;

#include "Zyn/Dialect/Zyn/IR/PointOpInterface.cpp.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/Zyn/IR/ZynOps.cpp.inc"

std::string zyn::getErrorPrefix(Location loc) {
  auto position = loc->findInstanceOf<FileLineColLoc>();
  if (!position)
    return "";
  return (position.getFilename().getValue() + ":" + Twine(position.getLine()) +
          ":" + Twine(position.getColumn()) + ": error: ")
      .str();
}
