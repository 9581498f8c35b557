//===- EnvironmentOps.td - What is outside of an instance  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_ENVIRONMENTOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_ENVIRONMENTOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

def Instance_IdOp : Instance_Op<"id", [Pure]> {
  let summary = "Returns the number of the instance in the run, from 0";
  let description = [{
    ```mlir
    func.func @f() -> i32 {
      %0 = instance.id
      return %0 : i32
    }
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Instance_CountOp : Instance_Op<"count", [Pure]> {
  let summary = "Returns the number of instances of the run";
  let description = [{
    ```mlir
    func.func @f() -> i32 {
      %0 = instance.count
      return %0 : i32
    }
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Instance_ClockOp : Instance_Op<"clock", [MemoryEffects<[MemWrite]>]> {
  let summary = "Returns a time in nanoseconds";
  let description = [{
    Only differences between times of the same instance have a meaning.

    ```mlir
    func.func @f() -> i64 {
      %0 = instance.clock
      return %0 : i64
    }
    ```
  }];
  let results = (outs I64:$result);
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

def Instance_BufferSizeOp : Instance_Op<"buffer_size", [Pure]> {
  let summary = "Returns the number of bytes of a buffer";
  let description = [{
    An instance has three buffers outside of its memory: `shared`, which all
    instances of the run share, `input`, a row of the input of the run, and
    `output`, a row of its output. Whoever runs the program provides them, and
    those that are not provided are empty.

    ```mlir
    func.func @f() -> i32 {
      %0 = instance.buffer_size input
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins Instance_Buffer:$buffer);
  let results = (outs I32:$result);
  let assemblyFormat = "$buffer attr-dict";
}

def Instance_BufferReadOp : Instance_Access<"buffer_read"> {
  let summary = "Copies bytes of a buffer to memory";
  let description = [{
    Copies `size` bytes to `memory[address]` from `buffer[from]`. Traps, before
    any byte changes, if one of them is outside of the memory or the buffer. The
    copy is not atomic.

    ```mlir
    instance.memory @memory : 1
    func.func @f(%to: i32, %from: i32, %size: i32) {
      instance.buffer_read @memory[%to], input[%from], %size
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$memory, I32:$address,
                       Instance_Buffer:$buffer, I32:$from, I32:$size);
  let assemblyFormat = [{
    $memory `[` $address `]` `,` $buffer `[` $from `]` `,` $size attr-dict
  }];
}

def Instance_BufferWriteOp : Instance_Access<"buffer_write"> {
  let summary = "Copies bytes of a memory to a buffer";
  let description = [{
    Copies `size` bytes to `buffer[to]` from `memory[address]`. Traps, before
    any byte changes, if one of them is outside of the memory or the buffer. The
    copy is not atomic. The input is not written.

    ```mlir
    instance.memory @memory : 1
    func.func @f(%to: i32, %from: i32, %size: i32) {
      instance.buffer_write output[%to], @memory[%from], %size
      return
    }
    ```
  }];
  let arguments = (ins Instance_Buffer:$buffer, I32:$to,
                       FlatSymbolRefAttr:$memory, I32:$address, I32:$size);
  let assemblyFormat = [{
    $buffer `[` $to `]` `,` $memory `[` $address `]` `,` $size attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Atomic accesses
//===----------------------------------------------------------------------===//

class Instance_Atomic<string mnemonic, list<Trait> traits = []>
    : Instance_Op<mnemonic, traits> {
  string semantics = [{
    Accesses the buffer that all instances share, atomically for all of them. It
    does not order other accesses; `instance.fence` does. Traps if the offset in
    bytes is not a multiple of the size of the value, or if the value is outside
    of the buffer.
  }];
}

def Instance_AtomicLoadOp : Instance_Atomic<"atomic_load"> {
  let summary = "Loads a value of the shared buffer";
  let description = semantics # [{

    ```mlir
    func.func @f(%offset: i32) -> i64 {
      %0 = instance.atomic_load[%offset] : i64
      return %0 : i64
    }
    ```
  }];
  let arguments = (ins I32:$offset);
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = "`[` $offset `]` attr-dict `:` type($result)";
}

def Instance_AtomicStoreOp : Instance_Atomic<"atomic_store"> {
  let summary = "Stores a value to the shared buffer";
  let description = semantics # [{

    ```mlir
    func.func @f(%offset: i32, %value: i32) {
      instance.atomic_store %value, [%offset] : i32
      return
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[I32, I64]>:$value, I32:$offset);
  let assemblyFormat = "$value `,` `[` $offset `]` attr-dict `:` type($value)";
}

def Instance_AtomicUpdateOp : Instance_Atomic<"atomic_update", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "Modifies a value of the shared buffer";
  let description = semantics # [{

    Replaces the value with the result of the operation on it and `value`, and
    returns the old one. For floats, the only operation is `add`.

    ```mlir
    func.func @f(%offset: i32, %value: i32) -> i32 {
      %0 = instance.atomic_update add %value, [%offset] : i32
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins Instance_AtomicKind:$kind,
                       AnyTypeOf<[I32, I64, F32, F64]>:$value,
                       I32:$offset);
  let results = (outs AnyTypeOf<[I32, I64, F32, F64]>:$result);
  let assemblyFormat = [{
    $kind $value `,` `[` $offset `]` attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def Instance_AtomicCompareExchangeOp
    : Instance_Atomic<"atomic_compare_exchange", [
        AllTypesMatch<["expected", "desired", "result"]>]> {
  let summary = "Replaces a value of the shared buffer if it is as expected";
  let description = semantics # [{

    Returns the old value.

    ```mlir
    func.func @f(%offset: i32, %expected: i32, %desired: i32) -> i32 {
      %0 = instance.atomic_compare_exchange %expected, %desired, [%offset] : i32
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[I32, I64]>:$expected,
                       AnyTypeOf<[I32, I64]>:$desired, I32:$offset);
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = [{
    $expected `,` $desired `,` `[` $offset `]` attr-dict
    `:` type($expected)
  }];
}

def Instance_FenceOp
    : Instance_Op<"fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Orders the accesses of the instance to buffers";
  let description = [{
    What the instance wrote to buffers before the fence is visible to another
    instance that, before a fence of its own, has atomically loaded a value that
    this instance stored atomically after the fence.

    ```mlir
    func.func @f() {
      instance.fence
      return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // ZYN_DIALECT_INSTANCE_IR_ENVIRONMENTOPS_TD
