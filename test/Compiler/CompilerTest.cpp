//===- CompilerTest.cpp - The compiler as a library -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/SourceModule.h"
#include "Zyn/InitAll.h"

#include "../Runtime/ScopedState.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <optional>
#include <thread>

using namespace zyn::compiler;
using zyn::Severity;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::ElementType;

// The example of SourceModule.h.
static const char axpy[] = R"(
func.func @axpy(%a: f32, %x: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %r = zyn.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>)
               outs(%y : tensor<?xf32>) {
  ^bb0(%p: f32, %q: f32):
    %m = arith.mulf %a, %p : f32
    %s = arith.addf %m, %q : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
)";

static SourceModule parse(const char *text) {
  auto module = SourceModule::parse(text, "test.mlir");
  if (!module)
    ADD_FAILURE() << module.takeError().message();
  return *module;
}

static std::unique_ptr<Context> createContext(const char *device) {
  auto context = Context::create(device);
  if (!context)
    ADD_FAILURE() << context.takeError().message();
  return *std::move(context);
}

static Array createArray(std::vector<float> values) {
  auto array = Array::create(ElementType::F32, {int64_t(values.size())});
  llvm::copy(values, static_cast<float *>(array->begin()));
  return *array;
}

static std::vector<float> toVector(const Array &array) {
  auto *begin = static_cast<const float *>(array.begin());
  return std::vector<float>(begin, begin + array.bytes() / sizeof(float));
}

static void callAxpy(const CompiledFunction &function, Context &context,
                     float a) {
  auto results = function.call(
      context, {a, createArray({1, 2, 3}), createArray({10, 20, 30})});
  if (!results)
    FAIL() << results.takeError().message();
  ASSERT_EQ(results->size(), 1u);
  EXPECT_EQ(toVector(results->front()),
            (std::vector<float>{a + 10, 2 * a + 20, 3 * a + 30}));
}

TEST(Compiler, CallsAFunction) {
  SourceModule module = parse(axpy);
  for (const char *device : {"cpu", "emulate"}) {
    auto context = createContext(device);
    auto function = module.compile(context->device());
    ASSERT_TRUE(function) << function.takeError().message();
    EXPECT_EQ(function->signature().name, "axpy");
    EXPECT_EQ(function->signature().location.str(), "test.mlir:2:1");
    ASSERT_EQ(function->signature().arguments.size(), 3u);
    EXPECT_EQ(function->signature().arguments[1].text, "tensor<?xf32>");
    callAxpy(*function, *context, 2);
  }
}

TEST(Compiler, IsCalledFromSeveralThreads) {
  auto context = createContext("cpu");
  auto function = parse(axpy).compile(context->device());
  ASSERT_TRUE(function) << function.takeError().message();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int j = 0; j < 50; ++j)
        callAxpy(*function, *context, float(i));
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Compiler, CompilesOnSeveralThreads) {
  auto context = createContext("cpu");
  SourceModule module = parse(axpy);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] {
      for (const SourceModule &source : {module, parse(axpy)}) {
        auto function = source.compile(context->device());
        ASSERT_TRUE(function) << function.takeError().message();
        callAxpy(*function, *context, 3);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Compiler, BindsOnceAndRunsOften) {
  auto context = createContext("cpu");
  auto function = parse(axpy).compile(context->device());
  ASSERT_TRUE(function);
  auto call =
      function->bind(*context, {2.0f, createArray({1}), createArray({1})});
  ASSERT_TRUE(call);
  for (int i = 0; i < 3; ++i)
    ASSERT_FALSE(call->run());
  auto results = call->readResults();
  ASSERT_TRUE(results);
  EXPECT_EQ(toVector(results->front()), std::vector<float>{3});
}

// Two functions with the same weights.
static const char layers[] = R"(
func.func @first(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = zyn.map ins(%w : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%p: f32):
    %d = arith.addf %p, %p : f32
    zyn.yield %d : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = zyn.map ins(%x, %w : tensor<4xf32>, tensor<4xf32>)
               outs(%x : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    zyn.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
)";

TEST(Compiler, FunctionsShareConstantsOnTheDevice) {
  // Code from the disk has constants of its own.
  ScopedFolder cache;
  ScopedVariable folder("ZYN_CACHE_DIR", cache.path().c_str());
  auto context = createContext("emulate"), other = createContext("emulate");
  auto inUse = [](Context &context) {
    return context.memoryStatistics().inUse;
  };
  {
    SourceModule module = parse(layers);
    CompileOptions options;
    options.entry = "first";
    auto first = module.compile(context->device(), options);
    options.entry = "second";
    std::optional<CompiledFunction> second =
        *module.compile(context->device(), options);
    Array x = createArray({10, 20, 30, 40});
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(toVector(first->call(*context, {x})->front()),
                (std::vector<float>{2, 4, 6, 8}));
      EXPECT_EQ(toVector(second->call(*context, {x})->front()),
                (std::vector<float>{11, 22, 33, 44}));
      EXPECT_EQ(inUse(*context), 256u);
    }
    EXPECT_EQ(toVector(second->call(*other, {x})->front()),
              (std::vector<float>{11, 22, 33, 44}));
    EXPECT_EQ(inUse(*other), 256u);
    second.reset();
    EXPECT_EQ(inUse(*other), 256u);
  }
  EXPECT_EQ(inUse(*context), 0u);
  EXPECT_EQ(inUse(*other), 0u);
}

TEST(Compiler, ConstantsOutliveTheirModule) {
  // Large enough that code for the host does not contain them, either.
  std::string bytes = "\"0x04000000";
  for (int i = 0; i < 8192; ++i)
    bytes += i % 2 ? "0000803F" : "00000040";
  std::string text = R"(
func.func @f(%x: tensor<8192xf32>) -> tensor<8192xf32> {
  %w = arith.constant dense_resource<w> : tensor<8192xf32>
  %r = zyn.map ins(%x, %w : tensor<8192xf32>, tensor<8192xf32>)
               outs(%x : tensor<8192xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    zyn.yield %s : f32
  } -> tensor<8192xf32>
  return %r : tensor<8192xf32>
}
{-# dialect_resources: { builtin: { w: )" +
                     bytes + "\" } } #-}";
  for (const char *device : {"cpu", "emulate"}) {
    auto context = createContext(device);
    std::optional<SourceModule> module = parse(text.c_str());
    CompiledFunction function = *module->compile(context->device());
    module.reset();
    std::vector<float> found = toVector(
        function.call(*context, {createArray(std::vector<float>(8192, 10))})
            ->front());
    for (int i = 0; i < 8192; ++i)
      ASSERT_EQ(found[i], i % 2 ? 11 : 12) << i;
  }
}

TEST(Compiler, MemoryOfGlobalsIsFreedWithTheFunction) {
  auto context = createContext("emulate");
  const char *globals[] = {
      "constant @g : memref<4xi32> = dense<[1, 2, 3, 4]>",
      "@g : memref<4xi32> = dense<[1, 2, 3, 4]>",
      "@g : memref<4xi32> = uninitialized",
      "constant @g : memref<4xi32> = sparse<[[1], [3]], [2, 4]>",
      "constant @g : memref<4xi8> = dense<[1, 2, 3, -4]>",
      "constant @g : memref<4xi128> = dense<[1, 2, 3, -4]>",
      "constant @g : memref<4xi128> = dense<2>"};
  const std::vector<std::vector<float>> expected = {
      {1, 2, 3, 4},  {1, 2, 3, 4},  {},          {0, 2, 0, 4},
      {1, 2, 3, -4}, {1, 2, 3, -4}, {2, 2, 2, 2}};
  for (size_t i = 0; i < std::size(globals); ++i) {
    std::string global = globals[i];
    size_t begin = global.find("memref<");
    std::string type = global.substr(begin, global.find('>') + 1 - begin);
    std::string element = type.substr(type.find('x') + 1);
    element.pop_back();
    std::string text = "memref.global \"private\" " + global + R"(
func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
  %g = memref.get_global @g : )" +
                       type + R"(
  %r = memref.alloc() : memref<4xf32>
  zyn.map ins(%g : )" + type +
                       R"() outs(%r : memref<4xf32>) {
  ^bb0(%p: )" + element +
                       R"():
    %s = arith.sitofp %p : )" +
                       element + R"( to f32
    zyn.yield %s : f32
  }
  return %r : memref<4xf32>
})";
    {
      CompiledFunction function =
          *parse(text.c_str()).compile(context->device());
      std::vector<float> found = toVector(
          function.call(*context, {createArray({0, 0, 0, 0})})->front());
      if (!expected[i].empty())
        EXPECT_EQ(found, expected[i]) << global;
      EXPECT_EQ(context->memoryStatistics().inUse, 256u) << global;
    }
    EXPECT_EQ(context->memoryStatistics().inUse, 0u) << global;
  }
}

// In a form that is past the pipeline's copy of a returned constant.
TEST(Compiler, ReturnedConstantsStayOnTheDevice) {
  auto context = createContext("emulate");
  CompiledFunction function = *parse(R"(
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @unused() kernel { gpu.return }
}
memref.global "private" constant @w : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @f() -> (memref<4xf32>, memref<4xf32>) {
  %one = arith.constant 1 : index
  gpu.launch_func @kernels::@unused blocks in (%one, %one, %one)
      threads in (%one, %one, %one)
  %w = memref.get_global @w : memref<4xf32>
  %other = memref.alloc() : memref<4xf32>
  gpu.memcpy %other, %w : memref<4xf32>, memref<4xf32>
  return %w, %other : memref<4xf32>, memref<4xf32>
}
})")
                                   .compile(context->device());
  for (int i = 0; i < 3; ++i) {
    auto results = *function.call(*context, {});
    EXPECT_EQ(toVector(results[0]), (std::vector<float>{1, 2, 3, 4})) << i;
    EXPECT_EQ(toVector(results[1]), (std::vector<float>{1, 2, 3, 4})) << i;
    EXPECT_EQ(context->memoryStatistics().inUse, 256u) << i;
  }
}

TEST(Compiler, SharedConstantsCountOnceAgainstTheMemoryLimit) {
  auto context = createContext("emulate");
  CompiledFunction function = *parse(R"(
memref.global "private" constant @a : memref<3000000xf32> = dense<1.0>
memref.global "private" constant @b : memref<3000000xf32> = dense<1.0>
func.func @f(%r: memref<4xf32>) -> memref<4xf32> {
  %a = memref.get_global @a : memref<3000000xf32>
  %b = memref.get_global @b : memref<3000000xf32>
  %p = memref.subview %a[0] [4] [1]
      : memref<3000000xf32> to memref<4xf32, strided<[1]>>
  %q = memref.subview %b[0] [4] [1]
      : memref<3000000xf32> to memref<4xf32, strided<[1]>>
  zyn.map ins(%p, %q : memref<4xf32, strided<[1]>>,
                       memref<4xf32, strided<[1]>>)
          outs(%r : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    zyn.yield %s : f32
  }
  return %r : memref<4xf32>
})")
                                   .compile(context->device());
  // One of 12 MB fits, two do not.
  context->setMemoryLimit(16 << 20);
  auto results = function.call(*context, {createArray({0, 0, 0, 0})});
  ASSERT_TRUE(static_cast<bool>(results)) << results.takeError().message();
  EXPECT_EQ(toVector(results->front()), (std::vector<float>{2, 2, 2, 2}));
}

// The module is the caller's, in a context with the dialects it needs.
TEST(Compiler, CompilesAModuleOfAnotherContext) {
  mlir::DialectRegistry registry;
  zyn::registerAllDialects(registry);
  mlir::MLIRContext mlirContext(registry);
  auto parsed = mlir::parseSourceString<mlir::ModuleOp>(axpy, &mlirContext);
  ASSERT_TRUE(parsed);
  auto context = createContext("cpu");
  auto function = SourceModule::clone(*parsed).compile(context->device());
  ASSERT_TRUE(function) << function.takeError().message();
  callAxpy(*function, *context, 2);
  // It is unchanged.
  EXPECT_FALSE(parsed->getOps<mlir::func::FuncOp>().empty());
}

static const char matmul[] = R"(
func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>)
                  outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
)";

TEST(Compiler, RemarksAreObjects) {
  auto context = createContext("emulate");
  CompileOptions options;
  auto without = parse(matmul).compile(context->device(), options);
  ASSERT_TRUE(without) << without.takeError().message();
  EXPECT_TRUE(without->compilation().diagnostics.empty());
  options.remarks = "zyn-to-kernel";
  auto function = parse(matmul).compile(context->device(), options);
  ASSERT_TRUE(function) << function.takeError().message();
  ASSERT_FALSE(function->compilation().diagnostics.empty());
  const zyn::Diagnostic &remark = function->compilation().diagnostics[0];
  EXPECT_EQ(remark.severity, Severity::Remark);
  EXPECT_EQ(remark.location.str(), "test.mlir:4:8");
  EXPECT_NE(remark.message.find("MatmulUnits"), std::string::npos);
}

TEST(Compiler, AMissingFileIsAnError) {
  auto module = SourceModule::read("/nowhere/a.mlir");
  ASSERT_FALSE(module);
  zyn::runtime::Error error = module.takeError();
  ASSERT_EQ(error.diagnostics().size(), 1u);
  EXPECT_EQ(error.diagnostics()[0].location.file, "/nowhere/a.mlir");
}

// No GPU is needed to compile for one.
TEST(Compiler, GivesKernelsImageAndStages) {
  zyn::runtime::Device device;
  device.kind = zyn::runtime::DeviceKind::CUDA;
  device.capabilityMajor = 9;
  CompileOptions options;
  options.keepStages = true;
  auto function = parse(axpy).compile(device, options);
  ASSERT_TRUE(function) << function.takeError().message();
  const Compilation &compilation = function->compilation();
  ASSERT_EQ(compilation.kernels.size(), 1u);
  EXPECT_EQ(compilation.kernels[0].launches, 1u);
  EXPECT_NE(compilation.image.find(".target sm_90a"), std::string::npos);
  EXPECT_NE(compilation.image.find(".entry " + compilation.kernels[0].name),
            std::string::npos);
  std::vector<std::string> names;
  for (const StageIR &stage : compilation.stages)
    names.push_back(stage.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"zyn-bufferize", "zyn-to-kernel",
                                      "zyn-to-gpu", "zyn-to-nvvm", "llvm"}));
  EXPECT_NE(compilation.stages[1].text.find("gpu.launch_func"),
            std::string::npos);
  EXPECT_NE(compilation.stages[4].text.find("llvm.func @zynrtLaunch"),
            std::string::npos);

  options.target.chip = "sm_1";
  auto wrong = parse(axpy).compile(device, options);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(
      wrong.takeError().message(),
      "unknown chip 'sm_1': expected an architecture such as sm_80 or sm_90a");
}

TEST(Compiler, ErrorsAreObjects) {
  auto unparsed = SourceModule::parse("func.func @f() {\n  foo\n}", "a.mlir");
  ASSERT_FALSE(unparsed);
  zyn::runtime::Error error = unparsed.takeError();
  ASSERT_EQ(error.diagnostics().size(), 1u);
  EXPECT_EQ(error.diagnostics()[0].severity, Severity::Error);
  EXPECT_EQ(error.diagnostics()[0].location.file, "a.mlir");
  EXPECT_EQ(error.diagnostics()[0].location.line, 2u);
  EXPECT_EQ(error.diagnostics()[0].location.column, 3u);
  EXPECT_EQ(error.message(), error.diagnostics()[0].str());

  auto context = createContext("cpu");
  auto function = parse(axpy).compile(context->device());
  ASSERT_TRUE(function);
  auto results = function->call(*context, {2.0f, createArray({1})});
  ASSERT_FALSE(results);
  EXPECT_EQ(results.takeError().message(),
            "test.mlir:2:1: error: 'axpy' takes 3 arguments, 2 given");
  results = function->call(*context, {2, createArray({1}), createArray({1})});
  ASSERT_FALSE(results);
  EXPECT_EQ(
      results.takeError().message(),
      "test.mlir:2:1: error: argument #0 of 'axpy' is f32, found a number "
      "of type i32");
  auto emulator = createContext("emulate");
  results =
      function->call(*emulator, {2.0f, createArray({1}), createArray({1})});
  ASSERT_FALSE(results);
  EXPECT_EQ(results.takeError().message(),
            "it was compiled for 'cpu', but the context is on 'emulate'");
}

static const char race[] = R"(
module attributes {gpu.container_module} {
gpu.module @m {
  gpu.func @k(%x: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    kernel.store %one, %x[%c0] : i32, memref<1xi32>
    gpu.return
  }
}
func.func @main(%x: memref<1xi32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    args(%x : memref<1xi32>)
  return
}
}
)";

TEST(Compiler, FindingsOfTheEmulatorAreObjects) {
  auto context = createContext("emulate");
  auto function = parse(race).compile(context->device());
  ASSERT_TRUE(function) << function.takeError().message();
  ASSERT_EQ(function->compilation().kernels.size(), 1u);
  EXPECT_EQ(function->compilation().kernels[0].name, "k");
  auto array = Array::create(ElementType::I32, {1});
  auto results = function->call(*context, {*array});
  ASSERT_FALSE(results);
  zyn::runtime::Error error = results.takeError();
  ASSERT_FALSE(error.diagnostics().empty());
  EXPECT_EQ(error.diagnostics()[0].location.str(), "test.mlir:7:5");
  EXPECT_EQ(error.diagnostics()[0].message.find("data race: "), 0u);
}

TEST(Compiler, AKernelNeedsADeviceThatHasThem) {
  auto context = createContext("cpu");
  auto function = parse(race).compile(context->device());
  ASSERT_FALSE(function);
  EXPECT_EQ(function.takeError().message(),
            "test.mlir:14:3: error: 'gpu.launch_func' op launches a kernel, "
            "which the device 'cpu' cannot run; use a GPU or the emulator "
            "(--device emulate)");
}
