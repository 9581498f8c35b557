//===- Passes.td - ZynToKernel passes -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_ZYNTOKERNEL_PASSES_TD
#define ZYN_CONVERSION_ZYNTOKERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertZynToKernel : Pass<"convert-zyn-to-kernel", "::mlir::ModuleOp"> {
  let summary = "Lowers zyn ops on buffers to GPU kernels and launches";
  let description = [{
    Each zyn op on buffers becomes one or several kernels: a `gpu.func` with
    `kernel` ops in the module `@zyn_kernels`, and a `gpu.launch_func` that
    replaces the op. If the best form of a kernel depends on sizes that are only
    known at run time, the host code chooses among several; remarks of the
    category `schedule` list them. A `memref.copy` between contiguous buffers
    becomes a `gpu.memcpy`, any other one a kernel. In the resulting host code, a
    `memref.get_global` is a buffer on the device. Tile sizes and thread counts
    are taken from the tables and models of `Schedule.h` and `Zyn/Schedule` for
    the architecture `chip`, and from the function's `#zyn.kernel` attribute.
    Values that a body captures become arguments of the kernel; constants are
    cloned into it.

    The kernel of a product may do a part of what its neighbors do: compute the
    elements of A or B that a `zyn.map` stores for up to 64 rows or columns, so
    that there is no array of them, and, as that of attention, reduce strips of
    the rows of its result for the `zyn.reduce` or `zyn.rows` that reads it
    next. Remarks of the
    category `zyn-to-kernel` say when, and why not.

    ```mlir
    // before
    zyn.map outs(%y : memref<8xf32>) {
      %c = arith.constant 1.0 : f32
      zyn.yield %c : f32
    }
    // after
    gpu.launch_func @zyn_kernels::@f_map_0
        blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%y : memref<8xf32>)
    ```

    Rejects zyn ops on tensors, linalg ops, host code that reads or writes
    single elements, since these are on the device, and ops with
    `ComputeOpInterface` that have no lowering to kernels.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "architecture whose schedules are used, such as sm_90a">,
    Option<"tile", "tile", "int64_t", "-1",
           "number of the tile in the table of matmuls that is used instead of "
           "the one that the model selects">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect", "::mlir::zyn::ZynDialect"
  ];
}

#endif // ZYN_CONVERSION_ZYNTOKERNEL_PASSES_TD
