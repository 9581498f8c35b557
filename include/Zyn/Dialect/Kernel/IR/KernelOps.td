//===- KernelOps.td - Ops of the kernel dialect ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELOPS_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

def Kernel_Dimension : I32EnumAttr<"Dimension", "a dimension of the grid or block", [
  I32EnumAttrCase<"x", 0>, I32EnumAttrCase<"y", 1>, I32EnumAttrCase<"z", 2>
]> {
  let cppNamespace = "::mlir::kernel";
}

class Kernel_PositionOp<string mnemonic, string what>
    : Kernel_Op<mnemonic, [Pure]> {
  let summary = what # " along one dimension";
  let description = what # [{ along `x`, `y` or `z`, as an index.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = kernel.}] # mnemonic # [{ x
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_Dimension:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$dimension attr-dict";
}

def Kernel_ThreadIdOp : Kernel_PositionOp<"thread_id",
    "Index of the thread in its block">;
def Kernel_BlockIdOp : Kernel_PositionOp<"block_id",
    "Index of the block in the grid">;
def Kernel_BlockSizeOp : Kernel_PositionOp<"block_size",
    "Number of threads of a block">;
def Kernel_GridSizeOp : Kernel_PositionOp<"grid_size",
    "Number of blocks of the grid">;

def Kernel_BarrierOp : Kernel_Op<"barrier"> {
  let summary = "Waits for all threads of the block";
  let description = [{
    No thread of the block goes on before all have come here, and what they
    wrote to shared and global memory before is seen by all after. Every thread
    of the block has to reach the same barrier: anything else is undefined.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.barrier
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

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

/// What a thread holds of a matrix: pairs of elements.
class Kernel_Fragment<int pairs, list<Type> elements, string elementNames>
    : Type<FixedVectorOfShapeAndType<[pairs, 2], AnyTypeOf<elements>>.predicate,
           "vector<" # pairs # "x2> of " # elementNames, "::mlir::VectorType">;

def Kernel_MmaOp : Kernel_Op<"mma", [
    Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "Tensor-core product of a warp, 16x8x16";
  let description = [{
    `D = A·B + C` for a 16x16 A, a 16x8 B and 16x8 C and D, all 32 threads of
    the warp together. Each thread holds the parts of the matrices that the PTX
    ISA gives it ("Matrix fragments for mma.m16n8k16"): four pairs of A, two
    pairs of B, two pairs of the accumulator. A and B are f16 or bf16. All
    threads of the warp have to come here together.

    ```mlir
    gpu.module @m {
      gpu.func @f(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>,
                  %c: vector<2x2xf32>) kernel {
        %d = kernel.mma %a, %b, %c : vector<4x2xbf16>, vector<2x2xbf16>,
                                     vector<2x2xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Kernel_Fragment<4, [F16, BF16], "f16 or bf16">:$lhs,
    Kernel_Fragment<2, [F16, BF16], "f16 or bf16">:$rhs,
    Kernel_Fragment<2, [F32], "f32">:$accumulator);
  let results = (outs Kernel_Fragment<2, [F32], "f32">:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $accumulator attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($accumulator)
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELOPS_TD
