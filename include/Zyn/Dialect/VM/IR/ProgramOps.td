//===- ProgramOps.td - Programs and their parts ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_PROGRAMOPS_TD
#define ZYN_DIALECT_VM_IR_PROGRAMOPS_TD

include "Zyn/Dialect/VM/IR/VMBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

def VM_ProgramOp : VM_Op<"program", [
    IsolatedFromAbove, NoTerminator, SingleBlock, Symbol, SymbolTable]> {
  let summary = "A program of the matrix VM";
  let description = [{
    Contains buffers, routines, and the phases that launch the routines. The
    type is that of all words. `stack_depth` is the number of frames of an
    instance's stack, 16 by default. `observed` lists the registers whose final
    values matter, all registers by default. [The definition of the matrix
    VM](../../vm-machine.md) specifies how programs are executed.

    ```mlir
    vm.program @squares : i32 {
      vm.buffer @result instance output : tensor<1xi32>
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.oracle %s {r1 = muli r0, r0} : i32
        %1 = vm.store %0 {@result[0] = r1} : i32
        vm.halt %1 : i32
      }
      vm.phase @all {
        vm.launch @main
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$word_type,
      DefaultValuedAttr<ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<65536>]>,
                        "16">:$stack_depth,
      OptionalAttr<DenseI32ArrayAttr>:$observed);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `:` $word_type attr-dict-with-keyword $body
  }];
  let extraClassDeclaration = [{
    /// Returns the mask of registers whose final values matter.
    uint32_t getObservedMask();
  }];
  let hasVerifier = 1;
}

def VM_BufferOp : VM_Op<"buffer", [Symbol, HasParent<"ProgramOp">]> {
  let summary = "A buffer of a program";
  let description = [{
    Declares words that all instances share, words that each instance has for
    itself, or slots of a channel; the type specifies their number. An `input`
    is initialized from an array that is passed to the run, an `output` is a
    result of the run, `inout` is both; other buffers are temporary. `at` is the
    offset among the buffers of the same kind, which `--vm-allocate-buffers`
    assigns.

    ```mlir
    vm.program @p : f32 {
      vm.buffer @prices shared input : tensor<1000xf32>
      vm.buffer @paths instance : tensor<16xf32>
      vm.buffer @mail channel : tensor<64xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, VM_BufferKind:$kind,
      DefaultValuedAttr<VM_BufferRole, "::mlir::vm::BufferRole::temporary">:$role,
      TypeAttrOf<AnyRankedTensor>:$type, OptionalAttr<I64Attr>:$offset);
  let assemblyFormat = [{
    $sym_name $kind ($role^)? `:` $type (`at` $offset^)? attr-dict
  }];
  let extraClassDeclaration = [{
    /// Returns the number of words or slots.
    int64_t getSize() {
      return ::llvm::cast<::mlir::RankedTensorType>(getType()).getDimSize(0);
    }
    ::mlir::Type getElementType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getType()).getElementType();
    }
    bool isInput() {
      return getRole() == BufferRole::input || getRole() == BufferRole::inout;
    }
    bool isOutput() {
      return getRole() == BufferRole::output || getRole() == BufferRole::inout;
    }
  }];
  let hasVerifier = 1;
}

def VM_RoutineOp : VM_Op<"routine", [
    Symbol, IsolatedFromAbove, HasParent<"ProgramOp">]> {
  let summary = "A sequence of instructions";
  let description = [{
    A control-flow graph of instructions. Each block has one argument, a state,
    and each instruction takes the state that the previous one produced, since
    an instance has only one state.

    ```mlir
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.linear %s {r1 = r0 + 1} : i32
        vm.halt %0 : i32
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region MinSizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def VM_PhaseOp : VM_Op<"phase", [
    Symbol, NoTerminator, SingleBlock, HasParent<"ProgramOp">]> {
  let summary = "A set of launches that run concurrently";
  let description = [{
    Phases run one after the other: each one after those in `after`, and
    otherwise in program order.

    ```mlir
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        vm.halt %s : i32
      }
      vm.phase @first {
        vm.launch @main
        vm.launch @main instances 4
      }
      vm.phase @second after [@first] {
        vm.launch @main
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$after);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`after` $after^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def VM_LaunchOp : VM_Op<"launch", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs instances of a routine";
  let description = [{
    `instances` is the number of instances; by default, it is that of the run.
    `--vm-schedule-phases` assigns launches outside of phases to phases,
    depending on the buffers that they use.

    ```mlir
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        vm.halt %s : i32
      }
      vm.launch @main instances 100
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$routine,
      OptionalAttr<ConfinedAttr<I64Attr, [IntPositive, IntMaxValue<2147483647>]>>:$instances);
  let assemblyFormat = [{
    $routine (`instances` $instances^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_VM_IR_PROGRAMOPS_TD
