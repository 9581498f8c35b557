//===- MemoryOps.td - Buffers and accesses --------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_MEMORYOPS_TD
#define ZYN_DIALECT_KERNEL_IR_MEMORYOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

def Kernel_SharedOp : Kernel_Op<"shared", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "Static shared memory of the block";
  let description = [{
    A buffer that all threads of the block see, for as long as the block runs.
    Its shape is static, its content undefined at first. It has to stand in the
    kernel's entry block. `alignment` is in bytes, 16 by default.

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
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class Kernel_AccessOp<string mnemonic> : Kernel_Op<mnemonic> {
  let hasVerifier = 1;
}

def Kernel_LoadOp : Kernel_AccessOp<"load"> {
  let summary = "Loads an element, or neighbouring elements as a vector";
  let description = [{
    Loads the element at `indices`, or with a vector type the elements from
    there on along the last dimension, which has to be contiguous: one access
    of 2, 4, 8 or 16 bytes, at an address that is a multiple of its size, of
    integers or floats of at least 8 bits. Outside the buffer, or misaligned, it
    is undefined.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64xf32>) kernel {
        %i = kernel.thread_id x
        %0 = kernel.load %x[%i] : memref<64xf32>, f32
        %1 = kernel.load %x[%i] : memref<64xf32>, vector<4xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<AnyStridedMemRef, "", [MemRead]>:$memref,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $memref `[` $indices `]` attr-dict `:` type($memref) `,` type($result)
  }];
}

def Kernel_StoreOp : Kernel_AccessOp<"store"> {
  let summary = "Stores an element, or a vector as neighbouring elements";
  let description = [{
    The counterpart of `kernel.load`, with the same rules.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64xf32>, %v: f32, %w: vector<4xf32>) kernel {
        %i = kernel.thread_id x
        kernel.store %v, %x[%i] : f32, memref<64xf32>
        kernel.store %w, %x[%i] : vector<4xf32>, memref<64xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyType:$value,
                       Arg<AnyStridedMemRef, "", [MemWrite]>:$memref,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $value `,` $memref `[` $indices `]` attr-dict `:` type($value) `,`
    type($memref)
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_MEMORYOPS_TD
