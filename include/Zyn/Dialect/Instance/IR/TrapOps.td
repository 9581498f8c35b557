//===- TrapOps.td - Traps, and values that are not folded  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_TRAPOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_TRAPOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

def Instance_TrapOp : Instance_Op<"trap", [Terminator]> {
  let summary = "Ends the instance";
  let description = [{
    Ends the instance with a message about the reason, the function and the
    location of the op. Other instances continue.

    ```mlir
    func.func @f() {
      instance.trap unreachable
    }
    ```
  }];
  let arguments = (ins Instance_TrapKind:$kind);
  let assemblyFormat = "$kind attr-dict";
}

def Instance_TrapIfOp : Instance_Op<"trap_if"> {
  let summary = "Ends the instance if a condition holds";
  let description = [{
    ```mlir
    func.func @f(%x: i32, %y: i32) -> i32 {
      %zero = arith.constant 0 : i32
      %isZero = arith.cmpi eq, %y, %zero : i32
      instance.trap_if %isZero, divide_by_zero
      %0 = arith.divui %x, %y : i32
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins I1:$condition, Instance_TrapKind:$kind);
  let assemblyFormat = "$condition `,` $kind attr-dict";
}

def Instance_OpaqueOp : Instance_Op<"opaque", [
    Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "Returns its operand, which optimizations do not look at";
  let description = [{
    An operation on floats that leaves a number unchanged, such as `x * 1`,
    still makes a signaling NaN quiet. MLIR and LLVM fold it nevertheless, unless
    they do not know that one of its operands is 1.

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %one = arith.constant 1.0 : f32
      %0 = instance.opaque %one : f32
      %1 = arith.mulf %x, %0 : f32
      return %1 : f32
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[F32, F64]>:$value);
  let results = (outs AnyTypeOf<[F32, F64]>:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // ZYN_DIALECT_INSTANCE_IR_TRAPOPS_TD
