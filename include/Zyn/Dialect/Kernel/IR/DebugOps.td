//===- DebugOps.td - Clocks, traps and printing ---------- -*- tablegen -*-===//
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
  let description = what # ", in " # unit # [{. Such ops are neither reordered
    nor merged. Becomes `}] # ptx # [{`.

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

def Kernel_ClockOp : Kernel_TimerOp<"clock", "Returns the counter of the "
                                             "multiprocessor",
    "cycles since an unspecified start", "mov.u64 %clock64">;
def Kernel_NanotimeOp : Kernel_TimerOp<"nanotime", "Returns the timer of the "
                                                   "device",
    "nanoseconds, updated about every microsecond", "mov.u64 %globaltimer">;

def Kernel_NanosleepOp : Kernel_Op<"nanosleep", [MemoryEffects<[MemWrite]>]> {
  let summary = "Suspends the thread";
  let description = [{
    Suspends the thread for about `nanoseconds`, between 0 and twice as long,
    and at most a millisecond. Used in loops that wait for another thread.
    Becomes `nanosleep.u32`.

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
  let summary = "Aborts the whole grid with an error";
  let description = [{
    Aborts the kernel. What it wrote is undefined, and the host gets an error
    after which the process cannot use the device anymore. Becomes `trap`.

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

def Kernel_ExitOp : Kernel_Op<"exit", [
    Terminator, MemoryEffects<[MemWrite]>]> {
  let summary = "Ends the thread";
  let description = [{
    Ends the thread from any function, whatever called it; other threads
    continue. As after a return from the kernel, other threads must not wait for
    it at a barrier. Becomes `exit`.

    ```mlir
    gpu.module @m {
      func.func @f(%isValid: i1) {
        cf.cond_br %isValid, ^continue, ^end
      ^continue:
        return
      ^end:
        kernel.exit
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_AssertOp : Kernel_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "Aborts the grid with a message if a condition is false";
  let description = [{
    If `condition` is false, aborts the kernel like `kernel.trap`. The host's
    error consists of the op's source location, `message` and the thread; only
    the first one is reported. Becomes a branch that writes a record to the
    runtime's ring buffer, followed by `trap`.

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
    Makes the host print `format` as a line to its standard output, with `{0}`
    replaced with the first of `values`, `{1}` with the second, and so on, for
    up to 12 values. Values are signed integers of up to 64 bits, index, f16,
    bf16, f32 or f64.

    Lines are records in a ring buffer in host memory, which is drained when the
    host next waits for the device. The lines of a thread are in program order;
    those of different threads are unordered. If the buffer is full, lines are
    dropped, and their number is printed. Kernels that do not print have no
    overhead.

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
