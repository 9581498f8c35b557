//===- WasmTest.cpp - WebAssembly modules as a library---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledWasm.h"
#include "Zyn/Compiler/InstanceSlots.h"
#include "Zyn/Runtime/Context.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <random>
#include <thread>
#include <unistd.h>

using namespace zyn::runtime;
using zyn::compiler::CompiledWasm;
using zyn::compiler::InstanceSlots;

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

static CompiledWasm compile(const char *device = "cpu") {
  auto context = Context::create(device);
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

//===----------------------------------------------------------------------===//
// Runs of many instances
//===----------------------------------------------------------------------===//

namespace {
/// A module `env` with the function `twice`, whose behavior depends on its
/// argument.
class TestHost : public HostModule {
public:
  TestHost() : HostModule("env", {{"twice", unary}}) {}

  std::unique_ptr<HostInstance> createInstance(int64_t index) override {
    class Instance : public HostInstance {
    public:
      Instance(TestHost &host, int64_t index) : host(host), index(index) {}

      HostReply call(uint32_t function, GuestMemory &memory,
                     uint64_t *slots) override {
        auto argument = static_cast<uint32_t>(slots[0]);
        uint8_t byte = 0;
        EXPECT_TRUE(memory.read(argument, &byte, 1));
        EXPECT_EQ(byte, 65);
        // That of the instance before it on the same thread is gone.
        EXPECT_TRUE(memory.read(60000, &byte, 1));
        EXPECT_EQ(byte, 0);
        EXPECT_TRUE(memory.write(60000, "x", 1));
        EXPECT_FALSE(memory.read(65536, &byte, 1));
        EXPECT_FALSE(memory.write(65535, "xy", 2));
        HostReply reply;
        if (argument == 3) {
          reply.kind = HostReply::Exit;
          reply.exitCode = 9;
        } else if (argument == 4) {
          reply.kind = HostReply::Sleep;
          reply.time = INT64_MAX;
        }
        slots[0] = 2 * argument + index;
        return reply;
      }
      Error finish() override {
        ++host.numFinished;
        return Error::success();
      }

    private:
      TestHost &host;
      const int64_t index;
    };
    return std::make_unique<Instance>(*this, index);
  }

  std::atomic<int> numFinished{0};
};

/// A module with a function that is not called.
class OtherHost : public HostModule {
public:
  explicit OtherHost(Function function)
      : HostModule("env", {std::move(function)}) {}
  std::unique_ptr<HostInstance> createInstance(int64_t) override {
    return nullptr;
  }
};
} // namespace

class InstanceRunOn : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(Devices, InstanceRunOn,
                         testing::Values("cpu", "emulate"),
                         [](auto &info) { return info.param; });

TEST_P(InstanceRunOn, ReportsHowEachInstanceEnds) {
  auto context = Context::create(GetParam());
  CompiledWasm code = compile(GetParam());
  TestHost host;
  InstanceRequest request;
  request.function = "f";
  request.instances = 200;
  request.hosts = {&host};
  for (int64_t i = 0; i < request.instances; ++i)
    request.arguments.push_back(i % 100 == 50 ? 65536 : i % 100 == 3 ? 3 : 100);
  auto run = code.run(**context, request);
  ASSERT_TRUE(run) << run.takeError().message();
  EXPECT_EQ(host.numFinished, 200);
  for (int64_t i = 0; i < request.instances; ++i) {
    const InstanceOutcome &outcome = run->outcomes[i];
    if (i % 100 == 50) {
      EXPECT_EQ(outcome.kind, InstanceOutcome::Trapped);
      EXPECT_EQ(outcome.trap.kind, ZYNRT_TRAP_MEMORY_BOUNDS);
      EXPECT_EQ(describe(outcome.trap, *code.module()).str(),
                "twice.wasm:0x42: error: trap in function 'f': out of bounds "
                "memory access");
    } else if (i % 100 == 3) {
      EXPECT_EQ(outcome.kind, InstanceOutcome::Exited);
      EXPECT_EQ(outcome.exitCode, 9u);
    } else {
      EXPECT_EQ(outcome.kind, InstanceOutcome::Returned);
      EXPECT_EQ(*run->row(i), uint64_t(200 + i));
    }
  }
  InstanceSummary summary = summarize(*run);
  EXPECT_EQ(summary.finished, 198);
  EXPECT_EQ(summary.exits[9].count, 2);
  EXPECT_EQ(summary.exits[9].first, 3);
  EXPECT_EQ(summary.traps[ZYNRT_TRAP_MEMORY_BOUNDS].count, 2);
  EXPECT_EQ(summary.traps[ZYNRT_TRAP_MEMORY_BOUNDS].first, 50);
}

namespace {
/// A module whose function `twice` compares random accesses to the memory with
/// those to an array.
class CopyingHost : public HostModule {
public:
  CopyingHost() : HostModule("env", {{"twice", unary}}) {}

  std::unique_ptr<HostInstance> createInstance(int64_t index) override {
    class Instance : public HostInstance {
    public:
      explicit Instance(int64_t index) : random(index) {}
      HostReply call(uint32_t, GuestMemory &memory, uint64_t *slots) override {
        std::vector<uint8_t> expected(65536), bytes;
        expected[static_cast<uint32_t>(slots[0])] = 65;
        for (int i = 0; i < 40; ++i) {
          uint32_t address = random() % 65536;
          bytes.resize(random() % (i % 4 == 0 ? 5000 : 50));
          bool isInside = address + bytes.size() <= 65536;
          if (random() % 2) {
            EXPECT_EQ(memory.read(address, bytes.data(), bytes.size()),
                      isInside);
            if (isInside)
              EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(),
                                     expected.begin() + address));
            continue;
          }
          for (uint8_t &byte : bytes)
            byte = random();
          EXPECT_EQ(memory.write(address, bytes.data(), bytes.size()),
                    isInside);
          if (isInside)
            std::copy(bytes.begin(), bytes.end(), expected.begin() + address);
        }
        bytes.resize(expected.size());
        EXPECT_TRUE(memory.read(0, bytes.data(), bytes.size()));
        EXPECT_EQ(bytes, expected);
        return {};
      }

    private:
      std::mt19937 random;
    };
    return std::make_unique<Instance>(index);
  }
};
} // namespace

TEST_P(InstanceRunOn, CopiesMemory) {
  auto context = Context::create(GetParam());
  CopyingHost host;
  InstanceRequest request;
  request.function = "f";
  request.instances = 5;
  request.arguments = {17};
  request.hosts = {&host};
  auto run = compile(GetParam()).run(**context, request);
  ASSERT_TRUE(run) << run.takeError().message();
  EXPECT_EQ(summarize(*run).finished, 5);
}

TEST_P(InstanceRunOn, IsCanceled) {
  auto context = Context::create(GetParam());
  CompiledWasm code = compile(GetParam());
  TestHost host;
  std::atomic<bool> cancel{false};
  InstanceRequest request;
  request.function = "f";
  request.instances = 3;
  request.arguments = {4};
  request.hosts = {&host};
  request.cancel = &cancel;
  std::thread canceler([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel = true;
  });
  auto run = code.run(**context, request);
  canceler.join();
  ASSERT_TRUE(run) << run.takeError().message();
  EXPECT_EQ(summarize(*run).unfinished, 3);
}

namespace {
/// A module whose function `twice` is `body`, which must not return before the
/// request is canceled.
class LongHost : public HostModule {
public:
  using Body = std::function<void(GuestMemory &)>;
  explicit LongHost(Body body)
      : HostModule("env", {{"twice", unary}}), body(std::move(body)) {}

  std::unique_ptr<HostInstance> createInstance(int64_t) override {
    class Instance : public HostInstance {
    public:
      explicit Instance(LongHost &host) : host(host) {}
      HostReply call(uint32_t, GuestMemory &memory, uint64_t *) override {
        host.isCalled = true;
        host.body(memory);
        return {};
      }

    private:
      LongHost &host;
    };
    return std::make_unique<Instance>(*this);
  }

  /// Runs an instance that is canceled during the call.
  InstanceOutcome run() {
    auto context = Context::create("emulate");
    std::atomic<bool> cancel{false};
    InstanceRequest request;
    request.function = "f";
    request.arguments = {4};
    request.hosts = {this};
    request.cancel = &cancel;
    std::thread canceler([&] {
      while (!isCalled)
        std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      cancel = true;
    });
    auto run = compile("emulate").run(**context, request);
    // In case that there was no call.
    isCalled = true;
    canceler.join();
    EXPECT_TRUE(run) << run.takeError().message();
    return run ? run->outcomes[0] : InstanceOutcome();
  }

private:
  const Body body;
  std::atomic<bool> isCalled{false};
};
} // namespace

TEST(InstanceRun, InterruptsFunctionsThatBlock) {
  int ends[2], error = 0;
  ASSERT_EQ(::pipe(ends), 0);
  LongHost host([&](GuestMemory &) {
    // Nobody writes.
    char byte;
    error = ::read(ends[0], &byte, 1) < 0 ? errno : 0;
  });
  EXPECT_EQ(host.run().kind, InstanceOutcome::Unfinished);
  EXPECT_EQ(error, EINTR);
  for (int end : ends)
    ::close(end);
}

TEST(InstanceRun, StopsLongCopies) {
  bool isStopped = false;
  LongHost host([&](GuestMemory &memory) {
    // More than can be copied before the test is considered to hang.
    std::vector<char> bytes(65536);
    for (int i = 0; i < 100000 && !isStopped; ++i)
      isStopped = !memory.read(0, bytes.data(), bytes.size());
  });
  EXPECT_EQ(host.run().kind, InstanceOutcome::Unfinished);
  EXPECT_TRUE(isStopped);
}

TEST(InstanceRun, StopsInstancesThatWait) {
  auto context = Context::create("cpu");
  TestHost host;
  InstanceRequest request;
  request.function = "f";
  request.instances = 3;
  request.arguments = {4};
  request.hosts = {&host};
  request.timeout = 0.05;
  auto run = compile().run(**context, request);
  ASSERT_TRUE(run);
  EXPECT_EQ(summarize(*run).unfinished, 3);
  std::atomic<bool> cancel{true};
  request.timeout = 0;
  request.cancel = &cancel;
  run = compile().run(**context, request);
  ASSERT_TRUE(run);
  EXPECT_EQ(summarize(*run).unfinished, 3);
}

TEST_P(InstanceRunOn, ChecksRequests) {
  auto context = Context::create(GetParam());
  TestHost host;
  InstanceRequest request;
  request.instances = 3;
  request.hosts = {&host};
  auto fail = [&] {
    return compile(GetParam()).run(**context, request).takeError().message();
  };
  EXPECT_EQ(fail(), "twice.wasm: error: no function '_start' to call; the "
                    "exported functions are 'f'");
  request.function = "f";
  request.arguments = {1, 2};
  EXPECT_EQ(fail(), "twice.wasm: error: 'f' takes 1 argument, 2 given");
  request.arguments = {1};
  request.hosts.clear();
  EXPECT_EQ(fail(), "unknown import 'env' 'twice': expected a function of type "
                    "(i32) -> (i32)");
  OtherHost other({"twice", {{}, {}}});
  request.hosts = {&other};
  EXPECT_EQ(fail(),
            "incompatible import type of 'env' 'twice': expected a function of "
            "type (i32) -> (i32), found a function of type () -> ()");
}

// (module
//   (import "env" "range" (func (param i32 i32 i64 f32)))
//   (func (export "f") (call 0 (i32.const 0) (i32.const 0) (i64.const 0)
//                              (f32.const 0))))
static const char rangeModule[] =
    "\0asm\1\0\0\0"
    "\1\x0b\2\x60\4\x7f\x7f\x7e\x7d\0\x60\0\0"
    "\2\x0d\1\3env\5range\0\0"
    "\3\2\1\1"
    "\7\5\1\1f\0\1"
    "\x0a\x11\1\x0f\0\x41\0\x41\0\x42\0\x43\0\0\0\0\x10\0\x0b";

TEST_P(InstanceRunOn, ChecksInputs) {
  auto context = Context::create(GetParam());
  auto code =
      CompiledWasm::compile(std::string(rangeModule, sizeof(rangeModule) - 1),
                            (*context)->device(), {}, "range.wasm");
  ASSERT_TRUE(code) << code.takeError().message();
  const CallType type = {
      {ValueKind::I32, ValueKind::I32, ValueKind::I64, ValueKind::F32}, {}};
  auto fail = [&](std::vector<HostInput> inputs) {
    OtherHost host({"range", type, std::move(inputs)});
    InstanceRequest request;
    request.function = "f";
    request.hosts = {&host};
    return code->run(**context, request).takeError().message();
  };
  const std::string where = "host function 'env' 'range': ";
  const HostInput good = {HostInput::Vectors, 0};
  EXPECT_EQ(fail({good, good, good}),
            where + "expected at most 2 inputs, found 3");
  EXPECT_EQ(fail({good, {static_cast<HostInput::Kind>(0), 0}}),
            where + "unknown kind 0 of an input");
  EXPECT_EQ(fail({{static_cast<HostInput::Kind>(4), 0}}),
            where + "unknown kind 4 of an input");
  // The count is no i32, the address neither, there is no count, and there is
  // no parameter.
  for (uint8_t parameter : {1, 2, 3, 255})
    EXPECT_EQ(fail({{HostInput::Bytes, parameter}}),
              where + "expected parameters " + std::to_string(parameter) +
                  " and " + std::to_string(parameter + 1) +
                  ", an input, to have type i32");
}

TEST(InstanceSlots, ChecksTheServer) {
  auto context = Context::create("emulate");
  CompiledWasm code = compile("emulate");
  auto slots = InstanceSlots::create(code, **context, 2);
  ASSERT_TRUE(slots) << slots.takeError().message();
  InstanceSlots::Call call;
  call.isNew = true;
  EXPECT_EQ((*slots)->run(2, call).message(),
            "the module imports functions: expected a server of calls");
  TestHost host;
  InstanceRequest request;
  request.hosts = {&host};
  auto server = HostCallServer::create(*code.module(), request, /*threads=*/1);
  ASSERT_TRUE(server) << server.takeError().message();
  call.server = server->get();
  (*server)->begin(/*instances=*/{0});
  EXPECT_EQ((*slots)->run(2, call).message(),
            "instances in the turn of the server: 1, expected at least 2");
  Error error = (*slots)->run(1, call);
  EXPECT_FALSE(error) << error.message();
  error = (*server)->finish();
  EXPECT_FALSE(error) << error.message();
}
