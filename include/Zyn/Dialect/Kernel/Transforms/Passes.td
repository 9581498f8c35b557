//===- Passes.td - Passes on the kernel dialect ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_TD
#define ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def KernelExpandForTarget
    : Pass<"kernel-expand-for-target", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Expands ops that the target lacks";
  let description = [{
    Replaces ops that require a later architecture by ops that the target has,
    where that is possible. Schedules select ops for the target; this is for
    those that have no other schedule, and for kernels written by hand.

    Before sm_80: `kernel.async_copy` is a load and a store, and there is
    nothing to commit or wait for; `kernel.warp_reduce` of i32 without a mask
    combines i64; `kernel.mma.compute` of f16 with a K of 16 is two with a K of
    8. All results are the same, except for the rounding of sums of f16.
    Everything else remains, and `--kernel-check-target` reports it.

    ```mlir
    // before
    %0 = kernel.warp_reduce max %v : i32
    // after, for chip=sm_75
    %wide = arith.extsi %v : i32 to i64
    %1 = kernel.warp_reduce max %wide : i64
    %0 = arith.trunci %1 : i64 to i32
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "architecture, such as sm_75">
  ];
  let dependentDialects = ["arith::ArithDialect", "scf::SCFDialect",
                           "vector::VectorDialect"];
}

def KernelCheckTarget : Pass<"kernel-check-target", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Checks kernels against the target and attaches it";
  let description = [{
    Each op of the kernel dialect, and each op of upstream's gpu, nvgpu and nvvm
    dialects that not all architectures have, requires a compute capability,
    possibly of exactly that architecture, and a PTX version. It is an error if
    the target does not meet these requirements:

    ```
    f.mlir:3:5: error: 'kernel.elect' needs sm_90, target is sm_80
    ```

    The PTX version is that of `features`. By default, it is the lowest version
    that the architecture, by LLVM's table, and all ops support. The target with its architecture
    and PTX version is then attached to the module.

    ```mlir
    // before
    gpu.module @m {
      gpu.func @f() kernel { kernel.fence.proxy_async ... }
    }
    // after, for chip=sm_90
    gpu.module @m [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80">] {
      gpu.func @f() kernel { kernel.fence.proxy_async ... }
    }
    ```

    Clusters of more than 8 blocks are rejected, since not every device of an
    architecture supports them.
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "architecture, such as sm_90a">,
    Option<"features", "features", "std::string", /*default=*/"",
           "PTX version, such as +ptx80">
  ];
  let dependentDialects = ["NVVM::NVVMDialect"];
}

def KernelMergeLaunches : Pass<"kernel-merge-launches", "::mlir::ModuleOp"> {
  let summary = "Merges independent launches of a kernel";
  let description = [{
    Launches of the same kernel with the same sizes, of which none depends on
    another one, become one launch: of products that multiply the same array by
    different weights, for example. Each alone may have too few blocks for a
    device. The merged kernel has the arguments of all launches, of which each
    block selects those of the launch that it belongs to by its index along z.

    A launch is moved to an earlier one if neither it nor what computes its
    operands depends on the ops in between: allocations, deallocations, other
    launches and copies. Buffers are told apart by upstream's alias analysis.
    Kernels that use z themselves, print, or access globals are not merged, nor
    are more than `max-launches`, nor those whose arguments would not fit.

    ```mlir
    // before
    gpu.launch_func @kernels::@f blocks in (%n, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @kernels::@f blocks in (%n, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %z : memref<64xf32>)
    // after
    gpu.launch_func @kernels::@f_x2 blocks in (%n, %c1, %c2) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %y : memref<64xf32>, %z : memref<64xf32>)
    ```
  }];
  let options = [
    Option<"maxLaunches", "max-launches", "unsigned",
           /*default=*/"::mlir::kernel::maxMergedLaunches",
           "number of launches that become one">
  ];
  let dependentDialects = ["arith::ArithDialect", "kernel::KernelDialect"];
}

def KernelFindDependences : Pass<"kernel-find-dependences", "::mlir::ModuleOp"> {
  let summary = "Finds which launches depend on each other";
  let description = [{
    A launch depends on an earlier one of its block if one of them writes
    memory that the other one accesses. Launches that do not depend on all of
    those before them get `kernel.after`, the ones that they do depend on, and
    in graphs, the runtime starts such kernels at the same time. Streams execute
    launches in their order.

    Whatever else may access memory of the device, such as a copy, separates
    launches, as do allocations after a deallocation, which may use the same
    memory, and one in 16 launches.

    ```mlir
    // before
    gpu.launch_func @kernels::@f blocks in (%n, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @kernels::@g blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %z : memref<64xf32>)
    // after, if both only read %x: bit 0, for the launch before, is not set
    gpu.launch_func @kernels::@f blocks in (%n, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @kernels::@g blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<64xf32>, %z : memref<64xf32>) {kernel.after = 0 : i64}
    ```
  }];
}

def KernelOverlapLaunches
    : Pass<"kernel-overlap-launches", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lets kernels start while those before them end";
  let description = [{
    From sm_90 on, each kernel begins with `griddepcontrol.wait` (CUDA C++
    Programming Guide, "Programmatic Dependent Launch"), which waits until all
    that the kernel may depend on has been completed and is visible. The runtime
    then launches those of a graph such that a kernel may be started while the
    last blocks of the one before end. Elsewhere, the instruction does nothing.

    ```mlir
    // before
    gpu.module @m {
      gpu.func @f() kernel { ... }
    }
    // after, for chip=sm_90a
    gpu.module @m {
      gpu.func @f() kernel {
        nvvm.griddepcontrol wait
        ...
      }
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "architecture, such as sm_90a">
  ];
  let dependentDialects = ["NVVM::NVVMDialect"];
}

#endif // ZYN_DIALECT_KERNEL_TRANSFORMS_PASSES_TD
