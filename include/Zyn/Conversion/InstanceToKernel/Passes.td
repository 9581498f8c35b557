//===- Passes.td - InstanceToKernel passes --------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_INSTANCETOKERNEL_PASSES_TD
#define ZYN_CONVERSION_INSTANCETOKERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertInstanceToKernel
    : Pass<"convert-instance-to-kernel", "::mlir::ModuleOp"> {
  let summary = "Lowers instances to a kernel that runs one in each thread";
  let description = [{
    The functions of a program become functions of a GPU module, with a kernel
    that initializes an instance for each thread and calls an exported function.
    `@run_instances` launches it; `InstanceToKernel.h` describes its parameters.

    What belongs to an instance and changes is in the local memory of its
    thread, to which the first argument of each function points; LLVM moves it
    to registers where functions are inlined. The second argument is the linear
    memory, whose words of 4 bytes are interleaved with those of the other lanes
    of the warp. An access checks bounds and alignment with one comparison, and
    otherwise takes a slow path, which may trap. A trap ends the thread.

    ```mlir
    // before
    instance.memory @memory : 1
    instance.export "f" = @f
    func.func @f(%address: i32) -> i32 {
      %0 = instance.load @memory[%address + 8] : i32
      return %0 : i32
    }
    // after
    gpu.module @instances {
      func.func private @instance.f(%frame: !llvm.ptr<5>,
                                    %memory: !llvm.ptr<1>, %address: i32) -> i32 {
        %offset = arith.constant 8 : i32
        %access = arith.constant 0 : i32
        %0 = call @load_i32_words(%frame, %memory, %address, %offset, %access)
            : (!llvm.ptr<5>, !llvm.ptr<1>, i32, i32, i32) -> i32
        return %0 : i32
      }
      func.func private @load_i32_words(
          %frame: !llvm.ptr<5>, %memory: !llvm.ptr<1>, %address: i32,
          %offset: i32, %access: i32) -> i32
          attributes {passthrough = ["alwaysinline"]} {
        ...
        %word = llvm.intr.fshr(%address, %address, %two) : (i32, i32, i32) -> i32
        %isFast = arith.cmpi ult, %word, %limit : i32
        cf.cond_br %isFast weights([2000, 1]), ^fast, ^slow
        ...
      }
      gpu.func @run(...) kernel { ... }
    }
    func.func @run_instances(...) { ... gpu.launch_func @instances::@run ... }
    ```

    A call of the host writes a request to the port of the slot, which
    `HostPortABI.h` describes, and polls it until the answer is there.

    Rejects the same ops as `--convert-instance-to-runtime`, imports other than
    functions, and more than one memory.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::instance::InstanceDialect", "::mlir::kernel::KernelDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // ZYN_CONVERSION_INSTANCETOKERNEL_PASSES_TD
