//===- Assembler.cpp - Runs ptxas -----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;
using llvm::StringRef;

std::string zyn::compiler::findAssembler() {
  auto find = [](llvm::ArrayRef<StringRef> folders) {
    auto path = llvm::sys::findProgramByName("ptxas", folders);
    return path ? *path : std::string();
  };
  std::string path;
  if (std::optional<std::string> home =
          llvm::sys::Process::GetEnv("CUDA_HOME")) {
    llvm::SmallString<64> folder(*home);
    llvm::sys::path::append(folder, "bin");
    path = find(folder.str());
  }
  if (path.empty())
    path = find({}); // PATH
  return path.empty() ? find(StringRef("/usr/local/cuda/bin")) : path;
}

/// Consumes "N WORDS" with optional space before it.
static bool consume(StringRef &text, StringRef words, int64_t &value) {
  text = text.ltrim();
  return !text.consumeInteger(10, value) && text.consume_front(words);
}

/// Parses the output of `ptxas -v`.
static llvm::StringMap<AssembledKernel> parseReport(StringRef report) {
  llvm::StringMap<AssembledKernel> kernels;
  AssembledKernel *kernel = nullptr;
  llvm::SmallVector<StringRef> lines;
  report.split(lines, '\n');
  for (StringRef line : lines) {
    StringRef rest = line;
    if (rest.contains("Compiling entry function '")) {
      StringRef name = rest.split("function '").second.split('\'').first;
      kernel = &kernels[name];
      continue;
    }
    if (!kernel)
      continue;
    int64_t stored = 0;
    if (int64_t stack = 0; consume(rest, " bytes stack frame,", stack) &&
                           consume(rest, " bytes spill stores", stored)) {
      kernel->stackBytes = stack;
      kernel->spillBytes = stored;
      continue;
    }
    rest = line.split(": Used ").second;
    (void)consume(rest, " registers", kernel->registers);
  }
  return kernels;
}

std::optional<llvm::StringMap<AssembledKernel>>
zyn::compiler::assemble(StringRef assembler, StringRef ptx, StringRef chip) {
  llvm::SmallString<64> input, output, report;
  if (llvm::sys::fs::createTemporaryFile("zyn", "ptx", input))
    return std::nullopt;
  llvm::FileRemover removeInput(input);
  if (llvm::sys::fs::createTemporaryFile("zyn", "cubin", output))
    return std::nullopt;
  llvm::FileRemover removeOutput(output);
  if (llvm::sys::fs::createTemporaryFile("zyn", "txt", report))
    return std::nullopt;
  llvm::FileRemover removeReport(report);
  std::error_code error;
  {
    llvm::raw_fd_ostream stream(input, error);
    stream << ptx.rtrim('\0');
  }
  if (error)
    return std::nullopt;
  StringRef arguments[] = {assembler, "-v", "-arch", chip, "-o", output, input};
  std::optional<StringRef> redirects[] = {StringRef(), report.str(),
                                          report.str()};
  if (llvm::sys::ExecuteAndWait(assembler, arguments, /*Env=*/std::nullopt,
                                redirects))
    return std::nullopt;
  auto text = llvm::MemoryBuffer::getFile(report);
  if (!text)
    return std::nullopt;
  return parseReport((*text)->getBuffer());
}
