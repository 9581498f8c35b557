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

/// `And`, `Or` and `Xor` are capitalized, since `and`, `or` and `xor` are C++
/// keywords.
def Kernel_AtomicKind : Kernel_Enum<"AtomicKind", "what an atomic computes", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"sub", 1>,
  I32EnumAttrCase<"min", 2>, I32EnumAttrCase<"max", 3>,
  I32EnumAttrCase<"umin", 4>, I32EnumAttrCase<"umax", 5>,
  I32EnumAttrCase<"And", 6, "and">, I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">, I32EnumAttrCase<"exchange", 9>,
  I32EnumAttrCase<"inc", 10>, I32EnumAttrCase<"dec", 11>
]>;

/// The base class of atomic accesses, with a scope and a memory order.
class Kernel_AtomicAccessOp<string mnemonic, list<Trait> traits = []>
    : Kernel_Op<mnemonic, traits, Kernel_AnyTarget, /*dynamicTarget=*/true> {
  dag scopeAndOrder = (ins
      DefaultValuedAttr<Kernel_Scope, "Scope::device">:$scope,
      DefaultValuedAttr<Kernel_MemoryOrder, "MemoryOrder::relaxed">:$order);
  let hasVerifier = 1;
}

def Kernel_AtomicOp : Kernel_AtomicAccessOp<"atomic", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "Modifies an element atomically";
  let description = [{
    Atomically replaces the element at `indices` with the result of the
    operation on it and `value`, and returns the old element:

    | kind | new element | types |
    |---|---|---|
    | `add`, `sub` | the sum or difference | i32, i64, f16, bf16, f32, f64 |
    | `min`, `max` | the signed minimum or maximum | i32, i64 |
    | `umin`, `umax` | the unsigned minimum or maximum | i32, i64 |
    | `and`, `or`, `xor` | the bitwise operation | i32, i64 |
    | `exchange` | `value` | i32, i64, f32, f64 |
    | `inc` | 0 if the element is at least `value`, otherwise the element plus 1 (unsigned) | i32 |
    | `dec` | `value` if the element is 0 or greater than `value`, otherwise the element minus 1 (unsigned) | i32 |

    `scope` is the set of threads for which the access is atomic: `block`,
    `cluster`, `device` (the default) or `system`. If two threads access the
    same element, both must be in the scope of both accesses. `order` is
    `relaxed` by default, which does not order other accesses. With `acquire`,
    the thread's later accesses are ordered after it, with `release`, its
    earlier accesses before it, and with `acq_rel`, both.

    The buffer is in generic, global or shared memory. For f32 in global memory,
    denormal numbers are flushed to zero. Sums are rounded to nearest even.
    Becomes `atom`, or `red` if the result is unused.

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
  let summary = "Exchanges an element if it has the expected value";
  let description = [{
    Atomically stores `desired` at `indices` if the element has the same bits as
    `expected`, and returns the old element. `scope` and `order` are as in
    `kernel.atomic`; a failed exchange is also an access with this order.
    Supports integers and floats of 16, 32 and 64 bits; floats are compared
    bitwise. Becomes `atom.cas`.

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
  let summary = "Loads an element atomically";
  let description = [{
    Atomically loads the element at `indices`. `order` is `relaxed` or
    `acquire`. With `acquire`, the thread's later accesses see everything that
    another thread wrote before the `release` store or atomic whose value is
    loaded. Used for flags that threads wait for in loops. Supports integers and
    floats of 8 to 64 bits. Becomes `ld.relaxed` or `ld.acquire`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%flag: memref<i32>) kernel {
        %0 = kernel.atomic_load acquire %flag[] : memref<i32>
        gpu.return
      }
    }
    ```
  }];
  // Has a write effect, since other threads may change the element between two
  // loads, which therefore must not be merged or moved.
  let arguments = !con(scopeAndOrder,
      (ins Arg<Kernel_StridedBuffer, "", [MemRead, MemWrite]>:$memref,
           Variadic<Index>:$indices));
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    ($scope^)? ($order^)? $memref `[` $indices `]` attr-dict `:` type($memref)
  }];
}

def Kernel_AtomicStoreOp : Kernel_AtomicAccessOp<"atomic_store"> {
  let summary = "Stores an element atomically";
  let description = [{
    Atomically stores `value` at `indices`. `order` is `relaxed` or `release`.
    With `release`, a thread that loads the value with `acquire` sees everything
    that this thread wrote before. Supports integers and floats of 8 to 64 bits.
    Becomes `st.relaxed` or `st.release`.

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
