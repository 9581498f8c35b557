//===- CABI.h - What compiled host code calls -------------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stable C interface between host code that MLIR compiled and the runtime.
// Every function works on the calling thread's current context, which
// `zyn::runtime::Context::invoke` sets. None returns an error: a failure (no
// memory, a launch that was refused, a failed check) ends the whole invocation
// and comes back as the error of `invoke`.
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

/// Allocates `bytes` of device memory, aligned to at least 256 bytes. Zero
/// bytes gives a unique pointer too. Ordered on the context's stream.
void *zynrtAlloc(int64_t bytes);

/// Gives back what `zynrtAlloc` returned; a null pointer is ignored.
void zynrtFree(void *pointer);

/// Copies between two places in device memory.
void zynrtCopy(void *destination, const void *source, int64_t bytes);

/// Copies from host memory (a constant of the program) to device memory. The
/// host memory may be reused as soon as this returns.
void zynrtUpload(void *destination, const void *source, int64_t bytes);

/// Launches `kernel` of the module whose PTX text is `ptx` (`ptxSize` bytes,
/// no terminating zero needed). `slot` points to a zero-initialised word that
/// belongs to this PTX text and lets later launches skip the look-up.
/// `arguments[i]` points to the i-th kernel argument.
void zynrtLaunch(const char *ptx, int64_t ptxSize, void **slot,
                 const char *kernel, int64_t gridX, int64_t gridY,
                 int64_t gridZ, int64_t blockX, int64_t blockY, int64_t blockZ,
                 int64_t dynamicSharedBytes, void **arguments,
                 int64_t numArguments);

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
