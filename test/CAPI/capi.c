/*===- capi.c - The C interface from C ------------------------------------===*\
|*                                                                            *|
|* Part of the Zyn Project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Compiled as C99. Prints what capi.test expects; exits with 1 after an error. */

#include "Zyn-c/Cache.h"
#include "Zyn-c/Context.h"
#include "Zyn-c/Edit.h"
#include "Zyn-c/Function.h"
#include "Zyn-c/LoweringPage.h"
#include "Zyn-c/Module.h"
#include "Zyn-c/Pass.h"
#include "Zyn-c/Program.h"
#include "Zyn-c/Support.h"
#include "Zyn-c/Tools.h"
#include "Zyn-c/Wasm.h"

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

static const char divide[] =
    "vm.program @divide : i32 {\n"
    "  vm.buffer @dividend shared input : tensor<1xi32>\n"
    "  vm.buffer @quotient instance output : tensor<1xi32>\n"
    "  vm.routine @main(%s: !vm.state<i32>) {\n"
    "    %0 = vm.load %s {r1 = @dividend[0]} : i32\n"
    "    %1 = vm.oracle %0 {r1 = divsi r1, r0} : i32\n"
    "    %2 = vm.store %1 {@quotient[0] = r1} : i32\n"
    "    vm.halt %2 : i32\n"
    "  }\n"
    "  vm.phase @all {\n"
    "    vm.launch @main\n"
    "  }\n"
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

static void printResult(ZynValueRef value, void *module) {
  zynValuePrintType(module, value, print, "result: ");
}

static void printOp(ZynOpRef op, void *module) {
  print(zynOpGetName(op), "op: ");
  zynOpPrintLocation(module, op, print, "at ");
  zynOpForEachResult(module, op, printResult, module);
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

static void printFirstLine(ZynStringRef text, void *userData) {
  (void)userData;
  printf("text: %.*s\n", (int)strcspn(text.bytes, "\n"), text.bytes);
}

static void inspect(ZynModuleRef module) {
  ZynOpRef root = zynModuleGetOp(module);
  printOp(root, module);
  zynOpForEachChild(module, root, printFunctionAttributes, module);
  zynModulePrintShort(module, 16, printFirstLine, NULL);
}

static void printTitle(ZynStringRef page, void *userData) {
  const char *title = strstr(page.bytes, "<title>");
  (void)userData;
  printf("page: %.*s\n", (int)strcspn(title, "\n"), title);
}

static void show(ZynModuleRef module) {
  ZynLoweringPageOptions options = {0};
  require(zynShowLowering(module, NULL, printTitle, NULL));
  options.device = ref("cpu");
  options.entry = ref("nothing");
  expectError(zynShowLowering(module, &options, printTitle, NULL));
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
  require(zynFunctionCall(function, context, arguments, 3, NULL, &result));
  require(zynResultCopyToHost(result, sum, sizeof sum));
  printf("%g %g %g\n", sum[0], sum[1], sum[2]);
  expectError(zynResultCopyToHost(result, sum, sizeof sum - 1));
  expectError(zynFunctionCall(function, context, arguments, 2, NULL, &result));
  arguments[1].shape = rest;
  expectError(zynFunctionCall(function, context, arguments, 3, NULL, &result));
  arguments[1].shape = shape;
  arguments[1].element = ZynElementTypeI64;
  expectError(zynFunctionCall(function, context, arguments, 3, NULL, &result));
  zynFunctionDestroy(function);
  /* The result keeps the device open. */
  zynContextDestroy(context);
  require(zynResultCopyToHost(result, sum, sizeof sum));
  zynResultDestroy(result);
}

static void printComparison(const ZynComparison *comparison, void *userData) {
  (void)userData;
  print(comparison->text, "");
  printf("%d elements\n", (int)comparison->elements);
}

/* Compares and times a function, neither of which modifies its arguments. */
static void measure(ZynModuleRef module) {
  ZynContextRef context;
  ZynFunctionRef function;
  float a = 2, x[] = {1, 2, 3};
  double seconds[2];
  ZynProfileRef profile;
  size_t i;
  int64_t shape[] = {3};
  ZynArgument arguments[] = {
      {ZynElementTypeF32, false, false, 0, NULL, &a},
      {ZynElementTypeF32, true, false, 1, shape, x},
      {ZynElementTypeF32, true, false, 1, shape, x},
  };
  require(zynContextCreate(ref("cpu"), &context));
  require(zynFunctionCompile(module, context, NULL, &function));
  require(zynFunctionVerify(function, module, context, NULL, arguments, 3, -1,
                            printComparison, NULL));
  expectError(zynFunctionVerify(function, module, context, NULL, arguments, 1,
                                -1, printComparison, NULL));
  require(zynFunctionTime(function, context, arguments, 3, 2, seconds));
  printf("timed: %d\n", seconds[0] > 0 && seconds[1] > 0);
  require(zynFunctionProfile(function, context, arguments, 3, 2, &profile));
  printf("profiled: %d\n", zynProfileGetSeconds(profile) >=
                               zynProfileGetOtherSeconds(profile));
  for (i = 0; i < zynProfileGetNumRows(profile); ++i) {
    ZynProfileRow row = zynProfileGetRow(profile, i);
    print(row.kind, "");
    print(row.location, "");
    printf("%d launch, %d bytes\n", (int)row.launches, (int)row.bytes);
  }
  zynProfileDestroy(profile);
  expectError(
      zynFunctionProfile(function, context, arguments, 1, 2, &profile));
  zynFunctionDestroy(function);
  zynContextDestroy(context);
}

static void keepValue(ZynValueRef value, void *userData) {
  *(ZynValueRef *)userData = value;
}

static void keepOp(ZynOpRef op, void *userData) { *(ZynOpRef *)userData = op; }

/* Replaces what the map yields, first by something that is not valid. */
static void edit(ZynModuleRef module) {
  ZynModuleRef copy = zynModuleCopy(module);
  ZynOpRef function, map, yield, negated;
  ZynValueRef operand, result;
  zynOpForEachChild(copy, zynModuleGetOp(copy), keepOp, &function);
  require(zynOpSetAttribute(copy, function, ref("sym_name"), ref("\"g\"")));
  expectError(zynOpSetAttribute(copy, function, ref("sym_name"), ref("3")));
  zynOpRemoveAttribute(copy, function, ref("missing"));
  /* The return is the last op; its operand is the result of the map. */
  zynOpForEachChild(copy, function, keepOp, &yield);
  zynOpForEachOperand(copy, yield, keepValue, &operand);
  map = zynValueGetOwner(operand);
  printf("operand #%d of '%.*s', argument: %d\n", (int)zynValueGetIndex(operand),
         (int)zynOpGetName(map).length, zynOpGetName(map).bytes,
         (int)zynValueIsBlockArgument(operand));
  expectError(zynOpErase(copy, map));
  expectError(zynOpsCreate(copy, ref("arith.negf %1 : f32"), NULL, 0, yield,
                           ZynInsertPositionBefore, keepOp, &negated));
  zynOpForEachChild(copy, map, keepOp, &yield);
  zynOpForEachOperand(copy, yield, keepValue, &operand);
  require(zynOpsCreate(copy, ref("%n = arith.negf %0 : f32"), &operand, 1,
                       yield, ZynInsertPositionAfter, keepOp, &negated));
  zynOpForEachResult(copy, negated, keepValue, &result);
  require(zynOpSetOperand(copy, yield, 0, result));
  expectError(zynOpSetOperand(copy, yield, 1, result));
  expectError(zynModuleVerify(copy));
  require(zynValueReplaceUses(copy, result, operand));
  require(zynOpErase(copy, negated));
  require(zynModuleVerify(copy));
  zynModuleDestroy(copy);
}

static void runProgram(void) {
  ZynModuleRef module, decoded;
  ZynProgramRef program, bad;
  ZynContextRef context;
  ZynProgramCodeRef code;
  ZynProgramResultsRef results;
  ZynHostArray output;
  ZynProgramOptions options = {4, 0, 0};
  int64_t one[] = {1};
  int32_t dividend = 12;
  ZynHostArray input = {ZynElementTypeI32, 1, one, &dividend};
  require(zynModuleParse(ref(divide), ref("divide.mlir"), &module));
  printf("has program: %d\n", zynModuleHasProgram(module, ref("")));
  require(zynProgramEncode(module, ref(""), &program));
  print(zynProgramGetName(program), "program: ");
  zynProgramReport(program, print, "report: ");
  require(zynProgramDecode(program, &decoded));
  zynModuleDestroy(decoded);
  expectError(zynProgramLoad(ref("ZYN"), ref("bad.vmx"), &bad));
  expectError(zynProgramEncode(module, ref("multiply"), &bad));
  require(zynContextCreate(ref("cpu"), &context));
  require(zynProgramCompile(program, context, ZynEngineAheadOfTime, &code));
  require(zynProgramRun(code, context, &options, &input, 1, &results));
  output = zynProgramResultsGetOutput(results, 0);
  printf("%d output of %dx%d, third %d\n",
         (int)zynProgramResultsGetNumOutputs(results), (int)output.shape[0],
         (int)output.shape[1], (int)((const int32_t *)output.elements)[2]);
  printf("states: %dx%d\n", (int)zynProgramResultsGetStates(results).shape[0],
         (int)zynProgramResultsGetStates(results).shape[1]);
  print(zynDiagnosticGetMessage(zynProgramResultsGetTrap(results, 0)),
        "trap: ");
  print(zynProgramResultsGetReport(results), "report: ");
  zynProgramResultsDestroy(results);
  expectError(zynProgramRun(code, context, NULL, NULL, 0, &results));
  options.instances = -1;
  expectError(zynProgramRun(code, context, &options, &input, 1, &results));
  zynProgramCodeDestroy(code);
  zynContextDestroy(context);
  zynProgramDestroy(program);
  zynModuleDestroy(module);
}

/* Calls the function 'divide' of a module in two instances. */
static void runWasm(const char *path) {
  static char bytes[4096];
  FILE *file = fopen(path, "rb");
  ZynStringRef contents = {bytes, 0};
  ZynContextRef context;
  ZynWasmRef wasm;
  ZynWasmResultsRef results;
  uint64_t arguments[] = {7, 2, 7, 0};
  ZynWasmRequest request = {2, arguments, 4,    NULL, 0,         0,         NULL,     0,
                            NULL, 0,       0, 0, {NULL, 0}, {NULL, 0}, {NULL, 0}};
  if (!file)
    exit(1);
  contents.length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  require(zynContextCreate(ref("cpu"), &context));
  expectError(zynWasmCompile(contents, ref("run.wasm"), context, ref("cube"),
                             &wasm));
  require(zynWasmCompile(contents, ref("run.wasm"), context, ref("divide"),
                         &wasm));
  printf("divide: %d parameters, %d results, i32: %d\n",
         (int)zynWasmGetNumParameters(wasm), (int)zynWasmGetNumResults(wasm),
         zynWasmGetParameter(wasm, 0) == ZynWasmTypeI32 &&
             zynWasmGetResult(wasm, 1) == ZynWasmTypeI32);
  require(zynWasmRun(wasm, context, &request, &results));
  printf("quotient %d, remainder %d, trapped: %d\n",
         (int)zynWasmResultsGetOutcome(results, 0).results[0],
         (int)zynWasmResultsGetOutcome(results, 0).results[1],
         zynWasmResultsGetOutcome(results, 1).kind ==
             ZynInstanceOutcomeTrapped);
  print(zynDiagnosticGetMessage(zynWasmResultsGetOutcome(results, 1).trap), "");
  printf("timed: %d\n", zynWasmResultsGetSeconds(results) > 0);
  zynWasmResultsDestroy(results);
  request.numArguments = 3;
  expectError(zynWasmRun(wasm, context, &request, &results));
  request.instances = 0;
  expectError(zynWasmRun(wasm, context, &request, &results));
  zynWasmDestroy(wasm);
  zynContextDestroy(context);
}

static void countEntry(const ZynCacheEntry *entry, void *count) {
  *(int *)count += entry->bytes > 0;
}

static int runTool(void) {
  char name[] = "zyn-run", file[] = "missing.mlir";
  char *words[] = {name, file, NULL};
  return zynRunMain(2, words);
}

int main(int argc, char **argv) {
  ZynModuleRef module, bad;
  ZynContextRef context;
  int count = 0;
  require(zynModuleParse(ref(axpy), ref("axpy.mlir"), &module));
  inspect(module);
  show(module);
  runPasses(module);
  zynForEachPass(findPass, NULL);
  call(module, "cpu");
  call(module, "emulate");
  measure(module);
  edit(module);
  zynModuleDestroy(module);
  runProgram();
  if (argc == 2)
    runWasm(argv[1]);
  zynCacheGetFolder(print, "cache: ");
  zynCacheForEachEntry(countEntry, &count);
  require(zynCacheClear());
  printf("entries: %d\n", count);
  expectError(zynModuleParse(ref("func.func @f("), ref("bad.mlir"), &bad));
  expectError(zynModuleRead(ref("missing.mlir"), &bad));
  expectError(zynContextCreate(ref("abacus"), &context));
  fflush(stdout);
  return runTool() == 1 ? 0 : 1;
}
