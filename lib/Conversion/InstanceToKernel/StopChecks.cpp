//===- StopChecks.cpp - Lets the host stop loops of instances -------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host cannot end a kernel, so each iteration of a loop looks at the clock,
// and from time to time at a flag that the host sets. The clock decides when
// rather than a counter, which would need a register or memory. The generator
// of PTX removes checks that turn out not to be needed (RedundantPolls.h).
//
//===----------------------------------------------------------------------===//

#include "DeviceLowering.h"

#include "Zyn/Conversion/InstanceToKernel/InstanceToKernel.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Runtime/InstanceABI.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::zyn;
using func::FuncOp;

/// The flag is read in the first 2^10 of 2^18 clock cycles, which are about 0.6
/// of 140 microseconds: often enough for a loop whose iterations take
/// milliseconds, and rarely enough that reading it, which takes about as long
/// as the 2^10 cycles, does not matter.
static constexpr uint32_t clockMask = (1 << 18) - (1 << 10);

/// Builds a function that ends the thread if the host says so.
static FuncOp buildStopIfRequested(const DeviceLowering &lowering) {
  OpBuilder outer = OpBuilder::atBlockEnd(lowering.device.getBody());
  Location loc = lowering.device.getLoc();
  MLIRContext *context = outer.getContext();
  auto function = FuncOp::create(
      outer, loc, "stop_if_requested",
      outer.getFunctionType({LLVM::LLVMPointerType::get(context, kLocalSpace),
                             LLVM::LLVMPointerType::get(context, kGlobalSpace)},
                            {}));
  function.setPrivate();
  function->setAttr("passthrough",
                    outer.getStrArrayAttr({"noinline", "cold", "zyn-poll"}));
  Block *entry = function.addEntryBlock(), *returns = function.addBlock(),
        *ends = function.addBlock();
  outer.setInsertionPointToStart(entry);
  DeviceBuilder b(outer, loc, function.getArgument(0), function.getArgument(1),
                  lowering);
  Value environment =
      b.loadFrame(b.getPointerType(kGlobalSpace), kFrameEnvironment);
  // Volatile, since the first-level cache would keep the old value.
  Value flag = LLVM::LoadOp::create(
      b, b.getI64Type(),
      b.offsetBy(environment, offsetof(zynrt_environment, is_stopped)),
      /*alignment=*/8, /*isVolatile=*/true);
  Value isStopped = b.compare(arith::CmpIPredicate::ne, flag, b.buildI64(0));
  cf::CondBranchOp::create(b, isStopped, ends, returns);

  b.setInsertionPointToStart(returns);
  func::ReturnOp::create(b);

  // An instance that is stopped has not ended.
  b.setInsertionPointToStart(ends);
  b.endThread(b.buildI64(kSlotRunning));
  return function;
}

/// Inserts a check at the beginning of the header of a loop.
static void addCheck(Block *header, FuncOp function, FuncOp stop) {
  Block *check = header->splitBlock(header->begin()),
        *rest = check->splitBlock(check->begin());
  OpBuilder builder = OpBuilder::atBlockEnd(header);
  InstanceBuilder b(builder, function.getLoc());
  Value clock =
      arith::TruncIOp::create(b, b.getI32Type(), kernel::ClockOp::create(b));
  Value phase = arith::AndIOp::create(b, clock, b.buildI32(clockMask));
  Value isTime = b.compare(arith::CmpIPredicate::eq, phase, b.buildI32(0));
  cf::CondBranchOp::create(b, isTime, check, rest);
  b.setInsertionPointToStart(check);
  func::CallOp::create(b, stop, function.getArguments().take_front(2));
  cf::BranchOp::create(b, rest);
}

void zyn::addStopChecks(const DeviceLowering &lowering,
                        ArrayRef<FuncOp> functions) {
  FuncOp stop;
  for (FuncOp function : functions) {
    if (function.getBody().hasOneBlock())
      continue;
    DominanceInfo dominance(function);
    CFGLoopInfo loops(dominance.getDomTree(&function.getBody()));
    SmallVector<Block *> headers;
    for (CFGLoop *loop : loops.getLoopsInPreorder())
      headers.push_back(loop->getHeader());
    if (!headers.empty() && !stop)
      stop = buildStopIfRequested(lowering);
    for (Block *header : headers)
      addCheck(header, function, stop);
  }
}
