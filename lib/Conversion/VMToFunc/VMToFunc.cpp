//===- VMToFunc.cpp - Lowers vm programs to functions ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTVMTOFUNC
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Buffers without offsets would overlap.
static LogicalResult checkOffsets(vm::ProgramOp program) {
  for (auto buffer : program.getOps<vm::BufferOp>())
    if (!buffer.getOffset())
      return buffer.emitOpError(
          "expected an offset: run --vm-allocate-buffers first");
  return success();
}

namespace {

class ConvertVMToFunc : public zyn::impl::ConvertVMToFuncBase<ConvertVMToFunc> {
public:
  using ConvertVMToFuncBase::ConvertVMToFuncBase;

  void runOnOperation() override {
    for (auto program :
         llvm::make_early_inc_range(getOperation().getOps<vm::ProgramOp>())) {
      if (failed(checkOffsets(program)))
        return signalPassFailure();
      if (device)
        buildDeviceLaunch(program, engine);
      else
        buildHostLaunch(program, engine);
      program.erase();
    }
  }
};

} // namespace
