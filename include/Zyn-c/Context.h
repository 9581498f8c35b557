//===- Context.h - Devices in use ------------------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_CONTEXT_H
#define ZYN_C_CONTEXT_H

#include "Zyn-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A device in use, with its memory and its queue of work.
typedef struct ZynOpaqueContext *ZynContextRef;

typedef enum ZynDeviceKind {
  ZynDeviceKindCPU,
  ZynDeviceKindCUDA,
  ZynDeviceKindEmulator
} ZynDeviceKind;

/// Opens the device called `name`: "cuda:N", "cuda" (the first GPU), "cpu",
/// "emulate" (a GPU that is emulated on the CPU), or "auto" (the first GPU, or
/// else the CPU). Errors: a device that does not exist or cannot be opened, an
/// invalid name.
ZynErrorRef zynContextCreate(ZynStringRef name, ZynContextRef *context);

/// Releases the caller's reference. The device is closed, after waiting for its
/// work, when no array refers to it anymore.
void zynContextDestroy(ZynContextRef context);

ZynDeviceKind zynContextGetDeviceKind(ZynContextRef context);

/// N of "cuda:N"; 0 for other devices.
int zynContextGetDeviceOrdinal(ZynContextRef context);

/// The name for `zynContextCreate`, such as "cuda:0".
ZynStringRef zynContextGetDeviceLabel(ZynContextRef context);

/// The name of the product, such as "NVIDIA H200".
ZynStringRef zynContextGetDeviceName(ZynContextRef context);

/// Waits for all work. Error: that of a failed kernel.
ZynErrorRef zynContextSynchronize(ZynContextRef context);

/// Returns memory that functions no longer use to the device.
void zynContextTrimMemory(ZynContextRef context);

/// A queue of work of a context, which lives as long as the context.
typedef struct ZynOpaqueStream *ZynStreamRef;

/// Returns a queue whose work is queued on `stream`, a stream of the device's
/// driver that another library uses, such as a CUstream; null is the driver's
/// default stream. It must not be used after that stream is destroyed. Returns
/// null on a device that is no GPU, with a driver older than CUDA 12.0, or
/// after many other streams: `zynContextWaitForStream` and
/// `zynContextHoldStream` do the same then. If the stream is captured as a
/// graph, launches of kernels are captured, too, and calls of functions, which
/// allocate memory, are errors.
ZynErrorRef zynContextAdoptStream(ZynContextRef context, void *stream,
                                  ZynStreamRef *adopted);

/// Makes later work of `queue` wait for all work queued so far on `stream`, as
/// `zynContextWaitForStream` does for the main queue of a context.
ZynErrorRef zynStreamWaitForStream(ZynStreamRef queue, void *stream);

/// Makes later work of the context wait for all work queued so far on `stream`,
/// a stream of the device's driver that another library uses, such as a
/// CUstream; null is the driver's default stream. Has no effect on other
/// devices than a GPU. Error: the driver's.
ZynErrorRef zynContextWaitForStream(ZynContextRef context, void *stream);

/// Makes later work on `stream` wait for all work of the context so far.
ZynErrorRef zynContextHoldStream(ZynContextRef context, void *stream);

/// Calls `callback` for each warning and remark about kernels so far, such as
/// those of the emulator.
void zynContextForEachDiagnostic(ZynContextRef context,
                                 void (*callback)(ZynDiagnosticRef diagnostic,
                                                  void *userData),
                                 void *userData);

/// Calls `callback` with the name of each device: the GPUs, if any, and the
/// CPU.
void zynForEachDevice(ZynStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_CONTEXT_H
