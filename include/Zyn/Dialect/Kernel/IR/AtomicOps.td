//===- AtomicOps.td - Atomic accesses -------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_ATOMICOPS_TD
#define ZYN_DIALECT_KERNEL_IR_ATOMICOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

/// `And`, `Or` and `Xor` are words of C++ otherwise.
def Kernel_AtomicKind : Kernel_Enum<"AtomicKind", "what an atomic computes", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"sub", 1>,
  I32EnumAttrCase<"min", 2>, I32EnumAttrCase<"max", 3>,
  I32EnumAttrCase<"umin", 4>, I32EnumAttrCase<"umax", 5>,
  I32EnumAttrCase<"And", 6, "and">, I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">, I32EnumAttrCase<"exchange", 9>,
  I32EnumAttrCase<"inc", 10>, I32EnumAttrCase<"dec", 11>
]>;

/// What all atomic accesses have: who sees them, and what they order.
class Kernel_AtomicAccessOp<string mnemonic, list<Trait> traits = []>
    : Kernel_Op<mnemonic, traits, Kernel_AnyTarget, /*dynamicTarget=*/true> {
  dag scopeAndOrder = (ins
      DefaultValuedAttr<Kernel_Scope, "Scope::device">:$scope,
      DefaultValuedAttr<Kernel_MemoryOrder, "MemoryOrder::relaxed">:$order);
  let hasVerifier = 1;
}

def Kernel_AtomicOp : Kernel_AtomicAccessOp<"atomic", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "Changes an element in one step";
  let description = [{
    Replaces the element at `indices` by the result of the operation with
    `value`, as one step that no other atomic access comes between, and returns
    what was there before:

    | kind | new element | types |
    |---|---|---|
    | `add`, `sub` | the sum, or the difference | i32, i64, f16, bf16, f32, f64 |
    | `min`, `max` | the less or greater, signed | i32, i64 |
    | `umin`, `umax` | the less or greater, unsigned | i32, i64 |
    | `and`, `or`, `xor` | bit by bit | i32, i64 |
    | `exchange` | `value` | i32, i64, f32, f64 |
    | `inc` | 0 if the element is at least `value`, else one more (unsigned) | i32 |
    | `dec` | `value` if the element is 0 or above `value`, else one less (unsigned) | i32 |

    `scope` says who sees it as one step: `block`, `cluster`, `device` (the
    default) or `system`. Two threads that use one element have both to be in
    the scope of both accesses. `order` is `relaxed` by default, which orders
    nothing else; with `acquire` the thread's later accesses come after it, with
    `release` its earlier ones before it, with `acq_rel` both.

    The buffer is in generic, global or shared memory. f32 in global memory
    flushes denormal numbers to zero; sums are rounded to nearest even.
    Becomes `atom`, or `red` where nobody uses the result.

    ```mlir
    gpu.module @m {
      gpu.func @f(%sum: memref<f32>, %flags: memref<8xi32>, %v: f32, %bit: i32) kernel {
        %i = kernel.thread_id x
        %0 = kernel.atomic add %v, %sum[] : f32, memref<f32>
        %1 = kernel.atomic or block release %bit, %flags[%i] : i32, memref<8xi32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = !con((ins Kernel_AtomicKind:$kind), scopeAndOrder,
      (ins AnyType:$value,
           Arg<Kernel_StridedBuffer, "", [MemRead, MemWrite]>:$memref,
           Variadic<Index>:$indices));
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $kind ($scope^)? ($order^)? $value `,` $memref `[` $indices `]` attr-dict
    `:` type($value) `,` type($memref)
  }];
}

def Kernel_AtomicCasOp : Kernel_AtomicAccessOp<"atomic_cas", [
    AllTypesMatch<["expected", "desired", "result"]>]> {
  let summary = "Exchanges an element if it is what was expected";
  let description = [{
    Stores `desired` at `indices` if the element has the bits of `expected`, in
    one step, and returns what was there before. `scope` and `order` are those
    of `kernel.atomic`; a failed exchange is still an access with that order.
    For integers and floats of 16, 32 and 64 bits; floats are compared as bits.
    Becomes `atom.cas`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%lock: memref<i32>, %free: i32, %taken: i32) kernel {
        %0 = kernel.atomic_cas device acquire %free, %taken, %lock[] : i32, memref<i32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = !con(scopeAndOrder,
      (ins AnyType:$expected, AnyType:$desired,
           Arg<Kernel_StridedBuffer, "", [MemRead, MemWrite]>:$memref,
           Variadic<Index>:$indices));
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    ($scope^)? ($order^)? $expected `,` $desired `,` $memref `[` $indices `]`
    attr-dict `:` type($expected) `,` type($memref)
  }];
}

def Kernel_AtomicLoadOp : Kernel_AtomicAccessOp<"atomic_load", [
    TypesMatchWith<"the result is an element of the buffer", "memref", "result",
                   "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "Loads an element that others change";
  let description = [{
    Loads the element at `indices` in one step. `order` is `relaxed` or
    `acquire`: then the thread's later accesses see what the thread whose
    `release` store or atomic was read had written before. For flags in loops
    that wait. Integers and floats of 8 to 64 bits. Becomes `ld.relaxed` or
    `ld.acquire`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%flag: memref<i32>) kernel {
        %0 = kernel.atomic_load acquire %flag[] : memref<i32>
        gpu.return
      }
    }
    ```
  }];
  // A relaxed load may be repeated, but not moved across another thread's step.
  let arguments = !con(scopeAndOrder,
      (ins Arg<Kernel_StridedBuffer, "", [MemRead, MemWrite]>:$memref,
           Variadic<Index>:$indices));
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    ($scope^)? ($order^)? $memref `[` $indices `]` attr-dict `:` type($memref)
  }];
}

def Kernel_AtomicStoreOp : Kernel_AtomicAccessOp<"atomic_store"> {
  let summary = "Stores an element that others read meanwhile";
  let description = [{
    Stores `value` at `indices` in one step. `order` is `relaxed` or `release`:
    then whoever reads it with `acquire` sees what the thread had written
    before. Integers and floats of 8 to 64 bits. Becomes `st.relaxed` or
    `st.release`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%flag: memref<i32>, %one: i32) kernel {
        kernel.atomic_store device release %one, %flag[] : i32, memref<i32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = !con(scopeAndOrder,
      (ins AnyType:$value, Arg<Kernel_StridedBuffer, "", [MemWrite]>:$memref,
           Variadic<Index>:$indices));
  let assemblyFormat = [{
    ($scope^)? ($order^)? $value `,` $memref `[` $indices `]` attr-dict `:`
    type($value) `,` type($memref)
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_ATOMICOPS_TD
