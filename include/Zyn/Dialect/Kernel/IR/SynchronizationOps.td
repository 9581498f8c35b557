//===- SynchronizationOps.td - Barriers and fences ------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD
#define ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

def Kernel_BarrierOp : Kernel_Op<"barrier"> {
  let summary = "Waits for all threads of the block";
  let description = [{
    No thread of the block goes on before all have come here, and what they
    wrote to shared and global memory before is seen by all after. Every thread
    of the block has to reach the same barrier: anything else is undefined.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.barrier
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD
