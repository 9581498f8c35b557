//===- CABI.h - The C interface for compiled host code ----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stable C interface between host code compiled by MLIR and the runtime.
// Every function uses the stream and the context of the calling thread's
// current invocation (`zyn::runtime::Stream::invoke`). None of them returns an
// error: a failure (out of memory, an invalid launch, a failed check) ends the
// whole invocation and is returned by `invoke`.
//
// "Device memory" is the memory that the context's kernels use: the GPU's for a
// CUDA context, the host's for a CPU context.
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
/// bytes. Zero bytes return a unique pointer, too. Stream-ordered.
void *zynrtAlloc(int64_t bytes);

/// The same for a result of the function, by its number, which is in the
/// caller's memory if that has exactly these bytes. Called at most once for
/// each result.
void *zynrtAllocResult(int64_t bytes, int64_t result);

/// Allocates `bytes` of host memory that kernels can access, too.
void *zynrtAllocShared(int64_t bytes);

/// Frees memory returned by `zynrtAlloc` or `zynrtAllocShared`; ignores a null
/// pointer.
void zynrtFree(void *pointer);

/// Makes the elements of a buffer in host memory accessible to kernels.
/// `descriptor` is a `StridedMemRefType` of `rank` dimensions. Does nothing for
/// memory that kernels can already access.
void zynrtRegister(int64_t rank, void *descriptor, int64_t elementBytes);

/// Undoes `zynrtRegister`.
void zynrtUnregister(int64_t rank, void *descriptor, int64_t elementBytes);

/// Waits for all work queued on the stream.
void zynrtSynchronize(void);

/// Copies within device memory.
void zynrtCopy(void *destination, const void *source, int64_t bytes);

/// Copies from device memory to the host's, after all work queued before, and
/// waits for the copy.
void zynrtRead(void *destination, const void *source, int64_t bytes);

/// A constant that kernels use: a variable of the program.
typedef struct zynrt_constant {
  /// The elements in host memory; null if they are not initialized.
  const void *bytes;
  int64_t size;
  /// Initially null. The runtime stores here what identifies the constant.
  void *loaded;
} zynrt_constant;

/// Returns the address of a constant in device memory, aligned to at least
/// `ZYNRT_ALIGNMENT` bytes. The first call in a context copies it there, where
/// it stays; a graph can therefore only use constants that an earlier
/// invocation has used.
void *zynrtConstant(zynrt_constant *constant);

/// Kernels embedded in the program, in a form that its device loads: a variable
/// of the program.
typedef struct zynrt_image {
  /// The name of the format (see Image.h), zero-terminated.
  const char *format;
  const void *bytes;
  int64_t size;
  /// Initially null. The runtime caches the loaded module here so that later
  /// launches skip the lookup.
  void *loaded;
} zynrt_image;

/// What a launch has to do, for profiles; -1 if it is not known.
typedef struct zynrt_work {
  /// Read and written.
  int64_t bytes;
  /// Floating-point operations, and what performs them: a number on which the
  /// compiler and the reader of the profile agree.
  int64_t flops, unit;
} zynrt_work;

enum { ZYNRT_AFTER_ALL = -1 };

/// Launches `kernel` of `image`. `arguments[i]` points to the i-th of
/// `numArguments` kernel arguments. `location` is the launch's source location,
/// "file:line:column", for errors; null if it is not known, as `work` may be.
/// `after` tells which of the function's launches before this one it depends
/// on: bit i is that of the one i + 1 launches before, up to 63 of them;
/// `ZYNRT_AFTER_ALL` stands for all. All of them depend on other work that is
/// queued in between.
void zynrtLaunch(zynrt_image *image, const char *kernel, int64_t gridX,
                 int64_t gridY, int64_t gridZ, int64_t blockX, int64_t blockY,
                 int64_t blockZ, int64_t dynamicSharedBytes, void **arguments,
                 int64_t numArguments, const char *location,
                 const zynrt_work *work, int64_t after);

/// The element types of tensors that TMA copies, numbered as in the driver
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

/// A tensor in device memory, and the tile of it that one TMA operation copies.
/// Arrays start with the slowest dimension; entries beyond `rank` are ignored.
typedef struct zynrt_tensor_map {
  /// The address, a multiple of 16.
  void *base;
  /// In elements; the last stride is 1, the others multiples of 16 bytes.
  int64_t sizes[5];
  int64_t strides[5];
  /// The size of the tile in elements, up to 256 in each dimension; for im2col,
  /// two sizes: up to 1024 pixels, and channels.
  int32_t box[5];
  /// A `zynrt_tensor_element`.
  int32_t element;
  /// 1 to 5; 3 to 5 for im2col.
  int32_t rank;
  /// In bytes: 0, 32, 64 or 128.
  int32_t swizzle;
  /// The L2 promotion in bytes: 0, 64, 128 or 256.
  int32_t l2;
  /// Whether elements outside of the tensor read as NaN instead of 0.
  int32_t fill_nan;
  int32_t is_im2col;
  /// The corners of the box for im2col, `rank - 2` coordinates each: the first
  /// pixel relative to the image's first, and the last relative to its last.
  int32_t lower[3];
  int32_t upper[3];
  /// The distance of consecutive pixels for im2col, from 1 to 8.
  int32_t steps[3];
} zynrt_tensor_map;

enum { ZYNRT_TENSOR_MAP_BYTES = 128 };

/// Writes to `map` the 128 bytes of a tensor map, which a kernel takes by value
/// to copy tiles by TMA. Fails if the description is invalid.
void zynrtEncodeTensorMap(void *map, const zynrt_tensor_map *description);

/// Calls `body(captures, i)` for each i in [0, count) on the context's threads,
/// and waits for all of them. A failure in one ends the invocation. Profiles
/// show the loop as `name` at `location`, "file:line:column", each of which may
/// be null.
void zynrtParallelFor(int64_t count, void (*body)(void *captures, int64_t i),
                      void *captures, const char *name, const char *location);

/// Ends the invocation with `message` (zero-terminated) as its error. Outside
/// of one, where a program calls a function of an object file, ends the
/// program.
void zynrtFail(const char *message);

/// Ends the invocation with `message` as its error, in which `{0}`, `{1}` and
/// so on are replaced by elements of `values`, and `{{` by `{`.
void zynrtFailWithValues(const char *message, const int64_t *values);

#ifdef __cplusplus
}
#endif

#endif // ZYN_RUNTIME_CABI_H
