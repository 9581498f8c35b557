//===- TuningTest.cpp - Measured tiles of matmuls -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Tuning.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <filesystem>
#include <set>

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::runtime::Array;
using zyn::runtime::Device;
using zyn::runtime::DeviceKind;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;

namespace {

/// A product with an epilogue that uses a number of the function.
const char dynamicText[] = R"(
func.func @main(%a: tensor<?x?xbf16>, %b: tensor<?x512xbf16>, %x: f32)
    -> tensor<?x512xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xbf16>
  %c = tensor.empty(%m) : tensor<?x512xf32>
  %r = zyn.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x512xbf16>)
                  outs(%c : tensor<?x512xf32>)
      epilogue {
  ^bb0(%sum: f32):
    %scaled = arith.mulf %sum, %x : f32
    zyn.yield %scaled : f32
  } -> tensor<?x512xf32>
  return %r : tensor<?x512xf32>
}
)";

/// Says that the candidate with number `best` is the fastest one.
class FakeTimer : public CandidateTimer {
public:
  Expected<std::vector<double>>
  time(const std::vector<CompiledFunction> &candidates) override {
    ++calls;
    if (!failure.empty())
      return Error(failure);
    std::vector<double> times;
    for (const CompiledFunction &candidate : candidates) {
      images.push_back(candidate.compilation().image);
      signature = candidate.signature();
      times.push_back(times.size() == best ? fastest : 1);
    }
    return times;
  }

  size_t best = 2;
  double fastest = 0.5;
  std::string failure;
  int calls = 0;
  std::vector<std::string> images;
  Signature signature;
};

class TuningTest : public testing::Test {
protected:
  TuningTest() {
    device.kind = DeviceKind::CUDA;
    device.name = "GPU";
    device.capabilityMajor = 9;
    options.compile.remarks = "schedule";
    options.cacheFolder = testing::TempDir() + "zyn-tuning-test";
    std::filesystem::remove_all(options.cacheFolder);
  }
  ~TuningTest() override { std::filesystem::remove_all(options.cacheFolder); }

  std::vector<Diagnostic> tuneText(const std::string &text,
                                   std::vector<Argument> arguments = {}) {
    module.emplace(SourceModule::parse(text, "test.mlir"));
    if (!*module) {
      ADD_FAILURE() << (*module).takeError().message();
      return {};
    }
    auto remarks = tune(**module, device, timer, arguments, options);
    if (!remarks) {
      ADD_FAILURE() << remarks.takeError().message();
      return {};
    }
    return *remarks;
  }

  std::vector<Diagnostic> tuneDynamic(int64_t m, int64_t k) {
    return tuneText(dynamicText,
                    {*Array::create(ElementType::BF16, {m, k}),
                     *Array::create(ElementType::BF16, {k, 512}), 1.f});
  }

  Device device;
  TuneOptions options;
  FakeTimer timer;
  std::optional<Expected<SourceModule>> module;
};

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != text.npos;
}

} // namespace

TEST_F(TuningTest, UsesTheFastestTile) {
  auto remarks = tuneDynamic(1024, 256);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].location.str(), "test.mlir:7:8");
  std::string text = remarks[0].message;
  EXPECT_TRUE(contains(text, "1024x512x256 of bf16 uses tiles of")) << text;
  EXPECT_TRUE(contains(text, "measured on GPU: ")) << text;
  EXPECT_TRUE(contains(text, " 0.5000 ms, ")) << text;
  EXPECT_EQ(timer.images.size(), 4u);
  EXPECT_EQ(
      std::set<std::string>(timer.images.begin(), timer.images.end()).size(),
      4u);
  // A, B, the result, and the number that the epilogue uses.
  ASSERT_EQ(timer.signature.arguments.size(), 4u);
  EXPECT_EQ(timer.signature.arguments[0].text, "memref<1024x256xbf16>");
  EXPECT_EQ(timer.signature.arguments[3].text, "f32");

  CompileOptions compile;
  compile.remarks = "schedule";
  auto function = (*module)->compile(device, compile);
  ASSERT_TRUE(static_cast<bool>(function));
  ASSERT_FALSE(function->compilation().diagnostics.empty());
  EXPECT_TRUE(contains(function->compilation().diagnostics[0].message,
                       "zyn.tile names them"));
}

TEST_F(TuningTest, KeepsMeasurementsOnDisk) {
  auto first = tuneDynamic(1024, 256);
  ASSERT_EQ(timer.calls, 1);
  timer.best = 0;
  auto second = tuneDynamic(1024, 256);
  EXPECT_EQ(timer.calls, 1);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_TRUE(contains(second[0].message, "from the cache, measured on GPU"));
  auto tile = [](const std::string &text) {
    size_t start = text.find("uses tiles");
    return text.substr(start, text.find(':', start) - start);
  };
  EXPECT_EQ(tile(first[0].message), tile(second[0].message));
  // Other sizes, another device, and another driver.
  tuneDynamic(2048, 256);
  EXPECT_EQ(timer.calls, 2);
  device.name = "another GPU";
  tuneDynamic(1024, 256);
  EXPECT_EQ(timer.calls, 3);
  device.driverVersion = 13000;
  tuneDynamic(1024, 256);
  EXPECT_EQ(timer.calls, 4);
  options.cacheFolder.clear();
  tuneDynamic(1024, 256);
  tuneDynamic(1024, 256);
  EXPECT_EQ(timer.calls, 6);
}

TEST_F(TuningTest, MeasuresEqualMatmulsOnce) {
  auto remarks = tuneText(R"(
func.func @main(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>)
    -> tensor<512x512xf32> {
  %0 = tensor.empty() : tensor<512x512xf32>
  %1 = zyn.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>)
                  outs(%0 : tensor<512x512xf32>) -> tensor<512x512xf32>
  %2 = tensor.empty() : tensor<512x512xf32>
  %3 = zyn.matmul ins(%1, %b : tensor<512x512xf32>, tensor<512x512xf32>)
                  outs(%2 : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %3 : tensor<512x512xf32>
}
)",
                          {*Array::create(ElementType::F32, {512, 512}),
                           *Array::create(ElementType::F32, {512, 512})});
  EXPECT_EQ(remarks.size(), 2u);
  EXPECT_EQ(timer.calls, 1);
}

TEST_F(TuningTest, PrefersTheModelsChoice) {
  // Differences of less than 1 % are noise. The tiles of all five sizes of the
  // CUDA cores can be measured, also those that do not split a short K.
  timer.fastest = 0.995;
  options.candidates = 10;
  auto remarks = tuneText(R"(
func.func @main(%a: tensor<2048x64xf32>, %b: tensor<64x2048xf32>)
    -> tensor<2048x2048xf32> {
  %0 = tensor.empty() : tensor<2048x2048xf32>
  %1 = zyn.matmul ins(%a, %b : tensor<2048x64xf32>, tensor<64x2048xf32>)
                  outs(%0 : tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %1 : tensor<2048x2048xf32>
}
)",
                          {*Array::create(ElementType::F32, {2048, 64}),
                           *Array::create(ElementType::F32, {64, 2048})});
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(timer.images.size(), 5u);
  EXPECT_TRUE(contains(remarks[0].message, "uses tiles of 64x128: measured"))
      << remarks[0].message;
}

TEST_F(TuningTest, NamesTheTilesThatItMeasured) {
  // Tiles of 256x192, the first ones of the table, are not for an epilogue with
  // an operand and rows of the result that are not aligned.
  std::string text = R"(
func.func @main(%a: tensor<2048x512xbf16>, %b: tensor<512x2047xbf16>,
                %bias: tensor<2047xf32>) -> tensor<2048x2047xbf16> {
  %0 = tensor.empty() : tensor<2048x2047xbf16>
  %1 = zyn.matmul ins(%a, %b : tensor<2048x512xbf16>, tensor<512x2047xbf16>)
                  outs(%0 : tensor<2048x2047xbf16>)
      epilogue_ins(%bias : tensor<2047xf32>)
      epilogue_maps = [affine_map<(i, j) -> (j)>] epilogue {
  ^bb0(%sum: f32, %x: f32):
    %biased = arith.addf %sum, %x : f32
    %rounded = arith.truncf %biased : f32 to bf16
    zyn.yield %rounded : bf16
  } -> tensor<2048x2047xbf16>
  return %1 : tensor<2048x2047xbf16>
}
)";
  options.cacheFolder.clear();
  options.candidates = 10;
  std::set<std::string> tiles;
  for (timer.best = 0; timer.best < 5; ++timer.best) {
    auto remarks =
        tuneText(text, {*Array::create(ElementType::BF16, {2048, 512}),
                        *Array::create(ElementType::BF16, {512, 2047}),
                        *Array::create(ElementType::F32, {2047})});
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_FALSE(contains(remarks[0].message, "uses tiles of 256x192"))
        << remarks[0].message;
    EXPECT_TRUE(contains(remarks[0].message, " 0.5000 ms, "))
        << remarks[0].message;
    tiles.insert(remarks[0].message);
  }
  EXPECT_EQ(tiles.size(), 5u);
}

TEST_F(TuningTest, TunesIntoADynamicDestination) {
  std::string text = R"(
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                  outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
)";
  auto remarks = tuneText(text, {*Array::create(ElementType::F32, {300, 200}),
                                 *Array::create(ElementType::F32, {200, 130}),
                                 *Array::create(ElementType::F32, {300, 130})});
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(contains(remarks[0].message, "300x130x200 of f32 uses tiles"));
}

TEST_F(TuningTest, LeavesOthersToTheModel) {
  // The number of rows is computed.
  auto remarks =
      tuneText(R"(
func.func @main(%a: tensor<512x512xf32>, %n: index) -> tensor<?x512xf32> {
  %s = tensor.extract_slice %a[0, 0] [%n, 512] [1, 1]
      : tensor<512x512xf32> to tensor<?x512xf32>
  %0 = tensor.empty(%n) : tensor<?x512xf32>
  %1 = zyn.matmul ins(%s, %a : tensor<?x512xf32>, tensor<512x512xf32>)
                  outs(%0 : tensor<?x512xf32>) -> tensor<?x512xf32>
  return %1 : tensor<?x512xf32>
}
)",
               {*Array::create(ElementType::F32, {512, 512}), int64_t(3)});
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(contains(remarks[0].message, "the matmul is not tuned: its sizes "
                                           "are only known at run time"))
      << remarks[0].message;
  EXPECT_EQ(timer.calls, 0);
}

TEST_F(TuningTest, LeavesFailuresToTheModel) {
  timer.failure = "out of memory";
  auto remarks = tuneDynamic(1024, 256);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(contains(remarks[0].message, "is not tuned: out of memory"));
  // They are not kept.
  timer.failure.clear();
  tuneDynamic(1024, 256);
  EXPECT_EQ(timer.calls, 2);
}

TEST_F(TuningTest, ReportsProgress) {
  std::vector<size_t> steps;
  options.progress = [&](size_t done, size_t total) {
    EXPECT_EQ(total, 6u);
    steps.push_back(done);
  };
  options.candidates = 3;
  tuneDynamic(1024, 256);
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.front(), 0u);
  EXPECT_EQ(steps.back(), 6u);
  EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
}

TEST_F(TuningTest, HasNoEffectOnTheHost) {
  device = *zyn::runtime::findDevice("cpu");
  auto remarks = tuneDynamic(1024, 256);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].str(),
            "test.mlir: remark: tuning has no effect on 'cpu': tiles of "
            "matmuls are measured on a CUDA device");
}

TEST_F(TuningTest, ReportsErrors) {
  auto module = SourceModule::parse(dynamicText, "test.mlir");
  auto remarks = tune(*module, device, timer, {1, 2}, options);
  ASSERT_FALSE(static_cast<bool>(remarks));
  EXPECT_TRUE(contains(remarks.takeError().message(), "arguments"));
  options.compile.entry = "f";
  remarks = tune(*module, device, timer, {}, options);
  ASSERT_FALSE(static_cast<bool>(remarks));
  EXPECT_TRUE(contains(remarks.takeError().message(), "no function 'f'"));
}
