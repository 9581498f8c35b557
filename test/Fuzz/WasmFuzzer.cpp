//===- WasmFuzzer.cpp - Fuzzes the importer of WebAssembly ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target of libFuzzer: a module is imported, or refused with an error that
// begins with its place.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Wasm/Import.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

[[noreturn]] static void fail(const std::string &what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A context keeps everything that it has ever contained.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string error;
  auto module = mlir::wasm::importModule(
      llvm::StringRef(reinterpret_cast<const char *>(data), size), "fuzz.wasm",
      &context, error);
  if (!module) {
    if (error.find("fuzz.wasm:") != 0)
      fail("expected an error with a place, found '" + error + "'");
    return 0;
  }
  if (mlir::failed(mlir::verify(*module)))
    fail("the imported module is invalid");
  return 0;
}
