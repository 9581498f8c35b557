//===- SpecMain.cpp - Runs a script of the specification suite-------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// usage: ZynWasmSpec FILE.json DEVICE [--no-optimize]
// Prints a line for each assertion that failed or was skipped, and the counts.

#include "SpecRunner.h"
#include "Zyn/Runtime/AtomicFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr,
                 "usage: ZynWasmSpec FILE.json DEVICE [--no-optimize]\n");
    return 2;
  }
  auto bytes = zyn::runtime::readFile(argv[1]);
  if (!bytes) {
    std::fprintf(stderr, "error: %s\n", bytes.takeError().message().c_str());
    return 2;
  }
  auto script = llvm::json::parse(*bytes);
  if (!script) {
    std::fprintf(stderr, "error: %s: %s\n", argv[1],
                 llvm::toString(script.takeError()).c_str());
    return 2;
  }
  auto context = zyn::runtime::Context::create(argv[2]);
  if (!context) {
    std::fprintf(stderr, "error: %s\n", context.takeError().message().c_str());
    return 2;
  }
  bool optimize = argc < 4 || llvm::StringRef(argv[3]) != "--no-optimize";
  zyn::spec::SpecRunner runner(llvm::sys::path::parent_path(argv[1]).str(),
                               **context, optimize);
  const llvm::json::Object *object = script->getAsObject();
  const llvm::json::Array *commands =
      object ? object->getArray("commands") : nullptr;
  if (!commands) {
    std::fprintf(stderr, "error: %s: expected commands\n", argv[1]);
    return 2;
  }
  for (const llvm::json::Value &command : *commands) {
    runner.run(*command.getAsObject());
    std::fflush(stdout);
  }
  const zyn::spec::Counts &counts = runner.getCounts();
  std::printf("counts: %d %d %d\n", counts.passed, counts.failed,
              counts.skipped);
  return counts.failed != 0;
}
