//===- PositionOps.td - Where a thread is ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_POSITIONOPS_TD
#define ZYN_DIALECT_KERNEL_IR_POSITIONOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

class Kernel_PositionOp<string mnemonic, string what>
    : Kernel_Op<mnemonic, [Pure]> {
  let summary = what # " along one dimension";
  let description = what # [{ along `x`, `y` or `z`, as an index.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = kernel.}] # mnemonic # [{ x
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_Dimension:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$dimension attr-dict";
}

def Kernel_ThreadIdOp : Kernel_PositionOp<"thread_id",
    "Index of the thread in its block">;
def Kernel_BlockIdOp : Kernel_PositionOp<"block_id",
    "Index of the block in the grid">;
def Kernel_BlockSizeOp : Kernel_PositionOp<"block_size",
    "Number of threads of a block">;
def Kernel_GridSizeOp : Kernel_PositionOp<"grid_size",
    "Number of blocks of the grid">;

#endif // ZYN_DIALECT_KERNEL_IR_POSITIONOPS_TD
