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

/// Ends the instance without a location.
static void buildExhaustMemory(DeviceBuilder &b) {
  Value function = arith::ShLIOp::create(
      b, b.loadFrame(b.getI64Type(), kFrameFunction), b.buildI64(32));
  constexpr auto kind =
      static_cast<uint64_t>(instance::TrapKind::memory_exhausted);
  auto module = b.getLowering().device->getParentOfType<ModuleOp>();
  if (!module.getOps<instance::HostFunctionOp>().empty())
    b.callLibrary("abandon_port",
                  b.loadFrame(b.getPointerType(kGlobalSpace), kFramePort));
  b.endThread(b.add(function, b.buildI64(kSlotTrapped + kind)),
              /*site=*/b.buildI64(0));
}

/// Returns the word of the frame that a function of the library returns.
static FrameWord getFrameWord(StringRef function) {
  return llvm::StringSwitch<FrameWord>(function)
      .Case("window_end", kFrameWindowEnd)
      .Case("pages_words", kFramePagesWords)
      .Case("outside", kFrameOutside)
      .Case("pages", kFramePages)
      .Case("pages_of_warp", kFramePagesOfWarp);
}

/// Builds the body of a function that the library only declares, whose first
/// argument is the frame.
static void define(func::FuncOp function, const DeviceLowering &lowering) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointToStart(function.addEntryBlock());
  Value frame = function.getArgument(0);
  DeviceBuilder frameOnly(builder, function.getLoc(), frame, Value(), lowering);
  Value window =
      frameOnly.loadFrame(frameOnly.getPointerType(kGlobalSpace), kFrameWindow);
  DeviceBuilder b(builder, function.getLoc(), frame, window, lowering);
  StringRef name = function.getName();
  if (name == "exhaust_memory")
    return buildExhaustMemory(b);
  if (name == "end_with_trap")
    return b.endThread(function.getArgument(1), function.getArgument(2));
  Value result;
  if (name == "window_begin")
    result = b.buildI64(b.getWindowBegin());
  else if (name == "memory_size")
    result = lowering.getMemory()
                 ? b.buildWord(lowering.getMemory().getSymName())
                 : b.buildI64(0);
  else if (name == "memory")
    result = b.getMemory();
  else if (name == "access_table")
    result = b.addressOf(lowering.getAccesses());
  else
    result = b.loadFrame(function.getResultTypes().front(), getFrameWord(name));
  func::ReturnOp::create(b, result);
}

void zyn::addLibrary(const DeviceLowering &lowering) {
  gpu::GPUModuleOp device = lowering.device;
  OwningOpRef<ModuleOp> library = parseSourceString<ModuleOp>(
      source, ParserConfig(device.getContext()), "instance library");
  auto functions = *library->getOps<gpu::GPUModuleOp>().begin();
  Builder builder(device.getContext());
  for (Operation &op : llvm::make_early_inc_range(*functions.getBody())) {
    // Since programs call most of them seldom, those of the program count.
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      addAttribute(function, builder.getStringAttr("zyn-few-registers"));
      lowering.addLibraryFunction(function);
    }
    op.moveBefore(device.getBody(), device.getBody()->end());
  }
}

void zyn::defineLibrary(const DeviceLowering &lowering) {
  for (auto function : llvm::to_vector(lowering.device.getOps<func::FuncOp>()))
    if (function.isDeclaration())
      define(function, lowering);
}
