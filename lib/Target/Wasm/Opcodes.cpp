//===- Opcodes.cpp - Names of instructions---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::wasm;

llvm::StringRef mlir::wasm::getOpcodeName(uint32_t opcode) {
  switch (opcode) {
#define WASM_NAMED(CODE, NAME)                                                 \
  case CODE:                                                                   \
    return NAME;
#define WASM_CONTROL(CODE, NAME, METHOD) WASM_NAMED(CODE, NAME)
#define WASM_CONSTANT(CODE, NAME, TYPE) WASM_NAMED(CODE, NAME)
#define WASM_UNARY(CODE, NAME, TYPE, OP) WASM_NAMED(CODE, NAME)
#define WASM_BINARY(CODE, NAME, TYPE, OP) WASM_NAMED(CODE, NAME)
#define WASM_COMPARE(CODE, NAME, TYPE, OP, PREDICATE) WASM_NAMED(CODE, NAME)
#define WASM_CONVERT(CODE, NAME, RESULT, TYPE, OP) WASM_NAMED(CODE, NAME)
#define WASM_NUMERIC(CODE, NAME, RESULT, TYPE, COUNT, FUNCTION)                \
  WASM_NAMED(CODE, NAME)
#define WASM_LOAD(CODE, NAME, TYPE, BITS, EXTEND) WASM_NAMED(CODE, NAME)
#define WASM_STORE(CODE, NAME, TYPE, BITS) WASM_NAMED(CODE, NAME)
#include "Opcodes.def"
#undef WASM_NAMED
  default:
    return {};
  }
}

namespace {
/// Opcodes of a proposal that is not supported.
struct Proposal {
  uint32_t first, last;
  const char *name;
  const char *advice;
};
} // namespace

static constexpr Proposal proposals[] = {
    {0x06, 0x0A, "exception handling", "without -fwasm-exceptions"},
    {0x12, 0x13, "tail call", "without -mtail-call"},
    {0x14, 0x15, "typed function references", "for WebAssembly 2.0"},
    {0x18, 0x19, "exception handling", "without -fwasm-exceptions"},
    {0x1F, 0x1F, "exception handling", "without -fwasm-exceptions"},
    {0xD3, 0xD6, "GC", "for WebAssembly 2.0"},
    {0xFB, 0xFB, "GC", "for WebAssembly 2.0"},
    {0xFD, 0xFD, "SIMD", "with -mno-simd128"},
    {0xFE, 0xFE, "threads", "without -pthread and with -mno-atomics"}};

std::string mlir::wasm::explainOpcode(uint32_t opcode) {
  std::string text = "0x" + llvm::utohexstr(opcode, /*LowerCase=*/true);
  for (const Proposal &proposal : proposals)
    if (opcode >= proposal.first && opcode <= proposal.last)
      return "instruction " + text + " needs the " + proposal.name +
             " proposal, which is not supported: build " + proposal.advice;
  return "illegal opcode " + text;
}
