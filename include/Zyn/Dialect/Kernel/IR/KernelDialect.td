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
  let summary = "Kernels of GPUs";
  let description = [{
    The primitives of a GPU, with types and verifiers. The ops are used in a
    `gpu.func` with the `kernel` attribute in a `gpu.module`, which the host
    launches with `gpu.launch_func`. `--convert-kernel-to-gpu` lowers them to
    upstream's `gpu`, `memref` and `vector` ops.

    Buffers are `memref`s with a memory space: none for generic memory,
    `#gpu.address_space<global>`, `#gpu.address_space<workgroup>` for the
    block's shared memory, `#kernel.constant` for constants, and
    `#gpu.address_space<private>` for the thread's local memory. Numbers are not
    valid memory spaces.

    Attributes specify how a kernel is launched and the directives of its PTX:

    | attribute of `gpu.func` | PTX | meaning |
    |---|---|---|
    | `kernel.max_threads` | `.maxntid` | maximum number of threads of a block, 1 to 1024 |
    | `known_block_size` | `.maxntid`, if it has more than 256 threads, or with `kernel.min_blocks` | the block's size in `x`, `y`, `z` |
    | `kernel.min_blocks` | `.minnctapersm` | minimum number of resident blocks on a multiprocessor; requires one of the two above |
    | `kernel.max_registers` | `.maxnreg` | maximum number of registers of a thread, 16 to 255 |
    | `known_cluster_size` | `.reqnctapercluster` | blocks of a cluster in `x`, `y`, `z` |

    A `gpu.launch_func` may have `kernel.work`, which says how much the kernel
    has to read, write and compute, for profiles (`#kernel.work`), and
    `kernel.after = N : i64`, which says on which launches before it in its
    block it depends: on the one i + 1 launches before if bit i of N is set.
    Without it, or if they are not in the block, it depends on all of them.

    Functions that kernels call with `func.call` are `func.func` ops in the same
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
    /// The maximum number of threads in a block of the kernel.
    static StringRef getMaxThreadsAttrName() { return "kernel.max_threads"; }
    /// The minimum number of resident blocks on a multiprocessor.
    static StringRef getMinBlocksAttrName() { return "kernel.min_blocks"; }
    /// The maximum number of registers of a thread.
    static StringRef getMaxRegistersAttrName() {
      return "kernel.max_registers";
    }
    /// Which launches before it in its block a launch depends on.
    static StringRef getAfterAttrName() { return "kernel.after"; }
    /// The `#kernel.work` of a launch.
    static StringRef getWorkAttrName() { return "kernel.work"; }
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELDIALECT_TD
