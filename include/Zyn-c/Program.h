//===- Program.h - Programs of the matrix VM ------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_PROGRAM_H
#define ZYN_C_PROGRAM_H

#include "Zyn-c/Function.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A program of the matrix VM (docs/vm-machine.md), which is immutable.
typedef struct ZynOpaqueProgram *ZynProgramRef;

/// Takes the bytes of an executable. `name` is the file name in diagnostics.
/// Error: it is damaged.
ZynErrorRef zynProgramLoad(ZynStringRef executable, ZynStringRef name,
                           ZynProgramRef *program);

/// Whether `entry` selects a program of the module rather than a function.
bool zynModuleHasProgram(ZynModuleRef module, ZynStringRef entry);

/// Encodes the program of a module that is called `entry`, or the only one if
/// `entry` is empty.
ZynErrorRef zynProgramEncode(ZynModuleRef module, ZynStringRef entry,
                             ZynProgramRef *program);

void zynProgramDestroy(ZynProgramRef program);

ZynStringRef zynProgramGetName(ZynProgramRef program);

/// The bytes of the executable.
ZynStringRef zynProgramGetExecutable(ZynProgramRef program);

/// Decodes the program into a module.
ZynErrorRef zynProgramDecode(ZynProgramRef program, ZynModuleRef *module);

/// Calls `callback` once with a JSON object that describes the executable: that
/// of `zyn-run --report=json` without "run".
void zynProgramReport(ZynProgramRef program, ZynStringCallback callback,
                      void *userData);

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// How instances are executed.
typedef enum ZynEngine {
  ZynEngineAheadOfTime,
  ZynEngineInterpreter,
  ZynEngineEpochs
} ZynEngine;

/// A program that was compiled for a kind of device, which is immutable.
typedef struct ZynOpaqueProgramCode *ZynProgramCodeRef;

ZynErrorRef zynProgramCompile(ZynProgramRef program, ZynContextRef context,
                              ZynEngine engine, ZynProgramCodeRef *code);

void zynProgramCodeDestroy(ZynProgramCodeRef code);

/// Options of a run; a zero-initialized struct has the default ones.
typedef struct ZynProgramOptions {
  /// The number of instances of a launch that does not specify it; 0 is 1024.
  int64_t instances;
  /// The number of instructions that an instance may execute; 0 is no limit.
  /// `ZynEngineAheadOfTime` checks it only where an instance jumps back: code
  /// without loops is not limited.
  int64_t maxInstructions;
  /// The seed of the program's random numbers.
  uint32_t seed;
} ZynProgramOptions;

/// An array in row-major order in the memory of the host.
typedef struct ZynHostArray {
  ZynElementType element;
  size_t rank;
  const int64_t *shape;
  const void *elements;
} ZynHostArray;

/// What a run returns.
typedef struct ZynOpaqueProgramResults *ZynProgramResultsRef;

/// Runs the program with an array for each input buffer, and waits for it.
/// Errors: an input does not fit its buffer, the memory does not suffice, an
/// instance exceeds its limit, or instances wait for each other.
ZynErrorRef zynProgramRun(ZynProgramCodeRef code, ZynContextRef context,
                          const ZynProgramOptions *options,
                          const ZynHostArray *inputs, size_t numInputs,
                          ZynProgramResultsRef *results);

void zynProgramResultsDestroy(ZynProgramResultsRef results);

/// The output buffers in order: an array of its size for a shared buffer, and
/// of words by instances for an instance buffer.
size_t zynProgramResultsGetNumOutputs(ZynProgramResultsRef results);
ZynHostArray zynProgramResultsGetOutput(ZynProgramResultsRef results,
                                        size_t index);

/// The final states of the last phase, 32 words by instances, as i32.
ZynHostArray zynProgramResultsGetStates(ZynProgramResultsRef results);

/// Warnings about instances that trapped.
size_t zynProgramResultsGetNumTraps(ZynProgramResultsRef results);
ZynDiagnosticRef zynProgramResultsGetTrap(ZynProgramResultsRef results,
                                          size_t index);

/// The JSON object of `zyn-run --report=json`.
ZynStringRef zynProgramResultsGetReport(ZynProgramResultsRef results);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_PROGRAM_H
