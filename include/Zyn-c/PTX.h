//===- PTX.h - Kernels of PTX ----------------------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_PTX_H
#define ZYN_C_PTX_H

#include "Zyn-c/Context.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The text of PTX and the kernels that it declares. It is immutable.
typedef struct ZynOpaquePTX *ZynPTXRef;

/// A parameter of a kernel.
typedef struct ZynKernelParameter {
  ZynStringRef name;
  /// The element type in PTX, without the dot: "u64", "f32", "b8".
  ZynStringRef type;
  /// The size in bytes, including arrays; 0 if it is unknown.
  uint64_t bytes;
} ZynKernelParameter;

/// Reads the declarations of `text`, which messages call `name`. This needs no
/// GPU. Error: there is no kernel.
ZynErrorRef zynPTXParse(ZynStringRef text, ZynStringRef name, ZynPTXRef *ptx);

void zynPTXDestroy(ZynPTXRef ptx);

size_t zynPTXGetNumKernels(ZynPTXRef ptx);
ZynStringRef zynPTXGetKernelName(ZynPTXRef ptx, size_t kernel);
size_t zynPTXGetNumParameters(ZynPTXRef ptx, size_t kernel);
ZynKernelParameter zynPTXGetParameter(ZynPTXRef ptx, size_t kernel,
                                      size_t parameter);

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A kernel that was loaded on a GPU, whose context it keeps open.
typedef struct ZynOpaqueKernel *ZynKernelRef;

/// Loads a kernel, which compiles the PTX unless this context has loaded it
/// before, or the cache has it. Errors: a device that is no GPU, what the
/// driver reports about the text.
ZynErrorRef zynKernelLoad(ZynPTXRef ptx, size_t kernel, ZynContextRef context,
                          ZynKernelRef *loaded);

void zynKernelDestroy(ZynKernelRef kernel);

/// The numbers of blocks and threads, and the bytes of dynamic shared memory of
/// a block.
typedef struct ZynLaunchShape {
  int64_t grid[3], block[3];
  int64_t sharedBytes;
} ZynLaunchShape;

/// An argument of a launch: the value of a parameter, or an array, which is
/// passed as its address.
typedef struct ZynLaunchArgument {
  bool isArray;
  /// Whether the elements are in the memory of the GPU, rather than in that of
  /// the host.
  bool isOnDevice;
  /// The value, or the elements of the array, which the kernel may modify.
  void *memory;
  /// Their size.
  uint64_t bytes;
} ZynLaunchArgument;

/// Launches a kernel on a queue of its context, or the main one if it is null.
/// Arrays in host memory are copied to the GPU before and back after it, which
/// waits for the kernel; otherwise, the call may return before:
/// `zynContextSynchronize` waits for it. Errors: arguments or a shape that do
/// not fit the kernel, or do not fit the GPU.
ZynErrorRef zynKernelLaunch(ZynKernelRef kernel, ZynStreamRef stream,
                            const ZynLaunchShape *shape,
                            const ZynLaunchArgument *arguments,
                            size_t numArguments);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_PTX_H
