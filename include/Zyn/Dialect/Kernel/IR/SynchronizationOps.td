//===- SynchronizationOps.td - Barriers and fences ------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD
#define ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

class Kernel_BarrierBase<string mnemonic>
    : Kernel_Op<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let hasVerifier = 1;
}

def Kernel_BarrierOp : Kernel_BarrierBase<"barrier"> {
  let summary = "Waits for all threads of the block, or for some";
  let description = [{
    No thread of the block goes on before all have come here, and what they
    wrote to shared and global memory before is seen by all after. Every thread
    of the block has to reach the same barrier: anything else is undefined.

    A block has 16 barriers; `id` names one, 0 by default. With `count`, a
    multiple of 32, the barrier is complete as soon as that many threads have
    come, those included that only arrive (`kernel.barrier.arrive`). The
    threads of a warp come together. Becomes `barrier.sync.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.barrier
        kernel.barrier id = 1 count = 64
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$id, OptionalAttr<I32Attr>:$count);
  let assemblyFormat = "(`id` `=` $id^)? (`count` `=` $count^)? attr-dict";
  let builders = [OpBuilder<(ins), "build($_builder, $_state, IntegerAttr(), IntegerAttr());">];
}

def Kernel_BarrierArriveOp : Kernel_BarrierBase<"barrier.arrive"> {
  let summary = "Tells a barrier of having come, without waiting";
  let description = [{
    Counts as one of the `count` threads of barrier `id`, without waiting for
    the others: a producer arrives, its consumers wait with `kernel.barrier` of
    the same `id` and `count`. What the thread wrote before is seen by those
    that wait. The threads of a warp come together. Becomes
    `barrier.arrive.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.barrier.arrive id = 1 count = 64
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I32Attr:$id, I32Attr:$count);
  let assemblyFormat = "`id` `=` $id `count` `=` $count attr-dict";
}

def Kernel_WarpBarrierOp : Kernel_Op<"warp_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Waits for the threads of the warp";
  let description = [{
    No thread whose bit is in `mask` goes on before all of these have come to a
    warp barrier with this mask; what they wrote before is seen by these after.
    Without a mask it is all 32 threads of the warp. The thread's own bit has to
    be in it: anything else is undefined. Becomes `bar.warp.sync`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%mask: i32) kernel {
        kernel.warp_barrier
        kernel.warp_barrier mask %mask
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Optional<I32>:$mask);
  let assemblyFormat = "(`mask` $mask^)? attr-dict";
  let hasVerifier = 1;
}

def Kernel_FenceOp : Kernel_Op<"fence", [MemoryEffects<[MemRead, MemWrite]>],
                               Kernel_AnyTarget, /*dynamicTarget=*/true> {
  let summary = "Orders the thread's accesses";
  let description = [{
    What the thread wrote before is seen, by the threads of the scope, before
    what it writes after: with a relaxed atomic store after it, it is a release,
    with a relaxed atomic load before it an acquire. `scope` is `block`,
    `cluster`, `device` or `system`; `thread` keeps the compiler alone from
    moving accesses across it. With `seq_cst` all threads also see such fences
    in one order.

    It waits for nobody, and does not order accesses of asynchronous copies:
    `kernel.fence.proxy_async` does. Becomes `fence.acq_rel` or `fence.sc` with
    the scopes `cta`, `cluster`, `gpu` and `sys`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.fence device
        kernel.fence system seq_cst
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_Scope:$scope, UnitAttr:$seq_cst);
  let assemblyFormat = "$scope (`seq_cst` $seq_cst^)? attr-dict";
  let hasVerifier = 1;
}

def Kernel_ProxySpace : Kernel_Enum<"ProxySpace", "memory that a fence is for", [
  I32EnumAttrCase<"both", 0>, I32EnumAttrCase<"global", 1>,
  I32EnumAttrCase<"shared", 2>
]>;

def Kernel_FenceProxyAsyncOp : Kernel_Op<"fence.proxy_async", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AsyncProxy> {
  let summary = "Orders ordinary accesses and those of the asynchronous proxy";
  let description = [{
    Bulk copies (`kernel.tma`) and the matmuls of a warpgroup
    (`kernel.wgmma`) reach memory another way, the asynchronous proxy, than
    loads and stores do. What a thread wrote with stores is seen by them only if
    this fence is between, executed by the thread that wrote, and it also orders
    what they wrote before the thread's later accesses. `space` is `shared`,
    `global` or, by default, `both`. Becomes `fence.proxy.async`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.fence.proxy_async
        kernel.fence.proxy_async shared
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
      DefaultValuedAttr<Kernel_ProxySpace, "ProxySpace::both">:$space);
  let assemblyFormat = "($space^)? attr-dict";
}

def Kernel_FenceMBarrierInitOp : Kernel_Op<"fence.mbarrier_init", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AsyncProxy> {
  let summary = "Makes mbarriers known to the cluster";
  let description = [{
    The thread's `kernel.mbarrier.init` before it are seen by the other blocks
    of the cluster, and by bulk copies, after a cluster barrier that follows.
    Becomes `fence.mbarrier_init.release.cluster`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.fence.mbarrier_init
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD
