//===- Pass.h - Pass pipelines ---------------------------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_PASS_H
#define ZYN_C_PASS_H

#include "Zyn-c/Module.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A list of passes on modules.
typedef struct ZynOpaquePipeline *ZynPipelineRef;

/// Parses a pipeline in the syntax of `--pass-pipeline`, such as
/// "builtin.module(zyn-fuse,func.func(cse))". Error: "pass-pipeline:1:16:
/// error: 'zyn-fuze' does not refer to a registered pass or pass pipeline".
ZynErrorRef zynPipelineParse(ZynStringRef text, ZynPipelineRef *pipeline);

void zynPipelineDestroy(ZynPipelineRef pipeline);

/// How `zynPipelineRun` reports; any of the functions may be null.
typedef struct ZynPipelineCallbacks {
  /// Called after each pass with its name and the op that it has run on as
  /// text. The run fails if it returns false.
  bool (*afterPass)(ZynStringRef pass, ZynStringRef ir, void *userData);
  /// Called for each warning and remark at the end of the run, even if it
  /// fails.
  void (*diagnostic)(ZynDiagnosticRef diagnostic, void *userData);
  void *userData;
} ZynPipelineCallbacks;

/// Runs the passes on a copy of `module`, and returns it in `result`. `remarks`
/// is a regular expression for the categories of remarks to report; empty for
/// none. `callbacks` may be null. Errors: those of the passes, and `remarks`
/// that is not a regular expression.
ZynErrorRef zynPipelineRun(ZynPipelineRef pipeline, ZynModuleRef module,
                           ZynStringRef remarks,
                           const ZynPipelineCallbacks *callbacks,
                           ZynModuleRef *result);

//===----------------------------------------------------------------------===//
// Registry
//===----------------------------------------------------------------------===//

typedef struct ZynPassOption {
  ZynStringRef name;
  ZynStringRef description;
} ZynPassOption;

/// Calls `callback` for each pass in alphabetical order.
void zynForEachPass(void (*callback)(ZynStringRef name,
                                     ZynStringRef description,
                                     const ZynPassOption *options,
                                     size_t numOptions, void *userData),
                    void *userData);

/// The same for pipelines.
void zynForEachPipeline(void (*callback)(ZynStringRef name,
                                         ZynStringRef description,
                                         void *userData),
                        void *userData);

/// The same for dialects, with the names of their ops.
void zynForEachDialect(void (*callback)(ZynStringRef name,
                                        const ZynStringRef *ops, size_t numOps,
                                        void *userData),
                       void *userData);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_PASS_H
