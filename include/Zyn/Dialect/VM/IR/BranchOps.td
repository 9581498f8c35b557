//===- BranchOps.td - Instructions that move control ----- -*- tablegen -*-===//
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
  let summary = "Goes on at another block";
  let description = [{
    The state is the block's argument. It takes no instruction in the
    executable where the block comes next anyway.

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
  let summary = "Goes on at one of two blocks";
  let description = [{
    At the first if the comparison holds, or else at the second. The state is
    the argument of either. It compares a register with another one or with an
    immediate; [the machine](../../vm-machine.md#branch-instructions) lists
    the comparisons.

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
  let summary = "Executes another routine";
  let description = [{
    The routine begins with this state, and the state of its `vm.return` is
    the result, but for up to six registers that get back what they had. Where
    the instance's stack has no frame left, it traps.

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
    /// Registers that a frame has room for.
    static constexpr unsigned kMaxSaved = 6;
    uint32_t getSavedMask();
  }];
  let hasVerifier = 1;
}

def VM_YieldOp : VM_Instruction<"yield"> {
  let summary = "Ends the instance's part in this round";
  let description = [{
    It goes on with the next round, when all others have had their part in
    this one.

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
  let summary = "Goes back to after the call";
  let description = [{
    Registers that the call saved get back what they had. In a routine that
    was launched and not called, it halts the instance.

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
  let summary = "Ends the instance";
  let description = [{
    Its status is halted, its state the result.

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
