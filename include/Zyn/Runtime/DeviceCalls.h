//===- DeviceCalls.h - Devices for programs in C ----------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a C program needs to call functions that `zyn-translate --zyn-to-object`
// has compiled for a device that runs kernels, in addition to their header, if
// it does not use the device's own library, such as CUDA's.
//
// Every function returns null, or a message that is valid until the thread
// calls another function of this kind. A stream is one of the device's driver:
// a `CUstream`, which is the same as a `cudaStream_t`; null is the default
// stream. Work of one stream is done in order, whoever has queued it. The
// emulator ignores streams.
//
// Each device is opened once, when it is first used, and stays open until the
// program ends. All functions are thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_DEVICECALLS_H
#define ZYN_RUNTIME_DEVICECALLS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sets the device of the calling thread: "cuda:N", "cuda" (the first GPU), or
/// "emulate". By default, it is the first one of the kind that the first
/// function was compiled for that the thread calls, or the first GPU if memory
/// is allocated or copied before.
const char *zynrtUseDevice(const char *name);

/// Stores the address of `bytes` of new device memory in `pointer`, aligned to
/// at least 256 bytes, for work on `stream`.
const char *zynrtDeviceAlloc(void *stream, int64_t bytes, void **pointer);

/// Frees memory that `zynrtDeviceAlloc` returned for the same device, after the
/// work queued so far on `stream`. Ignores a null pointer.
const char *zynrtDeviceFree(void *stream, void *pointer);

/// Copies host memory to the device, after the work queued so far on `stream`,
/// and before later work. Returns when `source` may be reused.
const char *zynrtCopyToDevice(void *stream, void *destination,
                              const void *source, int64_t bytes);

/// Copies device memory to the host, after the work queued so far on `stream`,
/// and waits for the copy.
const char *zynrtCopyToHost(void *stream, void *destination, const void *source,
                            int64_t bytes);

/// Waits for the work queued so far on `stream`. Errors: those of kernels, such
/// as an illegal address; the device then becomes unusable for this process.
const char *zynrtStreamSynchronize(void *stream);

/// Calls `function(arguments)`, which is compiled host code, with its work on
/// `stream` of the thread's device: what compiled functions do. `kind` is the
/// kind of devices that the code is for, such as "cuda". Errors: the thread
/// uses another kind of device; those of the function.
const char *zynrtInvoke(const char *kind, void *stream,
                        void (*function)(void *arguments), void *arguments);

#ifdef __cplusplus
}
#endif

#endif // ZYN_RUNTIME_DEVICECALLS_H
