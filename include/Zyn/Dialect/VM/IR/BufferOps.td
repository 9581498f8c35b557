//===- BufferOps.td - Instructions on buffers ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_BUFFEROPS_TD
#define ZYN_DIALECT_VM_IR_BUFFEROPS_TD

include "Zyn/Dialect/VM/IR/VMBase.td"
include "mlir/IR/SymbolInterfaces.td"

/// An instruction on a buffer of the program.
class VM_BufferInstruction<string mnemonic>
    : VM_Instruction<mnemonic,
                     [DeclareOpInterfaceMethods<SymbolUserOpInterface>]>;

def VM_LoadOp : VM_BufferInstruction<"load"> {
  let summary = "Loads a word of a buffer into a register";
  let description = [{
    `d = @buffer[a + offset]`, for a shared or instance buffer. Traps if the
    address is not less than the size of the buffer.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @table shared input : tensor<16xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.load %s {r3 = @table[r1 + 2]} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       VM_Register:$dest,
                       OptionalAttr<VM_Register>:$address,
                       DefaultValuedAttr<I32Attr, "0">:$offset);
  let assemblyFormat = [{
    $state custom<Load>($dest, $buffer, $address, $offset) attr-dict
    `:` custom<WordType>(type($state))
  }];
}

def VM_StoreOp : VM_BufferInstruction<"store"> {
  let summary = "Stores a register to a word of a buffer";
  let description = [{
    `@buffer[a + offset] = v`, for a shared or instance buffer. Traps if the
    address is not less than the size of the buffer.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @result instance output : tensor<4xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.store %s {@result[0] = r1} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       OptionalAttr<VM_Register>:$address,
                       DefaultValuedAttr<I32Attr, "0">:$offset,
                       VM_Register:$value);
  let assemblyFormat = [{
    $state custom<Store>($buffer, $address, $offset, $value) attr-dict
    `:` custom<WordType>(type($state))
  }];
}

def VM_GatherOp : VM_BufferInstruction<"gather"> {
  let summary = "Loads several words of a buffer into registers";
  let description = [{
    Loads a word into each register of a range, with addresses from a range of
    registers of the same length. All addresses are read first; if one is not
    less than the size of the buffer, the instance traps and no register
    changes.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @table shared input : tensor<16xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.gather %s {r4 to r7 = @table[r0 to r3]} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       VM_Register:$dest, VM_Register:$address,
                       I32Attr:$count);
  let assemblyFormat = [{
    $state custom<Gather>($dest, $count, $buffer, $address) attr-dict
    `:` custom<WordType>(type($state))
  }];
  let hasVerifier = 1;
}

def VM_ScatterOp : VM_BufferInstruction<"scatter"> {
  let summary = "Stores several registers to words of a buffer";
  let description = [{
    Stores each register of a range, in order, to addresses from a range of
    registers of the same length. If an address is not less than the size of the
    buffer, the instance traps and no word changes.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @table shared output : tensor<16xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.scatter %s {@table[r0 to r3] = r4 to r7} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       VM_Register:$address, VM_Register:$value,
                       I32Attr:$count);
  let assemblyFormat = [{
    $state custom<Scatter>($buffer, $address, $count, $value) attr-dict
    `:` custom<WordType>(type($state))
  }];
  let hasVerifier = 1;
}

def VM_AtomicOp : VM_BufferInstruction<"atomic"> {
  let summary = "Atomically updates a word of a shared buffer";
  let description = [{
    Replaces the word by a function of itself and a register, and sets the
    destination to the old word. `cas` has two operands: the expected word, and
    the new word that is stored if they are equal. Traps if the address is not
    less than the size of the buffer.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @sums shared output : tensor<16xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.atomic %s {r3 = addi @sums[r1], r2} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       VM_AtomicKind:$kind, VM_Register:$dest,
                       OptionalAttr<VM_Register>:$address,
                       DefaultValuedAttr<I32Attr, "0">:$offset,
                       VM_Register:$value, OptionalAttr<VM_Register>:$third);
  let assemblyFormat = [{
    $state custom<Atomic>($dest, $kind, $buffer, $address, $offset, $value, $third) attr-dict
    `:` custom<WordType>(type($state))
  }];
  let hasVerifier = 1;
}

def VM_SendOp : VM_BufferInstruction<"send"> {
  let summary = "Sends a word to a slot of a channel";
  let description = [{
    Fills an empty slot. If the slot is full, the instance blocks and tries
    again in the next round. Writes of this instance before the send are visible
    to the instance that receives the word.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @mail channel : tensor<16xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.send %s {@mail[r0] = r1} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       OptionalAttr<VM_Register>:$address,
                       DefaultValuedAttr<I32Attr, "0">:$offset,
                       VM_Register:$value);
  let assemblyFormat = [{
    $state custom<Store>($buffer, $address, $offset, $value) attr-dict
    `:` custom<WordType>(type($state))
  }];
}

def VM_ReceiveOp : VM_BufferInstruction<"receive"> {
  let summary = "Receives a word from a slot of a channel";
  let description = [{
    Empties a full slot. If the slot is empty, the instance blocks and tries
    again in the next round.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @mail channel : tensor<16xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.receive %s {r1 = @mail[r0]} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       VM_Register:$dest,
                       OptionalAttr<VM_Register>:$address,
                       DefaultValuedAttr<I32Attr, "0">:$offset);
  let assemblyFormat = [{
    $state custom<Load>($dest, $buffer, $address, $offset) attr-dict
    `:` custom<WordType>(type($state))
  }];
}

def VM_OutputOp : VM_BufferInstruction<"output"> {
  let summary = "Appends a word to a buffer";
  let description = [{
    The first word of the shared buffer counts the words that all instances have
    appended; the words follow in an unspecified order. If the buffer is full,
    the instance traps (out of bounds) and the count does not change.

    ```mlir
    vm.program @p : i32 {
      vm.buffer @hits shared output : tensor<65xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.output %s {@hits, r1} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins VM_StateType:$state, FlatSymbolRefAttr:$buffer,
                       VM_Register:$value);
  let assemblyFormat = [{
    $state custom<Append>($buffer, $value) attr-dict
    `:` custom<WordType>(type($state))
  }];
}

#endif // ZYN_DIALECT_VM_IR_BUFFEROPS_TD
