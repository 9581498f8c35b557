//===- Library.cpp - Functions of Library.mlir-----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::zyn;

static constexpr char source[] =
#include "Library.inc"
    ;

/// Ends the instance, which is not at a place of its program that matters.
static void buildExhaustMemory(DeviceBuilder &b) {
  Type pointer = b.getPointerType(kGlobalSpace), i64 = b.getI64Type();
  Value site = LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                                   b.loadFrame(pointer, kFrameOutcome),
                                   b.loadFrame(i64, kFrameOutcomeStride));
  LLVM::StoreOp::create(b, b.buildI64(0), site);
  Value function = arith::ShLIOp::create(b, b.loadFrame(i64, kFrameFunction),
                                         b.buildI64(32));
  constexpr auto kind =
      static_cast<uint64_t>(instance::TrapKind::memory_exhausted);
  b.endThread(b.add(function, b.buildI64(kSlotTrapped + kind)));
}

/// Builds the body of a function that the library only declares, whose first
/// arguments are the frame and the memory.
static void define(func::FuncOp function, const DeviceLowering &lowering) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToStart(function.addEntryBlock());
  DeviceBuilder b(builder, function.getLoc(), function.getArgument(0),
                  function.getArgument(1), lowering);
  if (function.getName() == "exhaust_memory")
    return buildExhaustMemory(b);
  if (function.getName() == "window_begin") {
    func::ReturnOp::create(b, b.buildI64(b.getWindowBegin()));
    return;
  }
  FrameWord word = llvm::StringSwitch<FrameWord>(function.getName())
                       .Case("window_end", kFrameWindowEnd)
                       .Case("memory_bytes", kFrameMemoryBytes)
                       .Case("outside", kFrameOutside)
                       .Case("pages", kFramePages)
                       .Case("pages_of_warp", kFramePagesOfWarp);
  Value value = b.loadFrame(function.getResultTypes().front(), word);
  func::ReturnOp::create(b, value);
}

void zyn::addLibrary(const DeviceLowering &lowering) {
  gpu::GPUModuleOp device = lowering.device;
  OwningOpRef<ModuleOp> library = parseSourceString<ModuleOp>(
      source, ParserConfig(device.getContext()), "instance library");
  auto functions = *library->getOps<gpu::GPUModuleOp>().begin();
  for (auto function : functions.getOps<func::FuncOp>())
    if (function.isDeclaration())
      define(function, lowering);
  for (Operation &op : llvm::make_early_inc_range(*functions.getBody()))
    op.moveBefore(device.getBody(), device.getBody()->end());
}
