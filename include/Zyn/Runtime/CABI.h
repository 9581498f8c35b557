//===- CABI.h - What compiled host code calls -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stable C interface between host code that MLIR compiled and the runtime.
// Every function works on the stream, and the context, of the calling thread's
// current invocation (`zyn::runtime::Stream::invoke`). None returns an error: a
// failure (no memory, a launch that was refused, a failed check) ends the whole
// invocation and comes back as the error of `invoke`.
//
// "Device memory" is the memory that the context's kernels work on: the GPU's
// for a CUDA context, the host's for a CPU context.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_CABI_H
#define ZYN_RUNTIME_CABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ZYNRT_ALIGNMENT = 256 };

/// Allocates `bytes` of device memory, aligned to at least `ZYNRT_ALIGNMENT`
/// bytes. Zero bytes gives a unique pointer too. Ordered on the stream.
void *zynrtAlloc(int64_t bytes);

/// Allocates `bytes` of host memory that kernels can use, too.
void *zynrtAllocShared(int64_t bytes);

/// Gives back what `zynrtAlloc` or `zynrtAllocShared` returned; a null pointer
/// is ignored.
void zynrtFree(void *pointer);

/// Lets kernels use the elements of a buffer in host memory, which `descriptor`
/// describes: a `StridedMemRefType` of `rank` dimensions. Memory that they can
/// use already stays as it is.
void zynrtRegister(int64_t rank, void *descriptor, int64_t elementBytes);

/// Ends what `zynrtRegister` began.
void zynrtUnregister(int64_t rank, void *descriptor, int64_t elementBytes);

/// Waits for everything that was queued on the stream.
void zynrtSynchronize(void);

/// Copies within device memory.
void zynrtCopy(void *destination, const void *source, int64_t bytes);

/// Copies from host memory (a constant of the program) to device memory. The
/// host memory may be reused as soon as this returns.
void zynrtUpload(void *destination, const void *source, int64_t bytes);

/// Kernels that the program brings along, in a form that its device loads: a
/// variable of the program.
typedef struct zynrt_image {
  /// The name of the format (see Image.h), zero-terminated.
  const char *format;
  const void *bytes;
  int64_t size;
  /// Null at first. The runtime keeps here what lets later launches skip the
  /// lookup.
  void *loaded;
} zynrt_image;

/// Launches `kernel` of `image`. `arguments[i]` points to the i-th of
/// `numArguments` kernel arguments. `location` is the launch's source location,
/// "file:line:column", for errors; null if it is not known.
void zynrtLaunch(zynrt_image *image, const char *kernel, int64_t gridX,
                 int64_t gridY, int64_t gridZ, int64_t blockX, int64_t blockY,
                 int64_t blockZ, int64_t dynamicSharedBytes, void **arguments,
                 int64_t numArguments, const char *location);

/// The elements of a tensor that TMA copies tiles of, with the driver's numbers
/// (`CUtensorMapDataType`).
typedef enum zynrt_tensor_element {
  ZYNRT_TENSOR_U8 = 0,
  ZYNRT_TENSOR_U16 = 1,
  ZYNRT_TENSOR_U32 = 2,
  ZYNRT_TENSOR_I32 = 3,
  ZYNRT_TENSOR_U64 = 4,
  ZYNRT_TENSOR_I64 = 5,
  ZYNRT_TENSOR_F16 = 6,
  ZYNRT_TENSOR_F32 = 7,
  ZYNRT_TENSOR_F64 = 8,
  ZYNRT_TENSOR_BF16 = 9,
  ZYNRT_TENSOR_TF32 = 11
} zynrt_tensor_element;

/// A tensor in device memory, and the tile of it that one copy by TMA moves.
/// Arrays begin with the slowest dimension; what is beyond `rank` is ignored.
typedef struct zynrt_tensor_map {
  /// The address, a multiple of 16.
  void *base;
  /// In elements; the last stride is 1, the others multiples of 16 bytes.
  int64_t sizes[5];
  int64_t strides[5];
  /// Elements of the tile, up to 256 in each dimension; for im2col two: pixels,
  /// up to 1024, and channels.
  int32_t box[5];
  /// A `zynrt_tensor_element`.
  int32_t element;
  /// 1 to 5; 3 to 5 for im2col.
  int32_t rank;
  /// Bytes: 0, 32, 64 or 128.
  int32_t swizzle;
  /// Bytes that a read brings to L2: 0, 64, 128 or 256.
  int32_t l2;
  /// Whether elements outside of the tensor read as NaN, not as 0.
  int32_t fill_nan;
  int32_t is_im2col;
  /// For im2col, `rank - 2` coordinates: the first pixel of the box from the
  /// first of the image, and the last from the last.
  int32_t lower[3];
  int32_t upper[3];
} zynrt_tensor_map;

enum { ZYNRT_TENSOR_MAP_BYTES = 128 };

/// Writes to `map` the 128 bytes that a kernel takes, by value, to copy tiles
/// of a tensor by TMA. Fails with what was expected and found where the
/// description is not legal.
void zynrtEncodeTensorMap(void *map, const zynrt_tensor_map *description);

/// Calls `body(captures, i)` for each i in [0, count), on the context's
/// threads; returns when all are done. A failure in one ends the invocation.
void zynrtParallelFor(int64_t count, void (*body)(void *captures, int64_t i),
                      void *captures);

/// Ends the invocation with `message` (zero-terminated) as its error.
void zynrtFail(const char *message);

#ifdef __cplusplus
}
#endif

#endif // ZYN_RUNTIME_CABI_H
