//===- Function.h - Compiled functions -------------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_FUNCTION_H
#define ZYN_C_FUNCTION_H

#include "Zyn-c/Context.h"
#include "Zyn-c/Module.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// A compiled function, which is immutable.
typedef struct ZynOpaqueFunction *ZynFunctionRef;

/// Options of a compilation; a zero-initialized struct has the default ones.
typedef struct ZynCompileOptions {
  /// The function to compile. If empty, it is `main` or else the only public
  /// one.
  ZynStringRef entry;
  /// The architecture, such as "sm_90a", and its features, such as "+ptx80". If
  /// empty, they are those of the device.
  ZynStringRef chip, features;
  /// A regular expression for the categories of remarks to keep; empty for
  /// none.
  ZynStringRef remarks;
  /// Whether to keep the IR of each stage, which runs a pipeline for each.
  bool keepStages;
  /// Called on the calling thread with how many of the steps are done, and with
  /// all of them at the end, even if the compilation fails; not if the code is
  /// on disk. May be null.
  void (*progress)(size_t done, size_t total, void *userData);
  void *userData;
} ZynCompileOptions;

/// Compiles a function for the device of `context`. `options` may be null.
ZynErrorRef zynFunctionCompile(ZynModuleRef module, ZynContextRef context,
                               const ZynCompileOptions *options,
                               ZynFunctionRef *function);

void zynFunctionDestroy(ZynFunctionRef function);

ZynStringRef zynFunctionGetName(ZynFunctionRef function);

/// The image that the device loads, such as PTX; empty on other devices than a
/// GPU.
ZynStringRef zynFunctionGetImage(ZynFunctionRef function);

/// The IR after each stage: its name, such as "zyn-to-kernel", and its text.
size_t zynFunctionGetNumStages(ZynFunctionRef function);
ZynStringRef zynFunctionGetStageName(ZynFunctionRef function, size_t index);
ZynStringRef zynFunctionGetStageText(ZynFunctionRef function, size_t index);

/// The warnings and remarks of the compilation.
size_t zynFunctionGetNumDiagnostics(ZynFunctionRef function);
ZynDiagnosticRef zynFunctionGetDiagnostic(ZynFunctionRef function,
                                          size_t index);

/// The kernels that a call launches in the order of their first launches, and
/// how often, or -1 if that depends on arguments or sizes.
size_t zynFunctionGetNumKernels(ZynFunctionRef function);
ZynStringRef zynFunctionGetKernelName(ZynFunctionRef function, size_t index);
int64_t zynFunctionGetKernelLaunches(ZynFunctionRef function, size_t index);

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

typedef enum ZynElementType {
  ZynElementTypeBool,
  ZynElementTypeI8,
  ZynElementTypeI16,
  ZynElementTypeI32,
  ZynElementTypeI64,
  ZynElementTypeU8,
  ZynElementTypeU16,
  ZynElementTypeU32,
  ZynElementTypeU64,
  ZynElementTypeF8E4M3FN,
  ZynElementTypeF8E5M2,
  ZynElementTypeF16,
  ZynElementTypeBF16,
  ZynElementTypeF32,
  ZynElementTypeF64
} ZynElementType;

/// The type of an argument or result.
typedef struct ZynValueType {
  /// Whether it is an array, a tensor or memref, rather than a number.
  bool isArray;
  /// Whether an array is a memref, which the function may modify.
  bool isBuffer;
  ZynElementType element;
  size_t rank;
  /// The type in MLIR's syntax.
  ZynStringRef text;
} ZynValueType;

size_t zynFunctionGetNumArguments(ZynFunctionRef function);
ZynValueType zynFunctionGetArgumentType(ZynFunctionRef function, size_t index);
size_t zynFunctionGetNumResults(ZynFunctionRef function);
ZynValueType zynFunctionGetResultType(ZynFunctionRef function, size_t index);

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// An argument of a call.
typedef struct ZynArgument {
  ZynElementType element;
  /// Whether it is an array, in row-major order, rather than a number.
  bool isArray;
  /// Whether the elements are in the memory of the context's device, rather
  /// than in that of the host.
  bool isOnDevice;
  size_t rank;
  const int64_t *shape;
  /// The elements of an array, which only memref arguments may modify, or else
  /// the number.
  void *elements;
} ZynArgument;

/// The comparison of a result of a function, or of a memref argument after the
/// call, with that on another device.
typedef struct ZynComparison {
  /// "result #0" or "argument #0".
  ZynStringRef name;
  /// "result #0: 'cuda:0' agrees with 'cpu', largest error 1.2e-07 at [3, 1],
  /// tolerance 0.0001".
  ZynStringRef text;
  /// The other device.
  ZynStringRef reference;
  uint64_t elements;
  /// The largest error, and the error that is allowed.
  double error, tolerance;
} ZynComparison;

/// Compares a function, which was compiled from `module` with `options`, with
/// the same one on another device: the host for a GPU or the emulator, and the
/// emulator for the host. Calls `callback` for each result and each memref
/// argument, but does not modify the arguments. A negative `tolerance` is the
/// default one of the element type. Errors: those of `zynFunctionCall`, no
/// other device can run the function, an element differs by more than the
/// tolerance.
ZynErrorRef zynFunctionVerify(
    ZynFunctionRef function, ZynModuleRef module, ZynContextRef context,
    const ZynCompileOptions *options, const ZynArgument *arguments,
    size_t numArguments, double tolerance,
    void (*callback)(const ZynComparison *comparison, void *userData),
    void *userData);

/// Calls the function several times to warm up, and then `runs` times, and
/// writes the seconds of each of these to `seconds`. The time of a call does
/// not include copies of arguments and results. Does not modify the arguments.
/// Errors are those of `zynFunctionCall`.
ZynErrorRef zynFunctionTime(ZynFunctionRef function, ZynContextRef context,
                            const ZynArgument *arguments, size_t numArguments,
                            size_t runs, double *seconds);

/// How `zynModuleTune` reports; any of the functions may be null.
typedef struct ZynTuningCallbacks {
  /// Called when some of the work is done, by one thread at a time.
  void (*progress)(size_t done, size_t total, void *userData);
  /// Called for each remark: what was measured, or why nothing was.
  void (*diagnostic)(ZynDiagnosticRef diagnostic, void *userData);
  void *userData;
} ZynTuningCallbacks;

/// Measures the best tiles of each matmul that a function executes with these
/// arguments, which are not modified, and returns a copy of `module` in `tuned`
/// whose matmuls use the fastest ones. Candidates are compiled in parallel, and
/// measurements are kept on disk. On a device that is no GPU, it is the same
/// module. `options` and `callbacks` may be null. Errors are those of
/// `zynFunctionCompile` and `zynFunctionCall`.
ZynErrorRef zynModuleTune(ZynModuleRef module, ZynContextRef context,
                          const ZynCompileOptions *options,
                          const ZynArgument *arguments, size_t numArguments,
                          const ZynTuningCallbacks *callbacks,
                          ZynModuleRef *tuned);

/// What the calls of a function have done on its device.
typedef struct ZynOpaqueProfile *ZynProfileRef;

/// One kernel, one parallel loop of the host, all copies, or all fills.
typedef struct ZynProfileRow {
  /// "kernel", "loop", "copy" or "fill".
  ZynStringRef kind;
  ZynStringRef name;
  /// "file:line:column" of the first launch, or empty.
  ZynStringRef location;
  /// How often it was launched in a call.
  double launches;
  /// The time of one launch.
  double seconds;
  /// The bytes that a launch has to read and write, and its floating-point
  /// operations; negative if they are not known.
  double bytes, flops;
  /// Rates as fractions of those that the device can reach; negative if they
  /// are not known.
  double memoryShare, flopShare;
} ZynProfileRow;

/// Calls the function for some time to warm up, and then `runs` times, and
/// records what these calls do on the device, without copies of arguments and
/// results. Does not modify the arguments. Errors are those of
/// `zynFunctionCall`.
ZynErrorRef zynFunctionProfile(ZynFunctionRef function, ZynContextRef context,
                               const ZynArgument *arguments,
                               size_t numArguments, size_t runs,
                               ZynProfileRef *profile);
void zynProfileDestroy(ZynProfileRef profile);

/// Returns the seconds of a call: the median.
double zynProfileGetSeconds(ZynProfileRef profile);
/// Returns the seconds of a call in which nothing of the rows runs.
double zynProfileGetOtherSeconds(ZynProfileRef profile);
/// The rows, those with the longest time of a call first.
size_t zynProfileGetNumRows(ZynProfileRef profile);
ZynProfileRow zynProfileGetRow(ZynProfileRef profile, size_t index);
/// Prints the rows as a table.
void zynProfilePrint(ZynProfileRef profile, ZynStringCallback callback,
                     void *userData);
/// Prints all launches in the trace event format of Chrome, as JSON.
void zynProfilePrintTrace(ZynProfileRef profile, ZynStringCallback callback,
                          void *userData);

/// A result of a call: an array in row-major order in the memory of its
/// context's device, which it keeps open, or a number.
typedef struct ZynOpaqueResult *ZynResultRef;

/// How a call uses streams and memory of the caller. Those of zeros are the
/// defaults.
typedef struct ZynCallOptions {
  /// The queue of the call, which the results belong to: they are freed after
  /// its work, and other queues, such as that of `zynResultCopyToHost`, do not
  /// wait for it. Null is the main one of the context.
  ZynStreamRef stream;
  /// The arrays that the results are written to, instead of being returned, one
  /// for each; or null.
  const ZynArgument *outputs;
} ZynCallOptions;

/// Calls the function with `numArguments` arguments and writes
/// `zynFunctionGetNumResults` results to `results`, unless there are outputs.
/// Arrays in the memory of the context's device, which on a CPU is the host's,
/// are used in place; others are copied to the device, and memrefs back after
/// the call. On a GPU, the call may return before the work is done:
/// `zynContextSynchronize` waits for it. `options` may be null. Errors:
/// arguments or outputs do not have the right types or sizes, the device is of
/// another kind, or the function fails. Outputs may have been modified then.
ZynErrorRef zynFunctionCall(ZynFunctionRef function, ZynContextRef context,
                            const ZynArgument *arguments, size_t numArguments,
                            const ZynCallOptions *options,
                            ZynResultRef *results);

/// Frees the elements after the work so far of the queue that they belong to.
void zynResultDestroy(ZynResultRef result);

bool zynResultIsArray(ZynResultRef result);
ZynElementType zynResultGetElementType(ZynResultRef result);
size_t zynResultGetRank(ZynResultRef result);
const int64_t *zynResultGetShape(ZynResultRef result);

/// The elements of an array in the memory of the device, or the number.
void *zynResultGetElements(ZynResultRef result);

/// Waits for the context's main queue and copies the elements, which have
/// `bytes` bytes, to host memory. Errors: another number of bytes, a failed
/// kernel.
ZynErrorRef zynResultCopyToHost(ZynResultRef result, void *elements,
                                size_t bytes);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_FUNCTION_H
