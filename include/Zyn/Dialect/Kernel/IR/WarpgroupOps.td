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
  let summary = "Starts a 64xN matmul of a warpgroup";
  let description = [{
    Starts `D = A·B + C` for a 64xK A, a KxN B and 64xN C and D, where K is the
    number of elements in 32 bytes: 16 for f16 and bf16, 8 for tf32, 32 for i8,
    f8E4M3FN and f8E5M2. All 128 threads of a warpgroup (four warps, the first
    of which has a number that is a multiple of four) execute the op together.
    With `accumulate %flag`, C is only added if the flag, which must be the same
    for all threads, is true, so that a loop does not have to fill C with zeros.
    `negate_a` and `negate_b` negate an operand of floats; `unsigned_a` and
    `unsigned_b` mean that the i8 elements of an operand are unsigned;
    `saturate` limits a sum of integers to the range of i32 instead of wrapping.

    The op reads and writes asynchronously. A `kernel.wgmma.fence` is required
    between preceding writes to registers or shared memory and the op. The
    result is available after `kernel.wgmma.commit` and `kernel.wgmma.wait`.
    Until then, it may only be the accumulator of another `kernel.wgmma.compute`
    of the same shape, be carried by a loop, or be passed to the wait, which
    returns it. Shared memory that the op reads may be overwritten after the
    wait; what regular stores wrote there requires a preceding
    `kernel.fence.proxy_async`.

    A is a fragment or is in shared memory; B is in shared memory. `%a[...]` is
    the first element of a part of a buffer whose last dimensions are

    - the panels, into which a row that is wider than the swizzle is split; not
      needed if there is only one panel,
    - the rows,
    - the `swizzle` bytes of the row: 128, 64 or 32, or 16 without a swizzle.
      TMA with the same swizzle and a box of the same width writes such buffers.

    Rows are those of the matrix or, with `column_major`, its columns. If they
    are along K (A row-major, B column-major), the instruction's K is in one
    panel, or in two without a swizzle. If they are along M or N, which is only
    supported for 16-bit elements, the panels split M or N. The first row is a
    multiple of eight. The panel is aligned to eight times the swizzle.

    Each op adds K exact products of elements to C in an unspecified order, and
    bits below those of the greatest summand are dropped.

    Becomes `wgmma.mma_async.sync.aligned` as inline assembly, since upstream's
    op supports neither A in registers nor a flag. i8 operands of which only one
    is signed require PTX 8.4.

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
    /// A, if it is in registers.
    ::mlir::kernel::FragmentType getFragmentA() {
      return ::llvm::dyn_cast<::mlir::kernel::FragmentType>(getA().getType());
    }
    /// The element type of A and of B: tf32 for f32 in shared memory.
    ::mlir::Type getElementA();
    ::mlir::Type getElementB();
    /// The sizes N and K of one instruction.
    int64_t getN() { return getAccumulator().getType().getColumns(); }
    int64_t getK();
    /// The layout of an operand in shared memory, in bytes.
    struct Tile {
      int64_t swizzle;
      /// Whether rows are along M or N instead of K.
      bool isMNMajor;
      /// The distance between panels; 0 if there is only one.
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
    Required before the first `kernel.wgmma.compute`, and whenever registers
    that such an op reads, an accumulator or A, were written by anything but a
    `kernel.wgmma.compute` of the same shape. Fragments that are computed before
    the fence should be passed through it, so that the compiler cannot move
    their computation after the fence. All threads of the warpgroup execute it
    together. Becomes `wgmma.fence.sync.aligned`.

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
  // Without the parentheses, a value on the next line would be parsed as one.
  let assemblyFormat =
      "(`(` $fragments^ `)` `:` qualified(type($fragments)))? attr-dict";
  let hasVerifier = 1;
}

def Kernel_WgmmaCommitOp : Kernel_Op<"wgmma.commit", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperOnly> {
  let summary = "Groups the matmuls since the last commit";
  let description = [{
    All `kernel.wgmma.compute` ops since the last commit become a group for
    `kernel.wgmma.wait`. All threads of the warpgroup execute it together.
    Becomes `wgmma.commit_group.sync.aligned`.

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
    Waits until at most the last `pending` groups of `kernel.wgmma.commit` are
    pending. It takes accumulators and returns results that must be used instead
    of them; those of groups that are still pending may only be used by further
    matmuls. The last wait of a kernel must be `kernel.wgmma.wait 0`; otherwise
    ptxas serializes the matmuls. All threads of the warpgroup execute it
    together. Becomes `wgmma.wait_group.sync.aligned`.

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

def Kernel_AnchorOp : Kernel_Op<"anchor", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperOnly> {
  let summary = "Computes a number before the waits that follow";
  let description = [{
    ptxas moves a wait for matmuls ahead of computations that do not depend on
    them, so that these no longer run during the matmuls. It does not move waits
    across instructions with other effects. This op becomes one that depends on
    the number: a `nanosleep.u32 0`, which does nothing, if it is negative.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32) kernel {
        %0 = math.exp2 %x : f32
        kernel.anchor %0 : f32
        kernel.wgmma.wait 0
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins F32:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Kernel_SetMaxRegistersOp : Kernel_Op<"set_max_registers", [
    MemoryEffects<[MemWrite]>], Kernel_HopperOnly> {
  let summary = "Releases or requests registers";
  let description = [{
    Sets the number of registers that each thread of the warpgroup may use:
    `decrease` releases registers to the block, `increase` waits until enough
    are available. The number is a multiple of 8 from 24 to 256. ptxas must know
    the initial number of registers: from `known_block_size` and, if that does
    not limit them, from `kernel.min_blocks` or `kernel.max_registers`;
    otherwise it ignores the op with a warning. All threads of the warpgroup
    execute it together. Becomes `setmaxnreg.inc.sync.aligned.u32` or
    `setmaxnreg.dec.sync.aligned.u32`.

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
