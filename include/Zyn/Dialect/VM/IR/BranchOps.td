//===- BranchOps.td - Control-flow instructions ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_BRANCHOPS_TD
#define ZYN_DIALECT_VM_IR_BRANCHOPS_TD

include "Zyn/Dialect/VM/IR/VMBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def VM_JumpOp : VM_Terminator<"jump", [
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "Jumps to another block";
  let description = [{
    The state becomes the argument of the block. A jump to the next block is not
    encoded in the executable.

    ```mlir
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        vm.jump %s ^end : i32
      ^end(%0: !vm.state<i32>):
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state);
  let successors = (successor AnySuccessor:$target);
  let assemblyFormat = [{
    $state $target attr-dict `:` custom<WordType>(type($state))
  }];
}

def VM_BranchOp : VM_Terminator<"branch", [
    DeclareOpInterfaceMethods<BranchOpInterface>]> {
  let summary = "Branches to one of two blocks";
  let description = [{
    Branches to the first block if the comparison holds, and to the second one
    otherwise. The state becomes the argument of the block. The comparison is
    between a register and another register or an immediate; [the definition of
    the matrix VM](../../vm-machine.md#branch-instructions) lists the
    predicates.

    ```mlir
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        vm.jump %s ^loop : i32
      ^loop(%0: !vm.state<i32>):
        %1 = vm.linear %0 {r1 = r1 + 1} : i32
        vm.branch %1 {r1 slt 10} ^loop, ^end : i32
      ^end(%2: !vm.state<i32>):
        vm.halt %2 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, VM_Predicate:$predicate,
                       VM_Register:$lhs, OptionalAttr<VM_Register>:$rhs,
                       OptionalAttr<I32Attr>:$immediate);
  let successors = (successor AnySuccessor:$trueTarget,
                              AnySuccessor:$falseTarget);
  let assemblyFormat = [{
    $state custom<Comparison>($predicate, $lhs, $rhs, $immediate)
    $trueTarget `,` $falseTarget attr-dict `:` custom<WordType>(type($state))
  }];
  let hasVerifier = 1;
}

def VM_CallOp : VM_Instruction<"call", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Calls a routine";
  let description = [{
    The routine starts with this state, and the result is the state of its
    `vm.return`, except that the saved registers, up to six, are restored. Traps
    if the stack of the instance is full.

    ```mlir
    vm.program @p : i32 {
      vm.routine @double(%s: !vm.state<i32>) {
        %0 = vm.linear %s {r1 = 2 * r1, r2 = 0} : i32
        vm.return %0 : i32
      }
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.call %s @double saving [r2] : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$callee,
                       DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$saved);
  let assemblyFormat = [{
    $state $callee (`saving` custom<Registers>($saved)^)? attr-dict
    `:` custom<WordType>(type($state))
  }];
  let extraClassDeclaration = [{
    /// Number of registers that a frame can save.
    static constexpr unsigned kMaxSaved = 6;
    uint32_t getSavedMask();
  }];
  let hasVerifier = 1;
}

def VM_YieldOp : VM_Instruction<"yield"> {
  let summary = "Suspends the instance until the next round";
  let description = [{
    Execution continues at the next instruction when all other instances have
    finished the current round.

    ```mlir
    func.func @wait(%s: !vm.state<i32>) -> !vm.state<i32> {
      %0 = vm.yield %s : i32
      return %0 : !vm.state<i32>
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state);
  let assemblyFormat = [{
    $state attr-dict `:` custom<WordType>(type($state))
  }];
}

def VM_ReturnOp : VM_Terminator<"return", [HasParent<"RoutineOp">]> {
  let summary = "Returns to the instruction after the call";
  let description = [{
    Restores the registers that the call saved. In a routine that was launched
    rather than called, halts the instance.

    ```mlir
    vm.program @p : i32 {
      vm.routine @nothing(%s: !vm.state<i32>) {
        vm.return %s : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state);
  let assemblyFormat = [{
    $state attr-dict `:` custom<WordType>(type($state))
  }];
}

def VM_HaltOp : VM_Terminator<"halt", [HasParent<"RoutineOp">]> {
  let summary = "Halts the instance";
  let description = [{
    Sets the status of the instance to halted; the state is its final state.

    ```mlir
    vm.program @p : i32 {
      vm.routine @nothing(%s: !vm.state<i32>) {
        vm.halt %s : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state);
  let assemblyFormat = [{
    $state attr-dict `:` custom<WordType>(type($state))
  }];
}

#endif // ZYN_DIALECT_VM_IR_BRANCHOPS_TD
