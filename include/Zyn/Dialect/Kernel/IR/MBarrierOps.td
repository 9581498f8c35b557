//===- MBarrierOps.td - Ops on mbarriers ----------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_MBARRIEROPS_TD
#define ZYN_DIALECT_KERNEL_IR_MBARRIEROPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_HopperTMA : Kernel_Target<90, 80>;

/// The parity of a phase: whether its number is odd.
def Kernel_Parity : AnyTypeOf<[I1, I32]>;

def Kernel_MBarrierInitOp : Kernel_Op<"mbarrier.init", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere> {
  let summary = "Initializes an mbarrier in shared memory";
  let description = [{
    Initializes an mbarrier that expects `count` arrivals in each phase, from 1
    to 2^20 - 1, and is in phase 0. One thread initializes it. The others must
    not use it before a subsequent barrier, threads of other blocks of the
    cluster not before a cluster barrier, and TMA not before a fence
    (`kernel.fence.mbarrier_init`). Becomes `mbarrier.init`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%count: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.init %bars[%c0], %count : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       I32:$count);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $count attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierInvalidateOp : Kernel_Op<"mbarrier.invalidate", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere> {
  let summary = "Invalidates an mbarrier";
  let description = [{
    After this, the memory may be used for something else or initialized again.
    No thread may be using the mbarrier. Becomes `mbarrier.inval`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.invalidate %bars[%c0] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices);
  let assemblyFormat = [{
    $barriers `[` $indices `]` attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierArriveOp : Kernel_Op<"mbarrier.arrive", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere, /*dynamicTarget=*/true> {
  let summary = "Arrives at an mbarrier";
  let description = [{
    Counts `count` arrivals (1 by default) in the current phase. The phase
    completes, and the next one starts, when the number of arrivals that the
    mbarrier was initialized with and all expected bytes have arrived. What the
    thread wrote before is visible to threads that wait for the phase.

    An mbarrier in `#kernel.cluster` belongs to another block, and what was
    written before is visible in the whole cluster; this requires sm_90. Becomes
    `mbarrier.arrive`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%count: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.arrive %bars[%c0] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        kernel.mbarrier.arrive %bars[%c0], %count : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Optional<I32>:$count);
  let assemblyFormat = [{
    $barriers `[` $indices `]` (`,` $count^)? attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierExpectTxOp : Kernel_Op<"mbarrier.expect_tx", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Expects bytes of asynchronous copies";
  let description = [{
    The current phase does not complete before `bytes` additional bytes have
    been written by copies with this mbarrier, such as `kernel.tma.load`. At
    most 2^20 - 1 bytes may be pending at a time. Becomes `mbarrier.expect_tx`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%bytes: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.expect_tx %bars[%c0], %bytes : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       I32:$bytes);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $bytes attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierArriveExpectTxOp : Kernel_Op<"mbarrier.arrive_expect_tx", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Expects bytes and arrives at an mbarrier";
  let description = [{
    Combines `kernel.mbarrier.expect_tx` and a subsequent
    `kernel.mbarrier.arrive`. Usually executed by the thread that starts TMA
    copies, before it starts them. Becomes `mbarrier.arrive.expect_tx`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%bytes: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.arrive_expect_tx %bars[%c0], %bytes : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       I32:$bytes);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $bytes attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierArriveRemoteOp : Kernel_Op<"mbarrier.arrive_remote", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Arrives at the corresponding mbarrier of another block";
  let description = [{
    Arrives at the mbarrier at the same offset in the shared memory of the block
    `block` of the cluster. What the thread wrote before is visible to threads
    of the cluster that wait with `scope cluster`. The other block must not have
    exited. Becomes `mapa` and `mbarrier.arrive.release.cluster`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%rank: index) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.arrive_remote %bars[%c0], block %rank : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Index:$block);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` `block` $block attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierWaitOp : Kernel_Op<"mbarrier.wait", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Hopper, /*dynamicTarget=*/true> {
  let summary = "Waits for a phase of an mbarrier";
  let description = [{
    Phases with even numbers, including the first one, have parity 0, and those
    with odd numbers have parity 1. Waits for the current or the immediately
    preceding phase, whichever has parity `parity`; for a newly initialized
    mbarrier, parity 1 is complete. A thread must therefore not be more than one
    phase behind. After the wait, the thread sees what others wrote before they
    arrived, and what copies wrote; with `scope cluster`, this includes threads
    of other blocks of the cluster. Becomes a loop around
    `mbarrier.try_wait.parity`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%parity: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.wait %bars[%c0], %parity : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i32
        kernel.mbarrier.wait %bars[%c0], %parity scope cluster : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i32
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Kernel_Parity:$parity,
                       DefaultValuedAttr<Kernel_Scope,
                           "::mlir::kernel::Scope::block">:$scope);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $parity (`scope` $scope^)? attr-dict
    `:` type($barriers) `,` type($parity)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierTestOp : Kernel_Op<"mbarrier.test", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere, /*dynamicTarget=*/true> {
  let summary = "Tests whether a phase of an mbarrier is complete";
  let description = [{
    Phases with even numbers, including the first one, have parity 0, and those
    with odd numbers have parity 1. Tests whether the current or the immediately
    preceding phase, whichever has parity `parity`, is complete; for a newly
    initialized mbarrier, parity 1 is complete. A thread must therefore not be
    more than one phase behind. If the phase is complete, the thread sees what
    others wrote before they arrived, and what copies wrote; with
    `scope cluster`, this includes threads of other blocks of the cluster.
    Otherwise, it does not wait, and nothing becomes visible. Becomes
    `mbarrier.test_wait.parity`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%parity: i1) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        %done = kernel.mbarrier.test %bars[%c0], %parity : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i1
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Kernel_Parity:$parity,
                       DefaultValuedAttr<Kernel_Scope,
                           "::mlir::kernel::Scope::block">:$scope);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $parity (`scope` $scope^)? attr-dict
    `:` type($barriers) `,` type($parity)
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_MBARRIEROPS_TD
