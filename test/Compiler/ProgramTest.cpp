//===- ProgramTest.cpp - Programs of the matrix VM as a library -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledProgram.h"
#include "Zyn/Compiler/SourceModule.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::ElementType;

static const char scale[] = R"(
vm.program @scale : f32 {
  vm.buffer @factor shared input : tensor<3xf32>
  vm.buffer @product instance output : tensor<1xf32>
  vm.routine @main(%s: !vm.state<f32>) {
    %0 = vm.load %s {r1 = @factor[2]} : f32
    %1 = vm.oracle %0 {r2 = mulf r0, r1} : f32
    %2 = vm.store %1 {@product[0] = r2} : f32
    vm.halt %2 : f32
  }
  vm.phase @all {
    vm.launch @main
  }
}
)";

TEST(CompiledProgram, RunsOnEveryEngine) {
  auto module = SourceModule::parse(scale, "scale.mlir");
  ASSERT_TRUE(module) << module.takeError().message();
  EXPECT_TRUE(module->hasProgram());
  auto context = Context::create("cpu");
  ASSERT_TRUE(context);
  auto factor = Array::create(ElementType::F32, {3});
  static_cast<float *>(factor->begin())[2] = 2;
  using mlir::zyn::VMEngine;
  for (VMEngine engine :
       {VMEngine::AheadOfTime, VMEngine::Interpreter, VMEngine::Epochs}) {
    CompileOptions options;
    options.engine = engine;
    auto program = module->compileProgram((*context)->device(), options);
    ASSERT_TRUE(program) << program.takeError().message();
    EXPECT_EQ(program->executable().getName(), "scale");
    ProgramOptions run;
    run.instances = 4;
    auto results = program->run(**context, {*factor}, run);
    ASSERT_TRUE(results) << results.takeError().message();
    EXPECT_TRUE(results->traps.empty());
    EXPECT_EQ(results->states.shape(), (std::vector<int64_t>{32, 4}));
    EXPECT_NE(results->report.find("\"executed\":16"), std::string::npos);
    ASSERT_EQ(results->outputs.size(), 1u);
    auto *products = static_cast<const float *>(results->outputs[0].begin());
    // Register 0 begins as the instance's number.
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(products[i], 2.0f * i);
  }
}

// Each instance divides by its number.
static const char divide[] = R"(
vm.program @divide : i32 {
  vm.buffer @quotient instance output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 12} : i32
    %1 = vm.oracle %0 {r1 = divsi r1, r0} : i32
    %2 = vm.store %1 {@quotient[0] = r1} : i32
    vm.halt %2 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
)";

TEST(CompiledProgram, TrapsAreObjects) {
  auto module = SourceModule::parse(divide, "divide.mlir");
  ASSERT_TRUE(module) << module.takeError().message();
  auto context = Context::create("cpu");
  ASSERT_TRUE(context);
  auto program = module->compileProgram((*context)->device());
  ASSERT_TRUE(program) << program.takeError().message();
  ProgramOptions run;
  run.instances = 4;
  auto results = program->run(**context, {}, run);
  ASSERT_TRUE(results) << results.takeError().message();
  ASSERT_EQ(results->traps.size(), 1u);
  EXPECT_EQ(results->traps[0].severity, zyn::Severity::Warning);
  EXPECT_EQ(results->traps[0].location.str(), "divide.mlir:6:10");
  EXPECT_EQ(results->traps[0].message.find("division by zero: 1 of 4"), 0u);
  auto *quotients = static_cast<const int32_t *>(results->outputs[0].begin());
  EXPECT_EQ(quotients[3], 4);
}

TEST(PhaseStatistics, LanesWaitForTheLongestOfTheirWarp) {
  // A warp whose instances execute 1 and 3 instructions, and one of 2
  // instances.
  std::vector<int64_t> counts(34, 1);
  std::fill(counts.begin(), counts.begin() + 16, 3);
  PhaseStatistics phase("all", counts);
  EXPECT_EQ(phase.instances, 34);
  EXPECT_EQ(phase.executed, 16 * 3 + 16 + 2);
  EXPECT_EQ(phase.fewest, 1);
  EXPECT_EQ(phase.most, 3);
  EXPECT_EQ(phase.laneSteps, 32 * 3 + 2);
  EXPECT_DOUBLE_EQ(phase.divergence(), 1 - 66.0 / 98);
  EXPECT_EQ(PhaseStatistics("none", {}).divergence(), 0);
}

TEST(CompiledProgram, ErrorsHaveTheFile) {
  auto context = Context::create("cpu");
  ASSERT_TRUE(context);
  auto damaged =
      CompiledProgram::compile("ZYN", (*context)->device(), {}, "a.vmx");
  ASSERT_FALSE(damaged);
  zyn::runtime::Error error = damaged.takeError();
  ASSERT_EQ(error.diagnostics().size(), 1u);
  EXPECT_EQ(error.diagnostics()[0].location.str(), "a.vmx");

  auto module = SourceModule::parse(scale, "scale.mlir");
  auto program = module->compileProgram((*context)->device());
  ASSERT_TRUE(program) << program.takeError().message();
  auto results = program->run(**context, {});
  ASSERT_FALSE(results);
  EXPECT_EQ(results.takeError().message(),
            "-: error: program 'scale' has 1 input buffer, 0 given");
}

TEST(CompiledProgram, HasItsImage) {
  zyn::runtime::Device device;
  device.kind = zyn::runtime::DeviceKind::CUDA;
  device.capabilityMajor = 8;
  auto module = SourceModule::parse(scale);
  auto program = module->compileProgram(device);
  ASSERT_TRUE(program) << program.takeError().message();
  EXPECT_NE(program->compilation().image.find(".target sm_80"),
            std::string::npos);
  EXPECT_EQ(program->compilation().kernels.size(), 1u);
}
