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
    Puts a call at the start of each basic block, with the number of its ops:
    constants and jumps are none. One op executed by one thread is a step.
    Blocks that threads may come to again and again get the call of another
    function, since the emulator can stop a thread there.

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

    `--convert-kernel-to-emulator` lowers the calls. Loops have to be of `cf`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def ConvertKernelToEmulator
    : Pass<"convert-kernel-to-emulator", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernels to functions of the host, for the emulator";
  let description = [{
    Each function gets the thread that executes it as its first argument, and
    `kernel` ops become calls of the functions in `EmulatorABI.h`, with the
    thread and the op's place in the source, or reads of the thread. The rest
    becomes what it is on the host. Each kernel gets a record, a
    `zynemu_kernel`, that says what the emulator has to know of it.

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

    With `check`, indices are compared with sizes, and each access is a call of
    `zynemuAccess` before it. Refused: ops of nvgpu and nvvm.
  }];
  let options = [Option<"check", "check", "bool", /*default=*/"true",
                        "check each access to memory">];
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
  let summary = "Lowers launches of emulated kernels to calls of the runtime";
  let description = [{
    `gpu.launch_func` becomes a call of `zynrtLaunch` with an image, a table of
    the records of all kernels that are launched, which are declared until
    `--embed-emulated-kernels` defines them. Other gpu ops in host code are
    lowered as by `--convert-gpu-to-runtime`.

    ```mlir
    // before
    gpu.launch_func @kernels::@f blocks in (%a, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%y : memref<8xf32>)
    // after
    %image = llvm.mlir.addressof @"zynrt:image:kernels" : !llvm.ptr
    llvm.call @zynrtLaunch(%image, %name, %a, ...)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def EmbedEmulatedKernels
    : Pass<"embed-emulated-kernels", "::mlir::ModuleOp"> {
  let summary = "Moves kernels for the emulator into the host's module";
  let description = [{
    What a `gpu.module` holds goes into the module around it, with the name of
    the `gpu.module` before its own, and the `gpu.module` is erased. All of it
    has to be in the LLVM dialect.

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
