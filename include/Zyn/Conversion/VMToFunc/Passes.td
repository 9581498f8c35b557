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
  let summary = "Makes a function of each vm program that runs a phase of it";
  let description = [{
    The function takes the memory of the phase and its parameters, `struct
    MachineMemory` in `VMToFunc.h` names them, and the number of instances. It
    runs one round: each instance until it ends, is blocked, or yields.
    [The machine](../../vm-machine.md) says what instructions mean.

    | engine | an instance is run by |
    |---|---|
    | `aot` | a function with the code of all routines; registers are variables of it, and a switch on the program counter is where an instance goes on that has yielded or was blocked |
    | `interpreter` | a loop that reads instructions of the executable |
    | `epochs` | the same, an instruction at a time: those of a block, or on the host of a task, are sorted by the class of their next instruction, and each class is executed together |

    The two that interpret have code for the opcodes that the program has, all
    those of linear instructions if there is one, and no others.

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
      scf.parallel (%position) = (%c0) to (%count) step (%c1) {
        func.call @p_resume(%state, ..., %position)
      }
      return
    }
    ```

    With `device`, the function launches a kernel with a thread for each
    instance.

    Refused: buffers without a place, which `--vm-allocate-buffers` gives them.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "run instances by a kernel of a GPU, not on the host's threads">,
    Option<"engine", "engine", "::mlir::zyn::VMEngine",
           "::mlir::zyn::VMEngine::AheadOfTime", "how programs run",
           [{::llvm::cl::values(
             clEnumValN(::mlir::zyn::VMEngine::AheadOfTime, "aot",
                        "compiled, the state in registers"),
             clEnumValN(::mlir::zyn::VMEngine::Interpreter, "interpreter",
                        "an interpreter of the executable, in one kernel"),
             clEnumValN(::mlir::zyn::VMEngine::Epochs, "epochs",
                        "an instruction an epoch, instances sorted by its "
                        "class"))}]>
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
