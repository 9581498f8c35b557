//===- Launch.cpp - Runs a function for all instances ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Instance.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

/// A public function of the memory and the number of instances.
static func::FuncOp createEntry(vm::ProgramOp program, OpBuilder &builder) {
  SmallVector<Type> types = MachineMemory::getTypes(builder.getContext());
  types.push_back(builder.getIndexType());
  auto function = func::FuncOp::create(builder, program.getLoc(),
                                       program.getSymName(),
                                       builder.getFunctionType(types, {}));
  function.addEntryBlock();
  return function;
}

void zyn::buildHostLaunch(vm::ProgramOp program, func::FuncOp resume) {
  OpBuilder builder(program);
  func::FuncOp entry = createEntry(program, builder);
  ImplicitLocOpBuilder b(program.getLoc(), &entry.getBody().front(),
                         entry.getBody().front().end());
  Value count = entry.getArguments().back();
  scf::ParallelOp::create(
      b, ValueRange{constantIndex(b, 0)}, ValueRange{count},
      ValueRange{constantIndex(b, 1)},
      [&](OpBuilder &inner, Location loc, ValueRange position) {
        SmallVector<Value> operands(entry.getArguments().drop_back());
        operands.push_back(position[0]);
        func::CallOp::create(inner, loc, resume, operands);
      });
  func::ReturnOp::create(b);
}

void zyn::buildDeviceLaunch(vm::ProgramOp program, func::FuncOp resume) {
  OpBuilder builder(program);
  Location loc = program.getLoc();
  func::FuncOp entry = createEntry(program, builder);
  auto module = gpu::GPUModuleOp::create(
      builder, loc, (program.getSymName() + "_kernels").str());
  module->getParentOp()->setAttr(
      gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
  resume->moveBefore(module.getBody(), module.getBody()->begin());

  builder.setInsertionPointToEnd(module.getBody());
  auto kernel = gpu::GPUFuncOp::create(builder, loc, "round",
                                       entry.getFunctionType());
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(kThreadsPerBlock), 1,
                                    1}));
  ImplicitLocOpBuilder b(loc, &kernel.getBody().front(),
                         kernel.getBody().front().end());
  Value block = kernel::BlockIdOp::create(b, kernel::Dimension::x);
  Value thread = kernel::ThreadIdOp::create(b, kernel::Dimension::x);
  Value first =
      arith::MulIOp::create(b, block, constantIndex(b, kThreadsPerBlock));
  Value position = arith::AddIOp::create(b, first, thread);
  Value exists = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, position,
                                       kernel.getArguments().back());
  scf::IfOp::create(b, exists, [&](OpBuilder &inner, Location loc) {
    SmallVector<Value> operands(kernel.getArguments().drop_back());
    operands.push_back(position);
    func::CallOp::create(inner, loc, resume, operands);
    scf::YieldOp::create(inner, loc);
  });
  gpu::ReturnOp::create(b);

  ImplicitLocOpBuilder host(loc, &entry.getBody().front(),
                            entry.getBody().front().end());
  Value one = constantIndex(host, 1);
  Value threads = constantIndex(host, kThreadsPerBlock);
  Value blocks = arith::CeilDivUIOp::create(host, entry.getArguments().back(),
                                            threads);
  gpu::LaunchFuncOp::create(host, kernel, {blocks, one, one},
                            {threads, one, one}, /*dynamicSharedMemorySize=*/{},
                            entry.getArguments());
  func::ReturnOp::create(host);
}
