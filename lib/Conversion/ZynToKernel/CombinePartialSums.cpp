//===- CombinePartialSums.cpp - Adds the parts of a split matmul ----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulResult.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::zyn;

/// Each thread adds the parts of one element. They are in the order of K, so
/// that the result is the same in every run.
void mlir::zyn::emitCombinePartialSums(KernelModules &kernels, OpBuilder &host,
                                       MatmulOp op, Value workspace) {
  int64_t threads = kernels.getHints().get(KernelHint::Workgroup, 128);
  SmallVector<Value> arguments = {workspace};
  llvm::append_range(arguments,
                     MatmulResult::getArguments(op, op.getInit(),
                                                /*isPartial=*/false));
  KernelBuilder kernel(kernels, host, op, {threads, 1, 1}, arguments);
  IndexBuilder &b = kernel.device();
  MatmulResult result(kernel, op, /*firstArgument=*/1);
  Value parts = kernel.argument(0);

  SmallVector<Value> sizes = b.sizes(result.destination);
  Value linear =
      b.add(b.mul(b.blockId(), threads), b.threadId(kernel::Dimension::x));
  b.buildIf(b.less(linear, b.product(sizes)), [&] {
    SmallVector<Value> indices = b.delinearize(linear, sizes);
    auto loadPart = [&](Value part) {
      SmallVector<Value> partIndices = {part};
      llvm::append_range(partIndices, indices);
      return b.load(parts, partIndices);
    };
    auto loop = scf::ForOp::create(b, b.constant(1), b.size(parts, 0),
                                   b.constant(1), loadPart(b.constant(0)));
    {
      OpBuilder::InsertionGuard inLoop(b);
      b.setInsertionPointToEnd(loop.getBody());
      Value sum = addNumbers(b, loop.getRegionIterArg(0),
                             loadPart(loop.getInductionVar()));
      scf::YieldOp::create(b, sum);
    }
    b.store(result.finish(b, loop.getResult(0), indices), result.destination,
            indices);
  });
  IndexBuilder h(op.getLoc(), host);
  kernel.launch(h.ceilDiv(h.product(h.sizes(op.getInit())), threads));
}
