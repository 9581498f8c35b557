//===- Passes.td - KernelToEmulator passes --------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTOEMULATOR_PASSES_TD
#define ZYN_CONVERSION_KERNELTOEMULATOR_PASSES_TD

include "mlir/Pass/PassBase.td"

def CountEmulatedSteps
    : Pass<"count-emulated-steps", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Counts the ops that each thread of a kernel executes";
  let description = [{
    Inserts a call at the start of each basic block, with the number of its ops
    except for constants and unconditional branches. One op executed by one
    thread is a step. Blocks that threads may execute repeatedly call another
    function, in which the emulator can suspend or end a thread.

    ```mlir
    // before
    ^bb1(%i: index):
      %v = kernel.load %x[%i] : memref<?xf32>, f32
      ...
    // after
    ^bb1(%i: index):
      %c4 = arith.constant 4 : i64
      call @zynemu_steps_in_loop(%c4) : (i64) -> ()
      %v = kernel.load %x[%i] : memref<?xf32>, f32
      ...
    ```

    `--convert-kernel-to-emulator` lowers the calls. Loops must be in `cf` form.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def ConvertKernelToEmulator
    : Pass<"convert-kernel-to-emulator", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernels to host functions for the emulator";
  let description = [{
    The thread that executes a function becomes its first argument, and `kernel`
    ops become either calls to the functions in `EmulatorABI.h`, with the thread
    and the op's source location, or loads of the thread's fields. All other ops
    are lowered as in host code. A `zynemu_kernel` record describes each kernel
    to the emulator.

    ```mlir
    // before
    gpu.func @f(%x: memref<64xf32>) kernel {
      %i = kernel.thread_id x
      kernel.barrier
    // after
    llvm.func @f(%thread: !llvm.ptr, ...) {
      %0 = llvm.getelementptr %thread[3] : (!llvm.ptr) -> !llvm.ptr, i64
      %i = llvm.load %0 : !llvm.ptr -> i64
      llvm.call @zynemuBarrier(%thread, %site, %id, %count)
    ```

    With `check`, indices are compared with sizes, and a call to `zynemuAccess`
    precedes each access. Rejects ops of nvgpu and nvvm.
  }];
  let options = [Option<"check", "check", "bool", /*default=*/"true",
                        "check each memory access">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::kernel::KernelDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ConvertLaunchToEmulator
    : Pass<"convert-launch-to-emulator", "::mlir::ModuleOp"> {
  let summary = "Lowers launches of emulated kernels to calls to the runtime";
  let description = [{
    `gpu.launch_func` becomes a call to `zynrtLaunch` with an image, which is a
    table of the records of all launched kernels. The records are only declared;
    `--embed-emulated-kernels` defines them. Other gpu ops in host code are
    lowered as in `--convert-gpu-to-runtime`.

    ```mlir
    // before
    gpu.launch_func @kernels::@f blocks in (%a, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%y : memref<8xf32>)
    // after
    %image = llvm.mlir.addressof @"zynrt:image:kernels" : !llvm.ptr
    llvm.call @zynrtLaunch(%image, %name, %a, ...)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::kernel::KernelDialect",
                           "::mlir::memref::MemRefDialect"];
}

def EmbedEmulatedKernels
    : Pass<"embed-emulated-kernels", "::mlir::ModuleOp"> {
  let summary = "Moves emulated kernels into the host module";
  let description = [{
    Moves the contents of each `gpu.module` into the enclosing module, with the
    name of the `gpu.module` as a prefix, and erases the `gpu.module`. All ops
    must be in the LLVM dialect.

    ```mlir
    // before
    gpu.module @kernels {
      llvm.func @f(%thread: !llvm.ptr) {...}
    }
    // after
    llvm.func @kernels_f(%thread: !llvm.ptr) {...}
    ```
  }];
}

#endif // ZYN_CONVERSION_KERNELTOEMULATOR_PASSES_TD
