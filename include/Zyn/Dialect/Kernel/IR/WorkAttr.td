//===- WorkAttr.td - The work of a launch --------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_WORKATTR_TD
#define ZYN_DIALECT_KERNEL_IR_WORKATTR_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"
include "mlir/IR/AttrTypeBase.td"

def Kernel_WorkAttr : Kernel_Attr<"Work", "work"> {
  let summary = "The work of a launch";
  let description = [{
    What a launch has to do, for profiles: `kernel.work` of a
    `gpu.launch_func`. The results of `amounts` are the bytes that the kernel
    has to read and write, and the floating-point operations that it has to
    perform, which `unit` performs; -1 if they are not known. Its symbols are
    sizes: each pair of `sizes` is the number of a kernel argument and of a
    dimension of this buffer, or -1 for an argument that is an index itself.

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @sqrt(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
          gpu.return
        }
      }
      func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@sqrt blocks in (%c1, %c1, %c1)
            threads in (%c1, %c1, %c1)
            args(%x : memref<?xf32>, %y : memref<?xf32>)
            {kernel.work = #kernel.work<()[s0] -> (s0 * 8, s0), sizes = [0, 0],
                                        unit = cuda_f32>}
        return
      }
    }
    ```
  }];
  let parameters = (ins "::mlir::AffineMap":$amounts,
                        OptionalArrayRefParameter<"int64_t">:$sizes,
                        "::mlir::kernel::FlopUnit":$unit);
  let assemblyFormat = [{
    `<` $amounts `,` (`sizes` `=` `[` $sizes^ `]` `,`)? `unit` `=` $unit `>`
  }];
  let genVerifyDecl = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_WORKATTR_TD
