//===- DebugOps.td - Clocks, stopping, printing ----------- -*- tablegen -*-===//
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

def Kernel_AssertOp : Kernel_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "Ends the grid with a message if a condition is false";
  let description = [{
    Where `condition` is false, the kernel ends as by `kernel.trap`, and the
    host's error is the op's source location, `message`, and which thread it was. The
    first one counts. Becomes a branch to a record in the runtime's ring buffer
    and `trap`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%isInside: i1) kernel {
        kernel.assert %isInside, "expected an index inside the image"
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict";
  let hasCanonicalizeMethod = 1;
}

def Kernel_PrintOp : Kernel_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "Prints a line";
  let description = [{
    The host prints `format` as a line on its standard output, with `{0}` for
    the first of `values`, `{1}` for the second, and so on, up to 12. Values are
    integers, signed, of up to 64 bits, index, and f16, bf16, f32 and f64.

    Lines are records in a ring buffer in the host's memory, which is drained
    when the host next waits for the device. The ones of a thread come in its
    order; between threads there is none. What has no room is dropped, and their
    number printed. Kernels that print nothing have no part of it.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32, %n: index) kernel {
        %i = kernel.thread_id x
        kernel.print "thread {0} of {1}: {2}", %i, %n, %x : index, index, f32
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<AnyType>:$values);
  let assemblyFormat = [{
    $format (`,` $values^ `:` type($values))? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_DEBUGOPS_TD
