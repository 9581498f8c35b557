//===- OracleOps.td - Non-linear instructions ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_ORACLEOPS_TD
#define ZYN_DIALECT_VM_IR_ORACLEOPS_TD

include "Zyn/Dialect/VM/IR/VMBase.td"

def VM_OracleOp : VM_Instruction<"oracle"> {
  let summary = "Sets a register to a non-linear function of registers";
  let description = [{
    Computes `d = kind a, b`. [The definition of the matrix
    VM](../../vm-machine.md#oracle-instructions) specifies each kind exactly.
    `b` is a register or an immediate, which is written as a float if the
    function takes floats and as an integer otherwise. `select` has three
    register operands.

    Division by zero traps, which ends this instance only.

    ```mlir
    func.func @hash(%s: !vm.state<i32>) -> !vm.state<i32> {
      %0 = vm.oracle %s {r1 = shrui r0, 16} : i32
      %1 = vm.oracle %0 {r0 = xori r0, r1} : i32
      %2 = vm.oracle %1 {r2 = popcount r0} : i32
      %3 = vm.oracle %2 {r3 = select r2, r0, r1} : i32
      return %3 : !vm.state<i32>
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, VM_OracleKind:$kind,
                       VM_Register:$dest, VM_Register:$lhs,
                       OptionalAttr<VM_Register>:$rhs,
                       OptionalAttr<VM_Register>:$third,
                       OptionalAttr<I32Attr>:$immediate);
  let assemblyFormat = [{
    $state custom<Oracle>($kind, $dest, $lhs, $rhs, $third, $immediate)
    attr-dict `:` custom<WordType>(type($state))
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_VM_IR_ORACLEOPS_TD
