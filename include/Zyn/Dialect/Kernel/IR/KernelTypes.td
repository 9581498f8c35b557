//===- KernelTypes.td - Types and attributes of the kernel dialect  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class Kernel_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Kernel_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

class Kernel_Attr<string name, string attrMnemonic>
    : AttrDef<Kernel_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Kernel_ConstantSpaceAttr : Kernel_Attr<"ConstantSpace", "constant"> {
  let summary = "Memory space of constants";
  let description = [{
    The memory space of a buffer of constants, which no thread writes: address
    space 4 of PTX. Upstream's `#gpu.address_space` has the others.
  }];
}

def Kernel_MBarrierType : Kernel_Type<"MBarrier", "mbarrier", [
    MemRefElementTypeInterface]> {
  let summary = "A barrier in shared memory that counts arrivals and bytes";
  let description = [{
    The element type of buffers of mbarriers, 8 bytes each, in shared memory.
    What it holds is only touched by the `kernel.mbarrier` ops. PTX ISA,
    "Parallel Synchronization and Communication Instructions: mbarrier".
  }];
}

def Kernel_FragmentType : Kernel_Type<"Fragment", "fragment"> {
  let summary = "A matrix that lies in the registers of a warp or a warpgroup";
  let description = [{
    `!kernel.fragment<16x8xf32, accumulator>` is a 16x8 matrix of f32 that the
    32 threads of a warp hold together, as C or D of a matmul;
    `!kernel.fragment<64x256xf32, accumulator, warpgroup>` one that the 128
    threads of a warpgroup hold. `a` and `b` are the factors.

    A thread holds `rows * columns / threads` elements, as the PTX ISA lays them
    out ("Matrix fragments for mma.m16n8k16 ..." and "... for wgmma"). With
    `g = lane / 4`, `t = lane % 4`, `w` elements in a 32-bit register (1 for
    tf32, f32, i32, f64; 2 for f16, bf16; 4 for i8 and 8-bit floats), element `i`
    of a thread is, with `r = i / w` and `e = i % w`, at

    | role | row | column |
    |---|---|---|
    | `a` | `g + 8 * (r % 2)` | `t * w + e + 4 * w * (r / 2)` |
    | `b` | `t * w + e + 4 * w * r` | `g` |
    | `accumulator` | `g + 8 * ((i / 2) % 2)` | `2 * t + i % 2 + 8 * (i / 4)` |

    plus 16 rows for each warp of a warpgroup before the thread's. The 8x4 and
    8x8 matrices of f64 have rows `g` only.

    | held by | element | a | b | accumulator |
    |---|---|---|---|---|
    | warp | f16, bf16 | 16x16, 16x8 | 16x8, 8x8 | 16x8 of f32; f16: 16x8 of f16 too |
    | warp | tf32 | 16x8, 16x4 | 8x8, 4x8 | 16x8 of f32 |
    | warp | f64 | 8x4; 16x4, 16x8, 16x16 | 4x8; 4x8, 8x8, 16x8 | 8x8; 16x8 |
    | warp | i8 | 16x32, 16x16 | 32x8, 16x8 | 16x8 of i32 |
    | warp | f8E4M3FN, f8E5M2 | 16x32 | 32x8 | 16x8 of f32 |
    | warpgroup | f16, bf16 | 64x16 | | 64xN of f32; not bf16: of f16 too |
    | warpgroup | tf32 | 64x8 | | 64xN of f32 |
    | warpgroup | f8E4M3FN, f8E5M2 | 64x32 | | 64xN of f32 or f16 |
    | warpgroup | i8 | 64x32 | | 64xN of i32 |

    N is a multiple of 8 from 8 to 256; for i32 8, 24, or a multiple of 16. A
    fragment of tf32 is made of f32 elements, whose 13 low bits the hardware
    ignore. bf16 accumulators exist to be stored, not to be added to.
  }];
  let parameters = (ins
    "int64_t":$rows, "int64_t":$columns, "::mlir::Type":$elementType,
    "::mlir::kernel::FragmentRole":$role,
    "::mlir::kernel::FragmentHolder":$holder);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// 32 for a warp, 128 for a warpgroup.
    int64_t getNumThreads() const;
    /// Elements that each thread holds.
    int64_t getElementsPerThread() const;
    /// Elements of a register of a thread, which has 32 bits, or 64 for f64.
    int64_t getElementsPerRegister() const;
    int64_t getRegistersPerThread() const;
    /// Of elements in memory and in vectors: f32 for tf32.
    ::mlir::Type getStorageType() const;
    /// Returns the row and column of element `i` of thread 0.
    std::pair<int64_t, int64_t> getElementPosition(int64_t i) const;
    /// What a thread holds, in the order of its registers.
    ::mlir::VectorType getThreadVectorType() const;
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD
