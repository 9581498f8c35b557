//===- TensorMapTypes.td - Descriptions of tensors for TMA  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_TENSORMAPTYPES_TD
#define ZYN_DIALECT_KERNEL_IR_TENSORMAPTYPES_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_TensorMapType : Kernel_Type<"TensorMap", "tensor_map"> {
  let summary = "How TMA finds a tile of a tensor in global memory";
  let description = [{
    A value that `kernel.tensor_map.encode` makes on the host, of 128 bytes, and
    that a kernel takes as an argument. It holds the address, sizes and strides
    of a buffer, and the tile that one copy moves. The type says which: its
    shape, slowest dimension first, with 1 to 5 dimensions of at most 256, and
    its elements.

    - `swizzle = 32`, `64` or `128`: rows of the tile, of at most that many
      bytes, lie in shared memory with their 16-byte chunks permuted, so that
      a column of chunks falls into different banks: bits 4 to 6 of an
      address are exclusive-ored with bits 7 to 9 for 128, bits 4 and 5 with 7
      and 8 for 64, bit 4 with bit 7 for 32. Without it, the tile is row-major.
    - `l2 = 64`, `128` or `256`: reads bring as many bytes to L2.
    - `fill = nan`: what lies outside of the buffer reads as NaN, not as 0.
    - `im2col = [lower] to [upper]`: for convolutions of a buffer of 3 to 5
      dimensions, images x (depth x height x) width x channels. The shape of the
      tile is then pixels x channels: at most 1024 pixels that follow each
      other, row by row, in the box that `lower` and `upper` leave of an image:
      offsets of its first corner from the image's first, and of its last from
      the image's last.

    The bytes of a row of the tile are a multiple of 16. Elements are i8, i16,
    i32, i64, f16, bf16, f32, f64, tf32 (f32 in memory, rounded when loaded) and
    the 8-bit floats.

    ```mlir
    func.func private @f(!kernel.tensor_map<64x64xbf16, swizzle = 128>,
                         !kernel.tensor_map<256xf32, l2 = 128, fill = nan>,
                         !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>)
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$box, "::mlir::Type":$elementType,
    "unsigned":$swizzle, "unsigned":$l2, "bool":$fillNaN,
    ArrayRefParameter<"int64_t">:$lower, ArrayRefParameter<"int64_t">:$upper);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isIm2col() const { return !getLower().empty(); }
    /// Number of dimensions of the buffers.
    int64_t getRank() const {
      return isIm2col() ? getLower().size() + 2 : getBox().size();
    }
    /// The elements in memory: f32 for tf32.
    ::mlir::Type getStorageType() const;
    /// Bytes that one copy moves.
    int64_t getBytes() const;
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_TENSORMAPTYPES_TD
