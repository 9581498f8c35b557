//===- Passes.td - VMToFunc passes ----------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_VMTOFUNC_PASSES_TD
#define ZYN_CONVERSION_VMTOFUNC_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertVMToFunc : Pass<"convert-vm-to-func", "::mlir::ModuleOp"> {
  let summary = "Lowers vm programs to functions that run a phase";
  let description = [{
    The arguments of the function are the memory and the parameters of the
    phase, which `struct MachineMemory` in `VMToFunc.h` lists, and the number of
    instances. It runs one round: each instance runs until it ends, blocks or
    yields. [The matrix VM](../../vm-machine.md) specifies the instructions.

    | engine | an instance is executed by |
    |---|---|
    | `aot` | a function with the code of all routines; its variables are the registers, and a switch on the program counter resumes instances that have yielded or blocked |
    | `interpreter` | a loop that reads instructions from the executable |
    | `epochs` | the same loop, one instruction at a time: the instances of a block, or of a task on the host, are sorted by the class of their next instruction, and each class is executed together |

    The two interpreting engines only have code for the opcodes of the program,
    and for all linear opcodes if it has at least one of them.

    ```mlir
    // before
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.linear %s {r1 = r0 + 1} : i32
        vm.halt %0 : i32
      }
      vm.phase @all {
        vm.launch @main
      }
    }
    // after
    func.func private @p_resume(%state: memref<32x?xi32>, ...)
    func.func @p(%state: memref<32x?xi32>, ..., %count: index) {
      scf.parallel (%index) = (%c0) to (%count) step (%c1) {
        func.call @p_resume(%state, ..., %index)
      }
      return
    }
    ```

    With `device`, the function launches a kernel with one thread for each
    instance.

    Rejects buffers without an offset, which `--vm-allocate-buffers` assigns.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "run instances in a GPU kernel rather than on host threads">,
    Option<"engine", "engine", "::mlir::zyn::VMEngine",
           "::mlir::zyn::VMEngine::AheadOfTime", "how instances are executed",
           [{::llvm::cl::values(
             clEnumValN(::mlir::zyn::VMEngine::AheadOfTime, "aot",
                        "compiled code, with the state in registers"),
             clEnumValN(::mlir::zyn::VMEngine::Interpreter, "interpreter",
                        "an interpreter of the executable in one kernel"),
             clEnumValN(::mlir::zyn::VMEngine::Epochs, "epochs",
                        "one instruction per epoch, with instances sorted by "
                        "instruction class"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // ZYN_CONVERSION_VMTOFUNC_PASSES_TD
