//===- KernelTypes.td - Types of the kernel dialect ------ -*- tablegen -*-===//
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
    space 4 of PTX. The other memory spaces are those of upstream's
    `#gpu.address_space`.
  }];
}

def Kernel_MBarrierType : Kernel_Type<"MBarrier", "mbarrier", [
    MemRefElementTypeInterface]> {
  let summary = "A barrier in shared memory that counts arrivals and bytes";
  let description = [{
    The element type of buffers of mbarriers in shared memory, with 8 bytes
    each. Only the `kernel.mbarrier` ops access its content. See PTX ISA,
    "Parallel Synchronization and Communication Instructions: mbarrier".
  }];
}

def Kernel_FragmentType : Kernel_Type<"Fragment", "fragment"> {
  let summary = "A matrix in the registers of a warp or warpgroup";
  let description = [{
    `!kernel.fragment<16x8xf32, accumulator>` is a 16x8 matrix of f32 that the
    32 threads of a warp hold together, as C or D of a matmul;
    `!kernel.fragment<64x256xf32, accumulator, warpgroup>` is held by the 128
    threads of a warpgroup. `a` and `b` are the operands.

    A thread holds `rows * columns / threads` elements, in the layout of the PTX
    ISA ("Matrix fragments for mma.m16n8k16 ..." and "... for wgmma"). With
    `g = lane / 4`, `t = lane % 4`, `w` elements in a 32-bit register (1 for
    tf32, f32, i32, f64; 2 for f16, bf16; 4 for i8 and 8-bit floats),
    `r = i / w` and `e = i % w`, element `i` of a thread is at

    | role | row | column |
    |---|---|---|
    | `a` | `g + 8 * (r % 2)` | `t * w + e + 4 * w * (r / 2)` |
    | `b` | `t * w + e + 4 * w * r` | `g` |
    | `accumulator` | `g + 8 * ((i / 2) % 2)` | `2 * t + i % 2 + 8 * (i / 4)` |

    plus 16 rows for each warp of a warpgroup that precedes the thread's warp.
    The 8x4 and 8x8 matrices of f64 only have the rows `g`.

    | held by | element | a | b | accumulator |
    |---|---|---|---|---|
    | warp | f16, bf16 | 16x16, 16x8 | 16x8, 8x8 | 16x8 of f32; for f16 also 16x8 of f16 |
    | warp | tf32 | 16x8, 16x4 | 8x8, 4x8 | 16x8 of f32 |
    | warp | f64 | 8x4; 16x4, 16x8, 16x16 | 4x8; 4x8, 8x8, 16x8 | 8x8; 16x8 |
    | warp | i8 | 16x32, 16x16 | 32x8, 16x8 | 16x8 of i32 |
    | warp | f8E4M3FN, f8E5M2 | 16x32 | 32x8 | 16x8 of f32 |
    | warpgroup | f16, bf16 | 64x16 | | 64xN of f32; for f16 also 64xN of f16 |
    | warpgroup | tf32 | 64x8 | | 64xN of f32 |
    | warpgroup | f8E4M3FN, f8E5M2 | 64x32 | | 64xN of f32 or f16 |
    | warpgroup | i8 | 64x32 | | 64xN of i32 |

    N is a multiple of 8 from 8 to 256; for i32, it is a multiple of 16, or 8
    or 24. A fragment of tf32 consists of f32 elements, whose 13 low bits the
    hardware ignores. Accumulators of bf16 can be stored, but not accumulated
    into.
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
    /// Number of elements that each thread holds.
    int64_t getElementsPerThread() const;
    /// Number of elements in a register, which has 32 bits, or 64 for f64.
    int64_t getElementsPerRegister() const;
    int64_t getRegistersPerThread() const;
    /// The element type in memory and in vectors: f32 for tf32.
    ::mlir::Type getStorageType() const;
    /// Returns the row and column of element `i` of thread 0.
    std::pair<int64_t, int64_t> getElementPosition(int64_t i) const;
    /// The type of the vector of a thread's elements, in register order.
    ::mlir::VectorType getThreadVectorType() const;
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD
