//===- TmaOps.td - Copies of tiles by TMA ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_TMAOPS_TD
#define ZYN_DIALECT_KERNEL_IR_TMAOPS_TD

include "Zyn/Dialect/Kernel/IR/TensorMapTypes.td"

include "Zyn/Dialect/Kernel/IR/MBarrierOps.td"

def Kernel_TensorMapEncodeOp : Kernel_HostOp<"tensor_map.encode", [Pure],
                                             Kernel_Hopper> {
  let summary = "Creates a tensor map of a buffer";
  let description = [{
    Creates a tensor map on the host, which `kernel.tma` ops use to access tiles
    of the buffer. It is passed to a kernel as an argument; the buffer must
    outlive its use by kernels. The buffer must be contiguous along its last
    dimension, and its other strides and its address must be multiples of 16
    bytes. The runtime checks what is not known from the type. Becomes a call to
    `zynrtEncodeTensorMap`.

    ```mlir
    func.func @f(%x: memref<?x1024xbf16>) {
      %map = kernel.tensor_map.encode %x
        : memref<?x1024xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
      return
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$source);
  let results = (outs Kernel_TensorMapType:$result);
  let assemblyFormat = [{
    $source attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Kernel_TmaLoadOp : Kernel_Op<"tma.load", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>],
                                 Kernel_HopperTMA> {
  let summary = "Starts the copy of a tile to shared memory";
  let description = [{
    Starts a copy of the tile of `map` that begins at `coordinates`, slowest
    dimension first as in the buffer, to the element of `destination` at its
    indices, and continues without waiting. When the copy completes, its bytes
    are counted at the mbarrier, which must expect them
    (`kernel.mbarrier.arrive_expect_tx`). These are always all bytes of the
    tile, since elements out of bounds become 0 or NaN. Coordinates may be
    negative. The last one must be a multiple of 16 bytes; otherwise the kernel
    terminates with an error. The destination must be aligned to 128 bytes, and
    to 256, 512 or 1024 bytes for a swizzle of 32, 64 or 128 if other accesses
    assume the same pattern.

    Each thread that executes the op starts a copy, so usually only one thread
    executes it. If other threads have accessed the shared memory, a barrier is
    required first, and if they wrote to it, each of them must execute a
    `kernel.fence.proxy_async` before the barrier.

    With `multicast`, the tile is copied to the same offset in each block of the
    cluster whose bit is set, and its bytes are counted at the mbarrier at the
    same offset there. With an `im2col` map, `coordinates` are the image, the
    first pixel and the first channel, and `offsets`, one for each spatial
    dimension, are the position in the filter, which is added to all pixels.

    Becomes `cp.async.bulk.tensor`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %row: index, %column: index) kernel {
        %tile = kernel.shared {alignment = 1024 : i64} : memref<64x64xbf16, #gpu.address_space<workgroup>>
        %bars = kernel.shared : memref<1x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.tma.load %map[%row, %column], %tile[%c0, %c0], %bars[%c0]
          : !kernel.tensor_map<64x64xbf16, swizzle = 128>,
            memref<64x64xbf16, #gpu.address_space<workgroup>>,
            memref<1x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_TensorMapType, "", [MemRead]>:$map,
                       Variadic<Index>:$coordinates,
                       Variadic<Index>:$offsets,
                       Arg<Kernel_StridedBuffer, "", [MemWrite]>:$destination,
                       Variadic<Index>:$indices,
                       Kernel_StridedBuffer:$barriers,
                       Variadic<Index>:$barrierIndices,
                       Optional<I16>:$multicast);
  let assemblyFormat = [{
    $map `[` $coordinates `]` (`offsets` `[` $offsets^ `]`)? `,`
    $destination `[` $indices `]` `,` $barriers `[` $barrierIndices `]`
    (`multicast` $multicast^)? attr-dict
    `:` type($map) `,` type($destination) `,` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_TmaStoreOp : Kernel_Op<"tma.store", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>],
                                  Kernel_HopperTMA> {
  let summary = "Starts the copy of a tile from shared memory";
  let description = [{
    Starts a copy of a tile from the element of `source` at its indices, aligned
    to 128 bytes and swizzled as specified by the map, to the tile of the map's
    buffer that begins at `coordinates`, as in `kernel.tma.load`, and continues
    without waiting. Elements out of bounds are not written. Threads that wrote
    to `source` must execute a `kernel.fence.proxy_async`, followed by a
    barrier. The copy belongs to the thread's next `kernel.tma.commit`.

    With an `im2col` map, `coordinates` are as in `kernel.tma.load`, without
    offsets. Becomes `cp.async.bulk.tensor`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %row: index, %column: index) kernel {
        %tile = kernel.shared {alignment = 1024 : i64} : memref<64x64xbf16, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.tma.store %tile[%c0, %c0], %map[%row, %column]
          : memref<64x64xbf16, #gpu.address_space<workgroup>>,
            !kernel.tensor_map<64x64xbf16, swizzle = 128>
        kernel.tma.commit
        kernel.tma.wait 0 read
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_StridedBuffer, "", [MemRead]>:$source,
                       Variadic<Index>:$indices,
                       Arg<Kernel_TensorMapType, "", [MemWrite]>:$map,
                       Variadic<Index>:$coordinates);
  let assemblyFormat = [{
    $source `[` $indices `]` `,` $map `[` $coordinates `]` attr-dict
    `:` type($source) `,` type($map)
  }];
  let hasVerifier = 1;
}

def Kernel_TmaReduceOp : Kernel_Op<"tma.reduce", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>],
                                   Kernel_HopperTMA> {
  let summary = "Starts a reduction of a tile in shared memory into a buffer";
  let description = [{
    Like `kernel.tma.store`, but each element of the buffer is combined with
    that of the tile. Each element is updated atomically, in no particular
    order. The operations are `add`, `min`, `max`, `inc`, `dec`, `and`, `or`,
    `xor`. f16, bf16, f32 and f64 support `add`, and f16 and bf16 also `min` and
    `max`. i32 and i64 support `add`, `and`, `or`, `xor`, and signed `min` and
    `max`, and i32 also `inc` and `dec`. Becomes `cp.reduce.async.bulk.tensor`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %row: index, %column: index) kernel {
        %tile = kernel.shared {alignment = 1024 : i64} : memref<64x64xbf16, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.tma.reduce add %tile[%c0, %c0], %map[%row, %column]
          : memref<64x64xbf16, #gpu.address_space<workgroup>>,
            !kernel.tensor_map<64x64xbf16, swizzle = 128>
        kernel.tma.commit
        kernel.tma.wait 0
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_TmaReduction:$kind,
                       Arg<Kernel_StridedBuffer, "", [MemRead]>:$source,
                       Variadic<Index>:$indices,
                       Arg<Kernel_TensorMapType, "", [MemRead, MemWrite]>:$map,
                       Variadic<Index>:$coordinates);
  let assemblyFormat = [{
    $kind $source `[` $indices `]` `,` $map `[` $coordinates `]` attr-dict
    `:` type($source) `,` type($map)
  }];
  let hasVerifier = 1;
}

def Kernel_TmaPrefetchOp : Kernel_Op<"tma.prefetch", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>],
                                     Kernel_HopperTMA> {
  let summary = "Prefetches a tile into L2";
  let description = [{
    Starts to load what a `kernel.tma.load` with the same coordinates and
    offsets would read into L2. Becomes `cp.async.bulk.prefetch.tensor`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>, %row: index, %column: index) kernel {
        kernel.tma.prefetch %map[%row, %column]
          : !kernel.tensor_map<64x64xbf16, swizzle = 128>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_TensorMapType, "", [MemRead]>:$map,
                       Variadic<Index>:$coordinates,
                       Variadic<Index>:$offsets);
  let assemblyFormat = [{
    $map `[` $coordinates `]` (`offsets` `[` $offsets^ `]`)? attr-dict
    `:` type($map)
  }];
  let hasVerifier = 1;
}

def Kernel_TmaPrefetchMapOp : Kernel_Op<"tma.prefetch_map", [
    MemoryEffects<[MemRead, MemWrite]>],
                                        Kernel_HopperTMA> {
  let summary = "Prefetches a tensor map";
  let description = [{
    Starts to load the map itself, not the tensor, into the cache from which TMA
    reads it. Used at the start of a kernel. Becomes `prefetch.tensormap`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%map: !kernel.tensor_map<64x64xbf16, swizzle = 128>) kernel {
        kernel.tma.prefetch_map %map : !kernel.tensor_map<64x64xbf16, swizzle = 128>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_TensorMapType, "", [MemRead]>:$map);
  let assemblyFormat = "$map attr-dict `:` type($map)";
}

def Kernel_TmaCommitOp : Kernel_Op<"tma.commit", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Groups the TMA stores since the last commit";
  let description = [{
    All TMA stores and reductions that the thread has started since its last
    `kernel.tma.commit` become a group, which may be empty. Becomes
    `cp.async.bulk.commit_group`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.tma.commit
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_TmaWaitOp : Kernel_Op<"tma.wait", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Waits until at most some groups of TMA stores are pending";
  let description = [{
    Waits until at most the last `groups` groups of the thread are pending. With
    `read`, only waits until the others have read shared memory, which may then
    be reused, although their writes may not be complete yet. Becomes
    `cp.async.bulk.wait_group`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.tma.wait 1 read
        kernel.tma.wait 0
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I32Attr:$groups, UnitAttr:$read);
  let assemblyFormat = "$groups (`read` $read^)? attr-dict";
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_TMAOPS_TD
