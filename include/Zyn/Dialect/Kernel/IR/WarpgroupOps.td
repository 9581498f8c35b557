//===- WarpgroupOps.td - Matmuls of a warpgroup ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_WARPGROUPOPS_TD
#define ZYN_DIALECT_KERNEL_IR_WARPGROUPOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_WgmmaComputeOp : Kernel_Op<"wgmma.compute", [
    AttrSizedOperandSegments, AllTypesMatch<["accumulator", "result"]>,
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperOnly,
    /*dynamicTarget=*/true> {
  let summary = "Starts a matmul of a warpgroup, 64xN";
  let description = [{
    Starts `D = A·B + C` for a 64xK A, a KxN B and 64xN C and D, where K are 32
    bytes of elements: 16 of f16 and bf16, 8 of tf32, 32 of i8, f8E4M3FN and
    f8E5M2. The 128 threads of a warpgroup (four warps, the first one's number a
    multiple of four) do so together. With `accumulate %flag`, C counts only if
    the flag, the same for all threads, is true: a loop need not fill it with
    zeros. `negate_a` and `negate_b` negate a factor of floats; `unsigned_a` and
    `unsigned_b` say that its i8 are unsigned; `saturate` limits a sum of
    integers to the range of i32 instead of wrapping.

    It reads and writes asynchronously. Between it and writes of registers or of
    shared memory there is `kernel.wgmma.fence`; its result is there after
    `kernel.wgmma.commit` and `kernel.wgmma.wait`, and until then may only be
    the accumulator of another `kernel.wgmma.compute` of the same shape, go
    around a loop, or go into the wait, which returns it. Shared memory that it
    reads may be overwritten after the wait; what ordinary stores wrote there
    needs a `kernel.fence.proxy_async` before.

    A is a fragment or lies in shared memory; B lies there. `%a[...]` is the
    first element of a part of a buffer whose last dimensions are

    - the panels, in which a row that is wider than the swizzle is cut; not
      needed where one panel is enough,
    - the rows,
    - the `swizzle` bytes of the row: 128, 64 or 32; without a swizzle 16. TMA
      with the same swizzle and a box as wide writes such buffers.

    Rows are those of the matrix, or, with `column_major`, its columns. If they
    run along K (A row major, B column major), the instruction's K lies in one
    panel, or without a swizzle in two. If they run along M or N, which 16-bit
    elements alone may, panels are cuts of M or N. The first row is a multiple
    of eight. The panel is aligned to eight times the swizzle.

    The sum is of K multiplications at a time, each exact, added to C in an order that
    is not specified, with bits dropped below those of the greatest summand.

    Becomes `wgmma.mma_async.sync.aligned`, by inline assembly, since upstream's
    op neither takes A from registers nor a flag. Factors of i8 of which one is
    signed need PTX 8.4.

    ```mlir
    gpu.module @m {
      gpu.func @f(%a: memref<64x64xbf16, #gpu.address_space<workgroup>>,
                  %b: memref<256x64xbf16, #gpu.address_space<workgroup>>) kernel {
        %zero = arith.constant 0 : index
        %nothing = arith.constant 0.0 : f32
        %c = kernel.mma.fill %nothing : !kernel.fragment<64x256xf32, accumulator, warpgroup>
        kernel.wgmma.fence
        %d = kernel.wgmma.compute %a[%zero, %zero] swizzle = 128,
                                  %b[%zero, %zero] swizzle = 128 column_major, %c
            : memref<64x64xbf16, #gpu.address_space<workgroup>>,
              memref<256x64xbf16, #gpu.address_space<workgroup>>,
              !kernel.fragment<64x256xf32, accumulator, warpgroup>
        kernel.wgmma.commit
        %sum = kernel.wgmma.wait 0, %d : !kernel.fragment<64x256xf32, accumulator, warpgroup>
        gpu.return
      }
    }
    ```
  }];
  // The accumulator is first because the result's type is inferred from it.
  let arguments = (ins
    Kernel_FragmentType:$accumulator,
    AnyTypeOf<[Kernel_Non0RankedBuffer, Kernel_FragmentType],
              "buffer or fragment">:$a,
    Variadic<Index>:$aIndices,
    Arg<Kernel_Non0RankedBuffer, "shared memory">:$b,
    Variadic<Index>:$bIndices,
    Optional<I1>:$accumulate,
    DefaultValuedAttr<I64Attr, "0">:$swizzleA,
    DefaultValuedAttr<I64Attr, "0">:$swizzleB,
    UnitAttr:$columnMajorA, UnitAttr:$columnMajorB,
    UnitAttr:$negateA, UnitAttr:$negateB,
    UnitAttr:$unsignedA, UnitAttr:$unsignedB,
    UnitAttr:$saturate);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = [{
    $a (`[` $aIndices^ `]`)? (`swizzle` `=` $swizzleA^)?
    (`column_major` $columnMajorA^)? `,`
    $b `[` $bIndices `]` (`swizzle` `=` $swizzleB^)?
    (`column_major` $columnMajorB^)? `,`
    $accumulator (`accumulate` $accumulate^)?
    oilist(`negate_a` $negateA | `negate_b` $negateB | `unsigned_a` $unsignedA |
           `unsigned_b` $unsignedB | `saturate` $saturate)
    attr-dict `:` qualified(type($a)) `,` type($b) `,` qualified(type($accumulator))
  }];
  let extraClassDeclaration = targetDeclaration # [{
    /// A, if it lies in registers.
    ::mlir::kernel::FragmentType getFragmentA() {
      return ::llvm::dyn_cast<::mlir::kernel::FragmentType>(getA().getType());
    }
    /// The element type of A and of B: tf32 for f32 in shared memory.
    ::mlir::Type getElementA();
    ::mlir::Type getElementB();
    /// Rows of A or columns of B of one instruction, and its extent of K.
    int64_t getN() { return getAccumulator().getType().getColumns(); }
    int64_t getK();
    /// How one factor lies in shared memory, in bytes.
    struct Tile {
      int64_t swizzle;
      /// Whether rows run along M or N instead of K.
      bool isMNMajor;
      /// From a panel to the next; 0 if there is one.
      int64_t panelStride;
    };
    Tile getTileA();
    Tile getTileB();
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Kernel_WgmmaFenceOp : Kernel_Op<"wgmma.fence", [
    MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>], Kernel_HopperOnly> {
  let summary = "Orders registers before a matmul of a warpgroup";
  let description = [{
    Stands before the first `kernel.wgmma.compute`, and wherever registers that
    one reads, an accumulator or A, were written by anything but a
    `kernel.wgmma.compute` of the same shape. Fragments that are computed before
    are best given to it and taken from it: the compiler then cannot move their
    computation behind the fence. All threads of the warpgroup together. Becomes
    `wgmma.fence.sync.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32) kernel {
        %c = kernel.mma.fill %x : !kernel.fragment<64x64xf32, accumulator, warpgroup>
        %ready = kernel.wgmma.fence(%c) : !kernel.fragment<64x64xf32, accumulator, warpgroup>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Variadic<Kernel_FragmentType>:$fragments);
  let results = (outs Variadic<Kernel_FragmentType>:$results);
  // Without the parentheses, a value on the next line would be taken for one.
  let assemblyFormat =
      "(`(` $fragments^ `)` `:` qualified(type($fragments)))? attr-dict";
  let hasVerifier = 1;
}

def Kernel_WgmmaCommitOp : Kernel_Op<"wgmma.commit", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperOnly> {
  let summary = "Makes a group of the matmuls that were started";
  let description = [{
    Every `kernel.wgmma.compute` since the last commit becomes a group, which
    `kernel.wgmma.wait` counts. All threads of the warpgroup together. Becomes
    `wgmma.commit_group.sync.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.wgmma.commit
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_WgmmaWaitOp : Kernel_Op<"wgmma.wait", [
    MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>], Kernel_HopperOnly> {
  let summary = "Waits for groups of matmuls of a warpgroup";
  let description = [{
    Waits until at most `pending` of the newest groups that
    `kernel.wgmma.commit` made are not complete. Accumulators go in, and the
    results are to be used instead of them; those of groups that are still
    pending may not be used yet, other than by further matmuls. A kernel's last
    wait is `kernel.wgmma.wait 0`, or ptxas serializes matmuls. All threads
    of the warpgroup together. Becomes `wgmma.wait_group.sync.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.wgmma.wait 0
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I64Attr:$pending,
                       Variadic<Kernel_FragmentType>:$fragments);
  let results = (outs Variadic<Kernel_FragmentType>:$results);
  let assemblyFormat =
      "$pending (`,` $fragments^ `:` qualified(type($fragments)))? attr-dict";
  let hasVerifier = 1;
}

def Kernel_SetMaxRegistersOp : Kernel_Op<"set_max_registers", [
    MemoryEffects<[MemWrite]>], Kernel_HopperOnly> {
  let summary = "Gives registers back, or asks for more";
  let description = [{
    Sets how many registers each thread of the warpgroup may use: `decrease`
    gives registers back to the block, `increase` waits until there are enough.
    The number is a multiple of 8 from 24 to 256. ptxas has to know how many
    there are at the start: from `known_block_size`, and, where that leaves them
    unbounded, from `kernel.min_blocks` or `kernel.max_registers`; otherwise it
    ignores the op and says so. All threads of the warpgroup together. Becomes
    `setmaxnreg.inc.sync.aligned.u32` or `setmaxnreg.dec.sync.aligned.u32`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel attributes {
          known_block_size = array<i32: 384, 1, 1>, nvvm.minctasm = 1 : i32} {
        kernel.set_max_registers decrease 40
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_RegisterAction:$action, I32Attr:$registers);
  let assemblyFormat = "$action $registers attr-dict";
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_WARPGROUPOPS_TD
