//===- KernelDialect.td - The kernel dialect ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELDIALECT_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELDIALECT_TD

include "mlir/IR/OpBase.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::mlir::kernel";
  let summary = "How one thread block computes a kernel";
  let description = [{
    The GPU's primitives, typed and verified. The ops stand in a `gpu.func`
    with the `kernel` attribute, in a `gpu.module`; the host launches it with
    `gpu.launch_func`. `--convert-kernel-to-gpu` lowers them to upstream's
    `gpu`, `memref` and `vector` ops.

    Memory is a `memref` whose memory space says where it lies: none for
    generic, `#gpu.address_space<global>`, `#gpu.address_space<workgroup>` for
    the block's shared memory, `#kernel.constant` for constants,
    `#gpu.address_space<private>` for the thread's own. Numbers are refused.

    A kernel says what it is launched with, and becomes in PTX, by attributes:

    | attribute of `gpu.func` | PTX | meaning |
    |---|---|---|
    | `kernel.max_threads` | `.maxntid` | most threads of a block, 1 to 1024 |
    | `known_block_size` | `.maxntid` | the block's size in `x`, `y`, `z` |
    | `kernel.min_blocks` | `.minnctapersm` | blocks that a multiprocessor has room for; with one of the two above |
    | `kernel.max_registers` | `.maxnreg` | most registers of a thread, 16 to 255 |
    | `known_cluster_size` | `.reqnctapercluster` | blocks of a cluster in `x`, `y`, `z` |

    Functions that kernels call, with `func.call`, are `func.func` in the same
    `gpu.module`.

    ```mlir
    gpu.module @m {
      func.func private @twice(%x: f32) -> f32 {
        %0 = arith.addf %x, %x : f32
        return %0 : f32
      }
      gpu.func @f(%x: memref<64xf32>) kernel attributes {kernel.max_threads = 128, kernel.min_blocks = 4} {
        %i = kernel.thread_id x
        %0 = kernel.load %x[%i] : memref<64xf32>, f32
        %1 = func.call @twice(%0) : (f32) -> f32
        kernel.store %1, %x[%i] : f32, memref<64xf32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = ["gpu::GPUDialect"];
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// The most threads that a block of the kernel is launched with.
    static StringRef getMaxThreadsAttrName() { return "kernel.max_threads"; }
    /// The blocks that a multiprocessor shall have room for.
    static StringRef getMinBlocksAttrName() { return "kernel.min_blocks"; }
    /// The most registers that a thread uses.
    static StringRef getMaxRegistersAttrName() {
      return "kernel.max_registers";
    }
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELDIALECT_TD
