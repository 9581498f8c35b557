//===- DebugOps.td - Clocks and stopping ----------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_DEBUGOPS_TD
#define ZYN_DIALECT_KERNEL_IR_DEBUGOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

class Kernel_TimerOp<string mnemonic, string what, string unit, string ptx>
    : Kernel_Op<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = what;
  let description = what # ", in " # unit # [{. Two of them are not exchanged and
    not merged. Becomes `}] # ptx # [{`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = kernel.}] # mnemonic # [{
        gpu.return
      }
    }
    ```
  }];
  let results = (outs I64:$result);
  let assemblyFormat = "attr-dict";
}

def Kernel_ClockOp : Kernel_TimerOp<"clock", "Counter of the multiprocessor",
    "cycles, from a start that is not specified", "mov.u64 %clock64">;
def Kernel_NanotimeOp : Kernel_TimerOp<"nanotime", "Timer of the device",
    "nanoseconds, updated about every microsecond", "mov.u64 %globaltimer">;

def Kernel_NanosleepOp : Kernel_Op<"nanosleep", [MemoryEffects<[MemWrite]>]> {
  let summary = "Lets the thread sleep";
  let description = [{
    Suspends the thread for about `nanoseconds`, between 0 and twice as long; at
    most a millisecond. For loops that wait for another thread. Becomes
    `nanosleep.u32`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%duration: i32) kernel {
        kernel.nanosleep %duration
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I32:$nanoseconds);
  let assemblyFormat = "$nanoseconds attr-dict";
}

def Kernel_TrapOp : Kernel_Op<"trap", [MemoryEffects<[MemWrite]>]> {
  let summary = "Ends the whole grid with an error";
  let description = [{
    Ends the kernel; what it wrote is undefined, and the host gets an error that
    nothing else on the device survives. Becomes `trap`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.trap
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // ZYN_DIALECT_KERNEL_IR_DEBUGOPS_TD
