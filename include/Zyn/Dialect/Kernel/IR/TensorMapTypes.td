//===- TensorMapTypes.td - Tensor maps for TMA ----------- -*- tablegen -*-===//
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
  let summary = "A descriptor of a tensor in global memory for TMA";
  let description = [{
    A tensor map has 128 bytes; `kernel.tensor_map.encode` creates it on the
    host, and kernels take it as an argument. It contains the address, sizes and
    strides of a buffer, and the tile that one copy transfers. The type
    specifies the tile's shape, slowest dimension first, with 1 to 5 dimensions
    of at most 256, and its element type.

    - `swizzle = 32`, `64` or `128`: rows of the tile, of at most that many
      bytes, are stored in shared memory with their 16-byte chunks permuted, so
      that a column of chunks is distributed over different banks: bits 4 to 6
      of an address are xored with bits 7 to 9 for 128, bits 4 and 5 with bits 7
      and 8 for 64, and bit 4 with bit 7 for 32. Without it, the tile is
      row-major.
    - `l2 = 64`, `128` or `256`: reads load this many bytes into L2.
    - `fill = nan`: elements out of bounds are read as NaN instead of 0.
    - `im2col = [lower] to [upper]`: for convolutions of a buffer of 3 to 5
      dimensions, images x (depth x height x) width x channels. The shape of the
      tile is pixels x channels, with at most 1024 consecutive pixels, in
      row-major order, of a bounding box in the image. `lower` and `upper` are
      the offsets of the first corner of the box from the first corner of the
      image, and of the last from the last. With `step [...]`, 1 to 8 in each
      spatial dimension, consecutive pixels are that far apart.

    The size of a row of the tile in bytes is a multiple of 16. Elements are i8,
    i16, i32, i64, f16, bf16, f32, f64, tf32 (f32 in memory, rounded when
    loaded) and the 8-bit floats.

    ```mlir
    func.func private @f(!kernel.tensor_map<64x64xbf16, swizzle = 128>,
                         !kernel.tensor_map<256xf32, l2 = 128, fill = nan>,
                         !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-1, -1] to [1, 1]>,
                         !kernel.tensor_map<128x64xf16, swizzle = 128, im2col = [-3, -3] to [-3, -3] step [2, 2]>)
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$box, "::mlir::Type":$elementType,
    "unsigned":$swizzle, "unsigned":$l2, "bool":$fillNaN,
    ArrayRefParameter<"int64_t">:$lower, ArrayRefParameter<"int64_t">:$upper,
    ArrayRefParameter<"int64_t">:$steps);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether a tensor may have elements of `type`.
    static bool isValidElement(::mlir::Type type);
    bool isIm2col() const { return !getLower().empty(); }
    /// Number of dimensions of the buffers.
    int64_t getRank() const {
      return isIm2col() ? getLower().size() + 2 : getBox().size();
    }
    /// The element type in memory: f32 for tf32.
    ::mlir::Type getStorageType() const;
    /// Number of bytes that one copy transfers.
    int64_t getBytes() const;
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_TENSORMAPTYPES_TD
