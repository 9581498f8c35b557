//===- Passes.td - Passes on the vm dialect -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_TRANSFORMS_PASSES_TD
#define ZYN_DIALECT_VM_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VMEliminateDeadState
    : Pass<"vm-eliminate-dead-state", "::mlir::vm::ProgramOp"> {
  let summary = "Removes what sets registers that nobody reads";
  let description = [{
    A register is live where an instruction that can come later reads it before
    it is set again. Rows of matrices and oracles without effect that set a
    register that is not live are removed; loads stay, for they can trap.

    Where an instance ends, the registers that the program observes are live:
    at `vm.halt`, at `vm.return` of a routine that is launched and never called,
    and at what can trap. All are where a routine is called, and where one that
    is called returns.

    ```mlir
    // before
    vm.program @p : i32 attributes {observed = array<i32: 1>} {
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.linear %s {r1 = r0 + r2, r3 = 2 * r0} : i32
        %1 = vm.oracle %0 {r4 = popcount r3} : i32
        vm.halt %1 : i32
      }
      vm.phase @all {
        vm.launch @main
      }
    }
    // after
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.linear %s {r1 = r0 + r2} : i32
        vm.halt %0 : i32
      }
    ```

    Remarks of the category `vm-eliminate-dead-state` count what was removed.
  }];
}

def VMSchedulePhases : Pass<"vm-schedule-phases", "::mlir::vm::ProgramOp"> {
  let summary = "Puts launches into phases, and phases into their order";
  let description = [{
    Launches outside of phases depend on each other by the buffers that their
    routines use, themselves or by calls: one that reads or writes what one
    before it writes, or writes what one before it reads, comes in a later
    phase. Others run side by side, and so do those that use the same channel,
    for they speak with each other. Launches with a phase between them keep that
    order.

    The phases are named `@phase0`, `@phase1` and so on. Then all phases are
    sorted: as `after` asks for, and else as they are written.

    ```mlir
    // before
    vm.launch @fill    // writes @a
    vm.launch @clear   // writes @b
    vm.launch @sum     // reads @a and @b
    // after
    vm.phase @phase0 {
      vm.launch @fill
      vm.launch @clear
    }
    vm.phase @phase1 {
      vm.launch @sum
    }
    ```

    Phases that wait for each other are an error, which names them:

    ```
    p.mlir:8:3: error: phases @a, @b wait for each other: @a -> @b -> @a
    ```

    Remarks of the category `vm-schedule-phases` say which launch waits for
    which, and for which buffer.
  }];
}

def VMAllocateBuffers : Pass<"vm-allocate-buffers", "::mlir::vm::ProgramOp"> {
  let summary = "Gives each buffer its place among those of its kind";
  let description = [{
    In words from the begin of the shared buffers, of an instance's buffers, or
    in slots of the channels. Inputs and outputs have their places for the whole
    run. A temporary buffer needs its place from the first phase that uses it to
    the last, and two whose phases do not overlap may have the same words: they
    are zeros, or empty slots, again where the second one is first used. The
    largest buffer is placed first, each at the lowest place that is free. Where
    all buffers have places, as those of an executable do, they keep them.

    ```mlir
    // before
    vm.buffer @result shared output : tensor<4xi32>
    vm.buffer @early shared : tensor<100xi32>    // in phases 0 and 1
    vm.buffer @late shared : tensor<50xi32>      // in phase 2
    // after
    vm.buffer @result shared output : tensor<4xi32> at 100
    vm.buffer @early shared : tensor<100xi32> at 0
    vm.buffer @late shared : tensor<50xi32> at 0
    ```

    Launches outside of phases are refused: `--vm-schedule-phases` comes first.
    Remarks of the category `vm-allocate-buffers` give the words in all, and how
    many they would be without sharing.
  }];
}

#endif // ZYN_DIALECT_VM_TRANSFORMS_PASSES_TD
