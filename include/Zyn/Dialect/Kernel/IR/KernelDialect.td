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
    the block's shared memory, `#gpu.address_space<private>` for the thread's.
  }];
  let dependentDialects = ["gpu::GPUDialect"];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELDIALECT_TD
