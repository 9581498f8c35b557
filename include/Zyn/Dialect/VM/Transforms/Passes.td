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
  let summary = "Removes computations of dead registers";
  let description = [{
    A register is live at a point if some path from there reads it before
    setting it again. Removes matrix rows, and oracles without side effects,
    that set a register that is not live. Loads are kept because they can trap.

    The registers that the program observes are live wherever an instance can
    end: at `vm.halt`, at `vm.return` in a routine that is launched and never
    called, and at instructions that can trap. All registers are live at calls
    and at returns from routines that are called.

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

    Remarks of the category `vm-eliminate-dead-state` report how many rows and
    oracles were removed.
  }];
}

def VMSchedulePhases : Pass<"vm-schedule-phases", "::mlir::vm::ProgramOp"> {
  let summary = "Assigns launches to phases and sorts the phases";
  let description = [{
    Launches outside of phases depend on each other through the buffers that
    their routines use, directly or through callees: a launch is assigned to a
    later phase than an earlier launch if it reads or writes a buffer that the
    earlier one writes, or writes a buffer that the earlier one reads. All other
    launches run concurrently, including those that communicate through a
    channel. Launches that are separated by a phase stay in that order.

    The phases are named `@phase0`, `@phase1` and so on. Finally, all phases are
    sorted topologically by `after`, and otherwise stay in program order.

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

    A cycle of phases is an error:

    ```
    p.mlir:8:3: error: phases @a, @b depend on each other: @a -> @b -> @a
    ```

    Remarks of the category `vm-schedule-phases` report which launch depends on
    which other one, and the buffer that causes the dependence.
  }];
}

def VMAllocateBuffers : Pass<"vm-allocate-buffers", "::mlir::vm::ProgramOp"> {
  let summary = "Assigns offsets to buffers";
  let description = [{
    An offset counts words from the beginning of the shared buffers or of an
    instance's buffers, or slots from the beginning of the channels. Inputs and
    outputs are live during the whole run. A temporary buffer is live from the
    first phase that uses it to the last one. Temporary buffers that are never
    live at the same time may share words, which are reset to zero, or to empty
    slots, before the first use of each. Buffers are allocated in order of
    descending size, each at the lowest free offset. If all buffers already have
    offsets, as in a decoded executable, the pass does nothing.

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

    Launches outside of phases are an error: run `--vm-schedule-phases` first.
    Remarks of the category `vm-allocate-buffers` report the total number of
    words, and what it would be without sharing.
  }];
}

#endif // ZYN_DIALECT_VM_TRANSFORMS_PASSES_TD
