/*===- capi.c - The C interface from C ------------------------------------===*\
|*                                                                            *|
|* Part of the Zyn Project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Compiled as C99. Prints what capi.test expects; exits with 1 after an error. */

#include "Zyn-c/Context.h"
#include "Zyn-c/Function.h"
#include "Zyn-c/Module.h"
#include "Zyn-c/Pass.h"
#include "Zyn-c/Support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char axpy[] =
    "func.func @axpy(%a: f32, %x: tensor<?xf32>, %y: tensor<?xf32>)\n"
    "    -> tensor<?xf32> {\n"
    "  %r = zyn.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>)\n"
    "               outs(%y : tensor<?xf32>) {\n"
    "  ^bb0(%p: f32, %q: f32):\n"
    "    %m = arith.mulf %a, %p : f32\n"
    "    %s = arith.addf %m, %q : f32\n"
    "    zyn.yield %s : f32\n"
    "  } -> tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n"
    "}\n";

static ZynStringRef ref(const char *string) {
  return zynStringRefFromCString(string);
}

static void print(ZynStringRef string, void *prefix) {
  printf("%s%.*s\n", (const char *)prefix, (int)string.length, string.bytes);
}

static void require(ZynErrorRef error) {
  if (!error)
    return;
  print(zynErrorGetMessage(error), "");
  zynErrorDestroy(error);
  exit(1);
}

/* Prints an error that has to occur, with its parts. */
static void expectError(ZynErrorRef error) {
  size_t i;
  if (!error) {
    printf("expected an error\n");
    exit(1);
  }
  print(zynErrorGetMessage(error), "error: ");
  for (i = 0; i < zynErrorGetNumDiagnostics(error); ++i) {
    ZynDiagnosticRef diagnostic = zynErrorGetDiagnostic(error, i);
    printf("line %u, column %u, severity %d, %d notes\n",
           (unsigned)zynDiagnosticGetLine(diagnostic),
           (unsigned)zynDiagnosticGetColumn(diagnostic),
           (int)zynDiagnosticGetSeverity(diagnostic),
           (int)zynDiagnosticGetNumNotes(diagnostic));
    print(zynDiagnosticGetFile(diagnostic), "file: ");
    print(zynDiagnosticGetMessage(diagnostic), "message: ");
  }
  zynErrorDestroy(error);
}

static void printOp(ZynOpRef op, void *module) {
  print(zynOpGetName(op), "op: ");
  zynOpPrintLocation(module, op, print, "at ");
  zynOpForEachResult(module, op, print, "result: ");
  zynOpForEachChild(module, op, printOp, module);
}

static void printAttribute(ZynStringRef name, ZynStringRef value,
                           void *userData) {
  (void)userData;
  printf("attribute: %.*s = %.*s\n", (int)name.length, name.bytes,
         (int)value.length, value.bytes);
}

static void printFunctionAttributes(ZynOpRef op, void *module) {
  zynOpForEachAttribute(module, op, printAttribute, NULL);
}

static void inspect(ZynModuleRef module) {
  ZynOpRef root = zynModuleGetOp(module);
  printOp(root, module);
  zynOpForEachChild(module, root, printFunctionAttributes, module);
}

static bool printPass(ZynStringRef pass, ZynStringRef ir, void *userData) {
  (void)ir;
  print(pass, userData);
  return true;
}

static bool stop(ZynStringRef pass, ZynStringRef ir, void *userData) {
  (void)pass;
  (void)ir;
  (void)userData;
  return false;
}

static void runPasses(ZynModuleRef module) {
  ZynPipelineRef pipeline;
  ZynModuleRef result = NULL;
  ZynPipelineCallbacks callbacks = {printPass, NULL, "after: "};
  require(zynPipelineParse(ref("builtin.module(zyn-fuse,cse)"), &pipeline));
  require(zynPipelineRun(pipeline, module, ref(""), &callbacks, &result));
  zynModuleDestroy(result);
  callbacks.afterPass = stop;
  expectError(zynPipelineRun(pipeline, module, ref(""), &callbacks, &result));
  zynPipelineDestroy(pipeline);
  expectError(zynPipelineParse(ref("builtin.module(zyn-fuze)"), &pipeline));
}

static void findPass(ZynStringRef name, ZynStringRef description,
                     const ZynPassOption *options, size_t numOptions,
                     void *userData) {
  size_t i;
  (void)userData;
  if (name.length != 3 || strncmp(name.bytes, "cse", 3) != 0)
    return;
  print(description, "cse: ");
  for (i = 0; i < numOptions; ++i)
    print(options[i].name, "option: ");
}

static void call(ZynModuleRef module, const char *device) {
  ZynContextRef context;
  ZynFunctionRef function;
  ZynResultRef result;
  float a = 2, x[] = {1, 2, 3}, y[] = {10, 20, 30}, sum[3];
  int64_t shape[] = {3}, rest[] = {2};
  ZynArgument arguments[] = {
      {ZynElementTypeF32, false, false, 0, NULL, &a},
      {ZynElementTypeF32, true, false, 1, shape, x},
      {ZynElementTypeF32, true, false, 1, shape, y},
  };
  require(zynContextCreate(ref(device), &context));
  print(zynContextGetDeviceLabel(context), "device: ");
  require(zynFunctionCompile(module, context, NULL, &function));
  print(zynFunctionGetName(function), "function: ");
  print(zynFunctionGetArgumentType(function, 1).text, "argument #1: ");
  require(zynFunctionCall(function, context, arguments, 3, &result));
  require(zynResultCopyToHost(result, sum, sizeof sum));
  printf("%g %g %g\n", sum[0], sum[1], sum[2]);
  expectError(zynResultCopyToHost(result, sum, sizeof sum - 1));
  expectError(zynFunctionCall(function, context, arguments, 2, &result));
  arguments[1].shape = rest;
  expectError(zynFunctionCall(function, context, arguments, 3, &result));
  arguments[1].shape = shape;
  arguments[1].element = ZynElementTypeI64;
  expectError(zynFunctionCall(function, context, arguments, 3, &result));
  zynFunctionDestroy(function);
  /* The result keeps the device open. */
  zynContextDestroy(context);
  require(zynResultCopyToHost(result, sum, sizeof sum));
  zynResultDestroy(result);
}

int main(void) {
  ZynModuleRef module, bad;
  ZynContextRef context;
  require(zynModuleParse(ref(axpy), ref("axpy.mlir"), &module));
  inspect(module);
  runPasses(module);
  zynForEachPass(findPass, NULL);
  call(module, "cpu");
  call(module, "emulate");
  zynModuleDestroy(module);
  expectError(zynModuleParse(ref("func.func @f("), ref("bad.mlir"), &bad));
  expectError(zynModuleRead(ref("missing.mlir"), &bad));
  expectError(zynContextCreate(ref("abacus"), &context));
  return 0;
}
