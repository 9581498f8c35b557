//===- RunMain.cpp - Runs functions, programs and kernels -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Run.h"
#include "RunProgram.h"
#include "Zyn/Runtime/Invocation.h"
#include "Zyn/Tools/Tools.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <unistd.h>

using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::RunOptions;

Expected<std::unique_ptr<Context>>
zyn::tools::createContext(const std::string &device,
                          const RunOptions &options) {
  Expected<std::unique_ptr<Context>> context = Context::create(device);
  if (!context)
    return context;
  const runtime::Device &found = (*context)->device();
  if (!options.chip.empty() && found.kind == runtime::DeviceKind::CPU)
    return Error("--chip is the architecture of a GPU, but the device is '" +
                 found.label() + "'");
  setContextOptions(**context, options);
  return context;
}

void zyn::tools::setContextOptions(Context &context,
                                   const RunOptions &options) {
  if (options.memoryLimit)
    context.setMemoryLimit(*options.memoryLimit);
  context.setEmulatorOptions({options.check, options.seed});
}

zyn::compiler::CompileOptions
zyn::tools::getCompileOptions(const RunOptions &options) {
  compiler::CompileOptions compile;
  compile.entry = options.entry;
  compile.engine =
      options.engine == "interpreter" ? mlir::zyn::VMEngine::Interpreter
      : options.engine == "epochs"    ? mlir::zyn::VMEngine::Epochs
                                      : mlir::zyn::VMEngine::AheadOfTime;
  compile.target.chip = options.chip;
  compile.target.check = options.check;
  return compile;
}

void zyn::tools::printWarnings(const Context &context) {
  for (const zyn::Diagnostic &diagnostic : context.diagnostics())
    printMessage(diagnostic.str());
}

/// Runs a file of any kind but a WebAssembly module.
static Error runFile(const RunOptions &options) {
  if (options.hasKernelFile()) {
    if (!options.entry.empty())
      return Error(
          "--entry applies to .mlir files; use --kernel to choose a kernel of "
          "a .ptx or .offload file");
    if (options.hasProgramOptions())
      return zyn::tools::programOptionsError(options);
    if (options.hasFunctionOptions())
      return zyn::tools::functionOptionsError(options);
    return zyn::tools::runKernel(options);
  }
  if (llvm::StringRef(options.file).ends_with(".vmx"))
    return zyn::tools::runExecutable(options);
  return zyn::tools::runModule(options);
}

/// Returns the exit status.
static Expected<int> run(const RunOptions &options) {
  llvm::StringRef file = options.file;
  if (file.empty())
    return Error("expected a file to run; see zyn-run --help");
  bool isWasm = file.ends_with(".wasm");
  if (options.hasWasmOptions() && !isWasm)
    return zyn::tools::wasmOptionsError(options);
  bool hasKernelOptions = !options.kernel.empty() || options.hasGrid ||
                          options.hasBlock || options.hasShared ||
                          !options.kernelArguments.empty();
  if (hasKernelOptions && !options.hasKernelFile())
    return Error(
        "--kernel, --grid, --block, --shared and --arg apply to kernels "
        "of .ptx and .offload files; '" +
        options.file + "' is not one");
  if (isWasm)
    return zyn::tools::runWasm(options);
  if (Error error = runFile(options))
    return error;
  return 0;
}

/// One line for each diagnostic.
static void printError(const Error &error) {
  bool hasLocation = !error.diagnostics().empty() &&
                     !error.diagnostics().front().location.file.empty();
  zyn::tools::printMessage((hasLocation ? "" : "zyn-run: error: ") +
                           error.message());
}

/// Called when LLVM reports a fatal error: prints one line instead of a stack
/// trace.
static void handleFatalError(void *, const char *reason, bool) {
  std::fprintf(stderr, "zyn-run: error: cannot compile: %s\n", reason);
  _exit(1);
}

/// Ends the process with a message; async-signal-safe.
template <size_t size>
[[noreturn]] static void exitWithMessage(const char (&message)[size]) {
  (void)!write(STDERR_FILENO, message, size - 1);
  _exit(1);
}

static void handleOutOfMemory() {
  exitWithMessage("zyn-run: error: out of memory\n");
}

/// Whether compiled code is running, which is always within an invocation.
static bool isInProgram() { return zyn::runtime::currentFrame() != nullptr; }

/// Infinite recursion, or an unchecked out-of-bounds access to a tensor
/// (`tensor.extract`), faults in compiled code.
static void handleFault(int) {
  if (isInProgram())
    exitWithMessage(
        "zyn-run: error: the program accessed invalid memory: infinite "
        "recursion, or an out-of-bounds access to a tensor\n");
  exitWithMessage(
      "zyn-run: error: the compiler crashed; this is a bug in the compiler, "
      "not in the program; please report it with the file\n");
}

/// Integer division by zero traps on the host.
static void handleDivisionTrap(int signal) {
  if (!isInProgram())
    handleFault(signal);
  exitWithMessage(
      "zyn-run: error: the program divided an integer by zero, or the minimum "
      "integer by -1\n");
}

/// Installs signal handlers. They use a separate stack, since the program's may
/// have overflowed.
static void installFaultHandlers() {
  static char handlerStack[1 << 16];
  stack_t stack = {};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof(handlerStack);
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = handleFault;
  action.sa_flags = SA_ONSTACK;
  for (int fault : {SIGSEGV, SIGBUS})
    sigaction(fault, &action, nullptr);
  action.sa_handler = handleDivisionTrap;
  sigaction(SIGFPE, &action, nullptr);
}

int zyn::runMain(int argc, char **argv) {
  installFaultHandlers();
  llvm::install_fatal_error_handler(handleFatalError);
  std::set_new_handler(handleOutOfMemory);
  Expected<RunOptions> options = tools::parseRunOptions(argc, argv);
  if (!options) {
    printError(options.takeError());
    return 1;
  }
  if (options->help) {
    tools::printRunHelp();
    return 0;
  }
  if (options->listDevices) {
    tools::printDevices();
    return 0;
  }
  Expected<int> status = run(*options);
  std::fflush(stdout);
  if (status)
    return *status;
  printError(status.takeError());
  return 1;
}
