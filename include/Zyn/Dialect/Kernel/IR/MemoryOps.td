//===- MemoryOps.td - Buffers and accesses --------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_MEMORYOPS_TD
#define ZYN_DIALECT_KERNEL_IR_MEMORYOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def Kernel_SharedOp : Kernel_Op<"shared", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "Allocates static shared memory of the block";
  let description = [{
    Allocates a buffer that all threads of the block share while the block runs.
    Its shape is static, and its initial content is undefined. The op must be in
    the kernel's entry block. `alignment` is in bytes, 16 by default.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %tile = kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "16">:$alignment);
  let results = (outs Res<Kernel_Buffer, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_DynamicSharedOp : Kernel_Op<"dynamic_shared", [Pure]> {
  let summary = "Returns a part of the dynamic shared memory";
  let description = [{
    Returns the buffer that starts `offset` bytes from the start of the block's
    dynamic shared memory. The launch specifies its size in bytes
    (`dynamic_shared_memory_size` of `gpu.launch_func`); the behavior is
    undefined if the buffer exceeds it. Buffers of a kernel may overlap.
    `alignment` is that of the buffer in bytes, 16 by default; `offset` must be
    a multiple of it. The shape is static.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = arith.constant 0 : index
        %end = arith.constant 8192 : index
        %a = kernel.dynamic_shared %0 {alignment = 1024} : memref<64x64xbf16, #gpu.address_space<workgroup>>
        %b = kernel.dynamic_shared %end : memref<256xf32, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Index:$offset,
                       DefaultValuedAttr<I64Attr, "16">:$alignment);
  let results = (outs Kernel_Buffer:$result);
  let assemblyFormat = "$offset attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_ConstantOp : Kernel_Op<"constant", [Pure]> {
  let summary = "Creates a table in constant memory";
  let description = [{
    Creates a read-only buffer in constant memory with the given elements.
    Access is fast if all threads of a warp read the same element. The constants
    of a module have at most 65536 bytes. Becomes `.const`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%i: index) kernel {
        %table = kernel.constant dense<[1.0, 0.5, 0.25, 0.125]> : tensor<4xf32> : memref<4xf32, #kernel.constant>
        %0 = kernel.load %table[%i] : memref<4xf32, #kernel.constant>, f32
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Kernel_Buffer:$result);
  let assemblyFormat = "$value attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_LocalOp : Kernel_Op<"local", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Allocates local memory of the thread";
  let description = [{
    Allocates a buffer that is private to the thread while its function runs.
    Its shape is static, and its initial content is undefined. The op must be in
    the entry block of its function. A buffer that is only indexed by constants
    becomes registers, others become `.local` memory.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %sums = kernel.local : memref<8xf32, #gpu.address_space<private>>
        gpu.return
      }
    }
    ```
  }];
  let results = (outs Res<Kernel_Buffer, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_RebaseOp : Kernel_HostOp<"rebase", [
    Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "Returns a view with an offset of 0";
  let description = [{
    Returns a view of the same elements whose descriptor has the address of the
    first one, and no offset from it. The offset of the source is static. Views
    of different places in arrays then have the same type, and kernels that only
    differ in the offsets of their arguments are the same.

    ```mlir
    func.func @f(%x: memref<4x64xf32, strided<[256, 1], offset: 128>>) {
      %y = kernel.rebase %x : memref<4x64xf32, strided<[256, 1], offset: 128>>
      %z = memref.cast %y : memref<4x64xf32, strided<[256, 1]>> to memref<?x64xf32, strided<[256, 1]>>
      return
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$source);
  let results = (outs Kernel_StridedBuffer:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
}

def Kernel_ReadOp : Kernel_HostOp<"read", [
    TypesMatchWith<"the result has the type of the elements", "source",
                   "result",
                   "::llvm::cast<MemRefType>($_self).getElementType()">]> {
  let summary = "Reads an element of device memory";
  let description = [{
    Returns the element at `indices`, with which the host decides what comes
    next, such as whether a loop ends. The host waits for all work that is
    queued before, which takes several microseconds; a graph of launches cannot
    contain this op. Becomes a call to `zynrtRead`.

    ```mlir
    func.func @f(%error: memref<1xf32>, %i: index) -> f32 {
      %0 = kernel.read %error[%i] : memref<1xf32>
      return %0 : f32
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_StridedBuffer, "", [MemRead]>:$source,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source `[` $indices `]` attr-dict `:` type($source)";
  let hasVerifier = 1;
}

def Kernel_CacheLevel : Kernel_Enum<"CacheLevel", "a cache", [
  I32EnumAttrCase<"l1", 1>, I32EnumAttrCase<"l2", 2>
]>;

def Kernel_PrefetchOp : Kernel_Op<"prefetch", [MemoryEffects<[MemWrite]>]> {
  let summary = "Prefetches a cache line";
  let description = [{
    Starts to load the cache line with the element at `indices` into the cache,
    without waiting. The buffer is in generic, global or local memory. This is a
    hint and may have no effect. Becomes `prefetch.L1` or `prefetch.L2`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64xf32>, %i: index) kernel {
        kernel.prefetch l2 %x[%i] : memref<64xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_CacheLevel:$level,
                       Arg<Kernel_StridedBuffer, "", [MemRead]>:$memref,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $level $memref `[` $indices `]` attr-dict `:` type($memref)
  }];
  let hasVerifier = 1;
}

class Kernel_AccessOp<string mnemonic> : Kernel_Op<mnemonic> {
  let hasVerifier = 1;
}

def Kernel_LoadOp : Kernel_AccessOp<"load"> {
  let summary = "Loads an element, or neighboring elements as a vector";
  let description = [{
    Loads the element at `indices` or, with a vector type, the elements from
    there along the last dimension, which must be contiguous. A vector of
    integers or floats of at least 8 bits is loaded by one access of 2, 4, 8 or
    16 bytes, at an address that is a multiple of its size. The behavior is
    undefined if the access is out of bounds or misaligned.

    `cache` is a hint for generic and global memory: `l1` keeps the line in both
    caches, `l2` only in L2, and `streaming` makes it the first to be evicted.
    Becomes `ld`, with `.ca`, `.cg` or `.cs` for a hint.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64xf32>) kernel {
        %i = kernel.thread_id x
        %0 = kernel.load %x[%i] : memref<64xf32>, f32
        %1 = kernel.load %x[%i] : memref<64xf32>, vector<4xf32>
        %2 = kernel.load %x[%i] cache = streaming : memref<64xf32>, vector<4xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_StridedBuffer, "", [MemRead]>:$memref,
                       Variadic<Index>:$indices,
                       DefaultValuedAttr<Kernel_CopyCache,
                           "::mlir::kernel::CopyCache::automatic">:$cache);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $memref `[` $indices `]` (`cache` `=` $cache^)? attr-dict `:` type($memref) `,` type($result)
  }];
}


def Kernel_StoreOp : Kernel_AccessOp<"store"> {
  let summary = "Stores an element, or a vector as neighboring elements";
  let description = [{
    The counterpart of `kernel.load`, with the same rules. `cache` may be `l2`
    or `streaming`: stores do not stay in L1. Becomes `st`, with `.cg` or `.cs`
    for a hint.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64xf32>, %v: f32, %w: vector<4xf32>) kernel {
        %i = kernel.thread_id x
        kernel.store %v, %x[%i] : f32, memref<64xf32>
        kernel.store %w, %x[%i] : vector<4xf32>, memref<64xf32>
        kernel.store %w, %x[%i] cache = streaming : vector<4xf32>, memref<64xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyType:$value,
                       Arg<Kernel_StridedBuffer, "", [MemWrite]>:$memref,
                       Variadic<Index>:$indices,
                       DefaultValuedAttr<Kernel_CopyCache,
                           "::mlir::kernel::CopyCache::automatic">:$cache);
  let assemblyFormat = [{
    $value `,` $memref `[` $indices `]` (`cache` `=` $cache^)? attr-dict `:`
    type($value) `,` type($memref)
  }];
}


#endif // ZYN_DIALECT_KERNEL_IR_MEMORYOPS_TD
