//===- TensorCoreOps.td - Matmuls of a warp -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD
#define ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_MmaLoadOp : Kernel_Op<"mma.load"> {
  let summary = "Loads a fragment";
  let description = [{
    Loads the matrix whose first element is at the indices of `memref`. The last
    dimension of the buffer is that of the columns and the second to last that
    of the rows, or vice versa with `column_major`; preceding dimensions are
    only indexed. All threads that hold the fragment load it together, each one
    its own elements. The buffer's element type is that of the fragment, f32 for
    tf32.

    If the elements of a register, or two neighboring elements of an
    accumulator, are contiguous in memory, they are loaded by one access,
    provided that the other dimension's stride is known to be a multiple of
    their number or that `aligned` asserts it. In this case, the indices must
    also be multiples of it; otherwise the behavior is undefined. Becomes `ld`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64x64xbf16>, %i: index, %k: index) kernel {
        %0 = kernel.mma.load %x[%i, %k] : memref<64x64xbf16>, !kernel.fragment<16x16xbf16, a>
        %1 = kernel.mma.load %x[%i, %k] column_major : memref<64x64xbf16>, !kernel.fragment<16x8xbf16, b>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Arg<Kernel_Non0RankedBuffer, "buffer", [MemRead]>:$memref,
    Variadic<Index>:$indices, UnitAttr:$columnMajor, UnitAttr:$aligned);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = [{
    $memref `[` $indices `]` (`column_major` $columnMajor^)?
    (`aligned` $aligned^)? attr-dict
    `:` type($memref) `,` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Kernel_MmaStoreOp : Kernel_Op<"mma.store"> {
  let summary = "Stores a fragment";
  let description = [{
    Stores the matrix such that `kernel.mma.load` with the same indices loads
    it, with the same alignment. An accumulator of f32 can also be stored to a
    buffer of f16 or bf16; its elements are rounded to nearest. Becomes `st`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64x64xf32>, %i: index, %j: index, %v: f32) kernel {
        %0 = kernel.mma.fill %v : !kernel.fragment<16x8xf32, accumulator>
        kernel.mma.store %0, %x[%i, %j] : !kernel.fragment<16x8xf32, accumulator>, memref<64x64xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Kernel_FragmentType:$fragment,
    Arg<Kernel_Non0RankedBuffer, "buffer", [MemWrite]>:$memref,
    Variadic<Index>:$indices, UnitAttr:$columnMajor, UnitAttr:$aligned);
  let assemblyFormat = [{
    $fragment `,` $memref `[` $indices `]` (`column_major` $columnMajor^)?
    (`aligned` $aligned^)? attr-dict `:` qualified(type($fragment)) `,` type($memref)
  }];
  let hasVerifier = 1;
}

def Kernel_MmaLoadRowsOp : Kernel_Op<"mma.load_rows", [], Kernel_Turing> {
  let summary = "Loads fragments from rows whose addresses the lanes provide";
  let description = [{
    Loads one, two or four registers of each thread, those of all results in
    order, from shared memory. Each register belongs to an 8x8 matrix of pairs
    of bytes. Lane `l` provides the address of 16 bytes, row `l % 8` of matrix
    `l / 8`; the addresses of lanes beyond the last matrix are ignored. This
    allows any swizzle. Becomes `ldmatrix`.

    A row contains 16 bytes of a row of `a` or of a column of `b`, or vice versa
    with `transposed`, which is only supported for 16-bit elements. The matrices
    are in the order of the fragments' registers: for a 16x16 `a`, those that
    start at rows 0 and 8 of the first 8 columns, followed by those of the last
    8 columns; for a 16x8 `b`, those that start at rows 0 and 8. Rows must be
    aligned to 16 bytes; otherwise the behavior is undefined.

    ```mlir
    gpu.module @m {
      gpu.func @f(%i: index, %k: index) kernel {
        %tile = kernel.shared : memref<64x64xbf16, #gpu.address_space<workgroup>>
        %a = kernel.mma.load_rows %tile[%i, %k]
            : memref<64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<16x16xbf16, a>
        %b:2 = kernel.mma.load_rows %tile[%k, %i] transposed
            : memref<64x64xbf16, #gpu.address_space<workgroup>>,
              !kernel.fragment<16x8xbf16, b>, !kernel.fragment<16x8xbf16, b>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Arg<Kernel_Non0RankedBuffer, "shared memory", [MemRead]>:$memref,
    Variadic<Index>:$indices, UnitAttr:$transposed);
  let results = (outs Variadic<Kernel_FragmentType>:$results);
  let assemblyFormat = [{
    $memref `[` $indices `]` (`transposed` $transposed^)? attr-dict
    `:` type($memref) `,` qualified(type($results))
  }];
  let extraClassDeclaration = targetDeclaration # [{
    /// The number of registers of each thread: 1, 2 or 4.
    int64_t getNumMatrices();
  }];
  let hasVerifier = 1;
}

def Kernel_MmaStoreRowsOp : Kernel_Op<"mma.store_rows", [
    AttrSizedOperandSegments], Kernel_Hopper> {
  let summary = "Stores fragments to rows whose addresses the lanes provide";
  let description = [{
    The inverse of `kernel.mma.load_rows`: the registers of all fragments, one,
    two or four of each thread, become rows of 16 bytes in shared memory, to
    which the lanes point. The registers of an accumulator are in the order of
    those of an `a` with 16-bit elements, to which results can be packed. Becomes
    `stmatrix`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%v: vector<8xbf16>, %i: index, %j: index) kernel {
        %tile = kernel.shared : memref<64x64xbf16, #gpu.address_space<workgroup>>
        %a = kernel.mma.pack %v : !kernel.fragment<16x16xbf16, a>
        kernel.mma.store_rows %a to %tile[%i, %j] transposed
            : !kernel.fragment<16x16xbf16, a> to memref<64x64xbf16, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Variadic<Kernel_FragmentType>:$fragments,
    Arg<Kernel_Non0RankedBuffer, "shared memory", [MemWrite]>:$memref,
    Variadic<Index>:$indices, UnitAttr:$transposed);
  let assemblyFormat = [{
    $fragments `to` $memref `[` $indices `]` (`transposed` $transposed^)?
    attr-dict `:` qualified(type($fragments)) `to` type($memref)
  }];
  let extraClassDeclaration = targetDeclaration # [{
    /// The number of registers of each thread: 1, 2 or 4.
    int64_t getNumMatrices();
  }];
  let hasVerifier = 1;
}

def Kernel_MmaComputeOp : Kernel_Op<"mma.compute", [
    Pure, AllTypesMatch<["accumulator", "result"]>], Kernel_AnyTarget,
    /*dynamicTarget=*/true> {
  let summary = "Multiplies and accumulates matrices in a warp";
  let description = [{
    Computes `D = A·B + C`, with all 32 threads of the warp together, for an MxK
    `a`, a KxN `b` and MxN accumulators. Element types and shapes are those
    listed for `!kernel.fragment`, with the same K. A and B have the same
    element type, or any 8-bit float types. Accumulators are f32, f64 for f64,
    i32 for i8, and f32 or f16 for f16. i8 is signed unless `unsigned_a` or
    `unsigned_b` is given. `saturate` limits sums of integers to the range of
    i32 instead of wrapping.

    Products of elements are exact. Sums of f64 are fused multiply-adds in the
    order of K. Other floats are summed in an unspecified order, and bits below
    those of the greatest summand are dropped.

    Becomes `mma.sync.aligned.row.col`, which requires sm_80: sm_75 for f16 with
    a K of 8, sm_89 for 8-bit floats, and sm_90 for f64 with 16 rows.

    ```mlir
    gpu.module @m {
      gpu.func @f(%a: vector<8xbf16>, %b: vector<4xbf16>, %x: f32) kernel {
        %0 = kernel.mma.pack %a : !kernel.fragment<16x16xbf16, a>
        %1 = kernel.mma.pack %b : !kernel.fragment<16x8xbf16, b>
        %c = kernel.mma.fill %x : !kernel.fragment<16x8xf32, accumulator>
        %d = kernel.mma.compute %0, %1, %c
            : !kernel.fragment<16x16xbf16, a>, !kernel.fragment<16x8xbf16, b>,
              !kernel.fragment<16x8xf32, accumulator>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Kernel_FragmentType:$a, Kernel_FragmentType:$b,
    Kernel_FragmentType:$accumulator,
    UnitAttr:$unsignedA, UnitAttr:$unsignedB, UnitAttr:$saturate);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $accumulator
    oilist(`unsigned_a` $unsignedA | `unsigned_b` $unsignedB |
           `saturate` $saturate)
    attr-dict `:` qualified(type($a)) `,` qualified(type($b)) `,`
    qualified(type($accumulator))
  }];
  let hasVerifier = 1;
}

def Kernel_MmaFillOp : Kernel_Op<"mma.fill", [Pure,
    TypesMatchWith<"the value is of the fragment's element type", "result",
      "value",
      "::llvm::cast<::mlir::kernel::FragmentType>($_self).getStorageType()">]> {
  let summary = "Creates a fragment whose elements are all the same";
  let description = [{
    Sets every element of the fragment to `value`. Becomes moves.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32) kernel {
        %0 = kernel.mma.fill %x : !kernel.fragment<16x8xf32, accumulator>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnyFloat, AnySignlessInteger]>:$value);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = "$value attr-dict `:` qualified(type($result))";
}

def Kernel_MmaUnpackOp : Kernel_Op<"mma.unpack", [Pure,
    TypesMatchWith<"the vector has the elements of the fragment that a thread "
                   "holds",
      "fragment", "result",
      "::llvm::cast<::mlir::kernel::FragmentType>($_self).getThreadVectorType()">]> {
  let summary = "Returns the elements of a fragment that the thread holds";
  let description = [{
    Returns the thread's elements in the order of the PTX ISA, which is given in
    the type's description. Does not become an instruction.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32) kernel {
        %0 = kernel.mma.fill %x : !kernel.fragment<16x8xf32, accumulator>
        %1 = kernel.mma.unpack %0 : !kernel.fragment<16x8xf32, accumulator> // vector<4xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_FragmentType:$fragment);
  let results = (outs AnyFixedVectorOfNonZeroRank:$result);
  let assemblyFormat = "$fragment attr-dict `:` qualified(type($fragment))";
  let hasFolder = 1;
}

def Kernel_MmaPackOp : Kernel_Op<"mma.pack", [Pure,
    TypesMatchWith<"the vector has the elements of the fragment that a thread "
                   "holds",
      "result", "elements",
      "::llvm::cast<::mlir::kernel::FragmentType>($_self).getThreadVectorType()">]> {
  let summary = "Creates a fragment from the elements of each thread";
  let description = [{
    The inverse of `kernel.mma.unpack`. Does not become an instruction.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: vector<8xbf16>) kernel {
        %0 = kernel.mma.pack %x : !kernel.fragment<16x16xbf16, a>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyFixedVectorOfNonZeroRank:$elements);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = "$elements attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD
