//===- WasmTest.cpp - WebAssembly modules as a library---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledWasm.h"
#include "Zyn/Runtime/Context.h"

#include "gtest/gtest.h"

#include <thread>

using namespace zyn::runtime;
using zyn::compiler::CompiledWasm;

// (module
//   (import "env" "twice" (func (param i32) (result i32)))
//   (memory (export "memory") 1)
//   (func (export "f") (param i32) (result i32)
//     (i32.store8 (local.get 0) (i32.const 65))
//     (call 0 (local.get 0))))
static const char module[] =
    "\0asm\1\0\0\0"
    "\1\6\1\x60\1\x7f\1\x7f"
    "\2\x0d\1\3env\5twice\0\0"
    "\3\2\1\0"
    "\5\3\1\0\1"
    "\7\x0e\2\6memory\2\0\1f\0\1"
    "\x0a\x10\1\x0e\0\x20\0\x41\xc1\0\x3a\0\0\x20\0\x10\0\x0b";

static CompiledWasm compile() {
  auto context = Context::create("cpu");
  auto code = CompiledWasm::compile(std::string(module, sizeof(module) - 1),
                                    (*context)->device(), {}, "twice.wasm");
  EXPECT_TRUE(code) << code.takeError().message();
  return *code;
}

static const CallType unary = {{ValueKind::I32}, {ValueKind::I32}};

/// An instance whose function `twice` is `body`.
static Instance *instantiate(InstanceStore &store, const CompiledWasm &code,
                             std::function<Error(uint64_t *)> body) {
  InstanceImports imports;
  imports[{"env", "twice"}] = store.createFunction(unary, std::move(body));
  auto instance = store.instantiate(code.module(), imports);
  EXPECT_TRUE(instance) << instance.takeError().message();
  return *instance;
}

static Error twice(uint64_t *slots) {
  slots[0] = static_cast<uint32_t>(2 * slots[0]);
  return Error::success();
}

static const InstanceFunction &getF(const Instance &instance) {
  return std::get<InstanceFunction>(*instance.findExport("f"));
}

TEST(CompiledWasm, CallsFunctionsOfTheHost) {
  InstanceStore store;
  Instance *instance = instantiate(store, compile(), twice);
  uint64_t slots[] = {21};
  Error error = store.invoke(getF(*instance), slots);
  EXPECT_FALSE(error) << error.message();
  EXPECT_EQ(slots[0], 42u);
  auto *memory = std::get<InstanceMemory *>(*instance->findExport("memory"));
  EXPECT_EQ(memory->base[21], 65);
  EXPECT_EQ(instance->findExport("g"), nullptr);
}

TEST(CompiledWasm, ReturnsTraps) {
  InstanceStore store;
  Instance *instance = instantiate(store, compile(), twice);
  uint64_t slots[] = {65536};
  EXPECT_EQ(store.invoke(getF(*instance), slots).message(),
            "twice.wasm:0x42: error: trap in function 'f': out of bounds "
            "memory access");
  // The instance can still be used.
  slots[0] = 1;
  EXPECT_FALSE(store.invoke(getF(*instance), slots));
}

TEST(CompiledWasm, ReturnsErrorsOfTheHost) {
  InstanceStore store;
  Instance *instance = instantiate(store, compile(), [](uint64_t *) {
    return Error("the host has no more numbers");
  });
  uint64_t slots[] = {1};
  EXPECT_EQ(store.invoke(getF(*instance), slots).message(),
            "the host has no more numbers");
}

TEST(CompiledWasm, NamesMissingImports) {
  InstanceStore store;
  auto instance = store.instantiate(compile().module(), {});
  ASSERT_FALSE(instance);
  EXPECT_EQ(instance.takeError().message(),
            "unknown import 'env' 'twice': expected a function of type (i32) "
            "-> (i32)");
}

TEST(CompiledWasm, RunsOnSeveralThreads) {
  CompiledWasm code = compile();
  std::vector<std::thread> threads;
  std::vector<uint64_t> results(4);
  for (size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&, i] {
      InstanceStore store;
      Instance *instance = instantiate(store, code, twice);
      uint64_t slots[] = {i};
      EXPECT_FALSE(store.invoke(getF(*instance), slots));
      results[i] = slots[0];
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(results, (std::vector<uint64_t>{0, 2, 4, 6}));
}
