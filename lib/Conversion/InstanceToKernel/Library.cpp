//===- Library.cpp - Functions of Library.mlir-----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

static constexpr char source[] =
#include "Library.inc"
    ;

void zyn::addLibrary(const DeviceLowering &lowering) {
  gpu::GPUModuleOp device = lowering.device;
  OwningOpRef<ModuleOp> library = parseSourceString<ModuleOp>(
      source, ParserConfig(device.getContext()), "instance library");
  auto functions = *library->getOps<gpu::GPUModuleOp>().begin();
  functions.walk([&](func::FuncOp function) {
    if (function.getName() != "window_begin")
      return;
    auto begin = cast<arith::ConstantOp>(function.front().front());
    begin.setValueAttr(
        Builder(begin).getI64IntegerAttr(lowering.layout.getWindowBegin()));
  });
  for (Operation &op : llvm::make_early_inc_range(*functions.getBody()))
    op.moveBefore(device.getBody(), device.getBody()->end());
}
