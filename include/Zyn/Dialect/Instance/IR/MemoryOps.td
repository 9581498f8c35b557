//===- MemoryOps.td - Linear memory and its segments ----- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_MEMORYOPS_TD
#define ZYN_DIALECT_INSTANCE_IR_MEMORYOPS_TD

include "Zyn/Dialect/Instance/IR/InstanceBase.td"

def Instance_MemoryOp : Instance_Declaration<"memory"> {
  let summary = "A linear memory of an instance";
  let description = [{
    Bytes with addresses from 0, all zero at first. Sizes are numbers of pages
    of 64 KiB: the initial one, and optionally the one that the memory can grow
    to, at most 65536. Addresses are unsigned numbers of 32 bits.

    ```mlir
    instance.memory @memory : 1 to 16
    instance.memory @shared imports <"env", "memory"> : 1
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<Instance_ImportAttr>:$source,
                       Instance_Size:$minimum,
                       OptionalAttr<Instance_Size>:$maximum);
  let assemblyFormat = [{
    $sym_name (`imports` $source^)? `:` $minimum (`to` $maximum^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Instance_DataOp : Instance_Declaration<"data"> {
  let summary = "Constant bytes that memory is initialized with";
  let description = [{
    Bytes that `instance.memory_init` copies, until `instance.data_drop`.

    ```mlir
    instance.data @greeting "hello\0A"
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$bytes);
  let assemblyFormat = "$sym_name $bytes attr-dict";
}

class Instance_MemoryAccess<string mnemonic>
    : Instance_Access<mnemonic> {
  string addressing = [{
    The effective address is the sum of the address, an unsigned number of 32
    bits, and the constant offset; the sum has 33 bits. `align` is the alignment
    that the program promises but does not guarantee; by default, it is the size
    of the value. Traps if any byte is outside of the memory.
  }];
}

def Instance_LoadOp : Instance_MemoryAccess<"load"> {
  let summary = "Loads a little-endian value from memory";
  let description = addressing # [{

    ```mlir
    instance.memory @memory : 1
    func.func @f(%address: i32) -> i32 {
      %0 = instance.load @memory[%address + 8] align 1 : i32
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$memory, I32:$address,
      Instance_Size:$offset,
      OptionalAttr<ConfinedAttr<I32Attr, [IntPowerOf2]>>:$align);
  let results = (outs AnyTypeOf<[I8, I16, I32, I64, F32, F64]>:$result);
  let assemblyFormat = [{
    $memory `[` $address `+` $offset `]` (`align` $align^)? attr-dict
    `:` type($result)
  }];
}

def Instance_StoreOp : Instance_MemoryAccess<"store"> {
  let summary = "Stores a little-endian value to memory";
  let description = addressing # [{
    In this case, no byte changes.

    ```mlir
    instance.memory @memory : 1
    func.func @f(%address: i32, %value: f64) {
      instance.store %value, @memory[%address + 0] : f64
      return
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[I8, I16, I32, I64, F32, F64]>:$value,
      FlatSymbolRefAttr:$memory, I32:$address, Instance_Size:$offset,
      OptionalAttr<ConfinedAttr<I32Attr, [IntPowerOf2]>>:$align);
  let assemblyFormat = [{
    $value `,` $memory `[` $address `+` $offset `]` (`align` $align^)? attr-dict
    `:` type($value)
  }];
}

def Instance_MemorySizeOp : Instance_Access<"memory_size"> {
  let summary = "Returns the number of pages of a memory";
  let description = [{
    ```mlir
    instance.memory @memory : 1
    func.func @f() -> i32 {
      %0 = instance.memory_size @memory
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$memory);
  let results = (outs I32:$result);
  let assemblyFormat = "$memory attr-dict";
}

def Instance_MemoryGrowOp : Instance_Access<"memory_grow"> {
  let summary = "Adds pages to a memory";
  let description = [{
    Returns the previous number of pages, or -1 if the memory cannot have that
    many pages.

    ```mlir
    instance.memory @memory : 1
    func.func @f(%pages: i32) -> i32 {
      %0 = instance.memory_grow @memory, %pages
      return %0 : i32
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$memory, I32:$pages);
  let results = (outs I32:$result);
  let assemblyFormat = "$memory `,` $pages attr-dict";
}

def Instance_MemoryFillOp : Instance_Access<"memory_fill"> {
  let summary = "Sets bytes of a memory to the same value";
  let description = [{
    Stores the low byte of `value` to `size` bytes at `address`. Traps, before
    any byte changes, if one of them is outside of the memory.

    ```mlir
    instance.memory @memory : 1
    func.func @f(%address: i32, %value: i32, %size: i32) {
      instance.memory_fill @memory[%address], %value, %size
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$memory, I32:$address, I32:$value,
                       I32:$size);
  let assemblyFormat = "$memory `[` $address `]` `,` $value `,` $size attr-dict";
}

def Instance_MemoryCopyOp : Instance_Access<"memory_copy"> {
  let summary = "Copies bytes, which may overlap";
  let description = [{
    Copies `size` bytes to `destination[address]` from `source[from]`. Traps,
    before any byte changes, if one of them is outside of its memory.

    ```mlir
    instance.memory @memory : 1
    func.func @f(%to: i32, %from: i32, %size: i32) {
      instance.memory_copy @memory[%to], @memory[%from], %size
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$destination, I32:$address,
                       FlatSymbolRefAttr:$source, I32:$from, I32:$size);
  let assemblyFormat = [{
    $destination `[` $address `]` `,` $source `[` $from `]` `,` $size attr-dict
  }];
}

def Instance_MemoryInitOp : Instance_Access<"memory_init"> {
  let summary = "Copies bytes of a data segment to memory";
  let description = [{
    Copies `size` bytes to `memory[address]` from `data[from]`. Traps, before
    any byte changes, if one of them is outside of the memory or the segment. A
    segment that has been dropped is empty.

    ```mlir
    instance.memory @memory : 1
    instance.data @greeting "hello"
    func.func @f(%to: i32, %from: i32, %size: i32) {
      instance.memory_init @memory[%to], @greeting[%from], %size
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$memory, I32:$address,
                       FlatSymbolRefAttr:$data, I32:$from, I32:$size);
  let assemblyFormat = [{
    $memory `[` $address `]` `,` $data `[` $from `]` `,` $size attr-dict
  }];
}

def Instance_DataDropOp : Instance_Access<"data_drop"> {
  let summary = "Empties a data segment";
  let description = [{
    ```mlir
    instance.data @greeting "hello"
    func.func @f() {
      instance.data_drop @greeting
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$data);
  let assemblyFormat = "$data attr-dict";
}

#endif // ZYN_DIALECT_INSTANCE_IR_MEMORYOPS_TD
