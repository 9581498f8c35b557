//===- Wasm.h - WebAssembly modules ---------------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_WASM_H
#define ZYN_C_WASM_H

#include "Zyn-c/Context.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// A module of WebAssembly that was compiled to call an exported function.
typedef struct ZynOpaqueWasm *ZynWasmRef;

/// Compiles a module for the device of `context`. `name` is the file name in
/// diagnostics, and `function` the exported function, which for a program is
/// "_start". Errors: the module is not valid or not supported, or has no such
/// function.
ZynErrorRef zynWasmCompile(ZynStringRef bytes, ZynStringRef name,
                           ZynContextRef context, ZynStringRef function,
                           ZynWasmRef *wasm);

void zynWasmDestroy(ZynWasmRef wasm);

typedef enum ZynWasmType {
  ZynWasmTypeI32,
  ZynWasmTypeI64,
  ZynWasmTypeF32,
  ZynWasmTypeF64,
  ZynWasmTypeFuncRef,
  ZynWasmTypeExternRef
} ZynWasmType;

/// The parameters and results of the function.
size_t zynWasmGetNumParameters(ZynWasmRef wasm);
ZynWasmType zynWasmGetParameter(ZynWasmRef wasm, size_t index);
size_t zynWasmGetNumResults(ZynWasmRef wasm);
ZynWasmType zynWasmGetResult(ZynWasmRef wasm, size_t index);

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Bytes that instances access by functions of the module `zyn`, and their
/// number, less than 2^32.
typedef struct ZynWasmBuffer {
  void *data;
  uint64_t size;
} ZynWasmBuffer;

/// Returns the name of the device that runs a number of instances by default:
/// "cpu" for few of them, or else "auto", which is a GPU if there is one.
const char *zynWasmGetDefaultDevice(int64_t instances);

/// A run of many instances. Lists have a row for all instances, or one for each
/// of them.
typedef struct ZynWasmRequest {
  int64_t instances;
  /// The bits of the arguments of the function.
  const uint64_t *arguments;
  size_t numArguments;
  /// The arguments of a program, without its name, and the number of rows.
  const ZynStringRef *words;
  size_t numWords, numWordRows;
  /// The environment of a program: "NAME=VALUE".
  const ZynStringRef *environment;
  size_t numVariables;
  /// The folders that a program may access: for each of them, that of the host
  /// and the name that the program uses. Programs modify copies, which are
  /// written back if there is only one instance.
  const ZynStringRef *folders;
  size_t numFolders;
  /// The limit of the run in seconds; 0 is none.
  double timeout;
  uint64_t seed;
  /// What all instances share and modify, and the rows that each of them reads
  /// and writes, one after the other; sizes are those of a row.
  ZynWasmBuffer shared, input, output;
} ZynWasmRequest;

/// How the instances of a run have ended.
typedef struct ZynOpaqueWasmResults *ZynWasmResultsRef;

/// Runs instances and waits for them. Errors: the arguments do not have the
/// types of the function, a folder cannot be read, the module imports functions
/// that do not exist, the memory does not suffice. Traps are outcomes.
ZynErrorRef zynWasmRun(ZynWasmRef wasm, ZynContextRef context,
                       const ZynWasmRequest *request,
                       ZynWasmResultsRef *results);

void zynWasmResultsDestroy(ZynWasmResultsRef results);

typedef enum ZynInstanceOutcomeKind {
  /// The instance was stopped, or did not start, because of the timeout.
  ZynInstanceOutcomeUnfinished,
  ZynInstanceOutcomeReturned,
  /// The program ended itself with an exit code.
  ZynInstanceOutcomeExited,
  ZynInstanceOutcomeTrapped
} ZynInstanceOutcomeKind;

typedef struct ZynInstanceOutcome {
  ZynInstanceOutcomeKind kind;
  uint32_t exitCode;
  /// Null unless the instance trapped.
  ZynDiagnosticRef trap;
  /// The bits of the results; zeros unless the function returned.
  const uint64_t *results;
  /// What a program has written to standard output and error.
  ZynStringRef output, errors;
} ZynInstanceOutcome;

ZynInstanceOutcome zynWasmResultsGetOutcome(ZynWasmResultsRef results,
                                            int64_t instance);

/// From the start of the first instance to the end of the last one.
double zynWasmResultsGetSeconds(ZynWasmResultsRef results);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_WASM_H
