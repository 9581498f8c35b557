//===- VerificationTest.cpp - Comparison of runs and arrays ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Verification.h"
#include "Zyn/Support/Float8.h"
#include "Zyn/Support/HalfPrecision.h"

#include "gtest/gtest.h"

#include <cstring>
#include <limits>

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::ElementType;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

template <typename T>
static Array createArray(ElementType type, std::vector<int64_t> shape,
                         std::vector<T> values) {
  auto array = Array::create(type, std::move(shape));
  EXPECT_EQ(array->bytes(), values.size() * sizeof(T));
  std::memcpy(array->begin(), values.data(), array->bytes());
  return *array;
}

template <typename T>
static ArrayComparison compare(ElementType type, std::vector<T> found,
                               std::vector<T> expected,
                               std::optional<double> tolerance = {}) {
  int64_t size = int64_t(found.size());
  auto comparison = compareArrays(
      createArray<T>(type, {size}, std::move(found)),
      createArray<T>(type, {size}, std::move(expected)), tolerance);
  EXPECT_TRUE(comparison);
  return *comparison;
}

static ArrayComparison compareF32(std::vector<float> found,
                                  std::vector<float> expected,
                                  std::optional<double> tolerance = {}) {
  return compare<float>(ElementType::F32, std::move(found), std::move(expected),
                        tolerance);
}

TEST(ArrayComparison, ReportsTheFirstAndTheWorstElement) {
  auto found =
      createArray<float>(ElementType::F32, {2, 3}, {1, 2, 3.5f, 4, 9, 6});
  auto expected =
      createArray<float>(ElementType::F32, {2, 3}, {1, 2, 3, 4, 5, 6});
  auto comparison = compareArrays(found, expected);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->elements, 6u);
  EXPECT_EQ(comparison->mismatches, 2u);
  EXPECT_EQ(comparison->tolerance, 1e-4);
  EXPECT_EQ(comparison->first->index, (std::vector<int64_t>{0, 2}));
  EXPECT_EQ(comparison->first->found, "3.5");
  EXPECT_EQ(comparison->first->expected, "3");
  EXPECT_EQ(comparison->worst->index, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(comparison->worst->found, "9");
  EXPECT_EQ(comparison->worst->error, 4. / 5);
}

TEST(ArrayComparison, IsRelativeToTheElementAndToTheArray) {
  // A small element next to large ones is a sum of terms that cancel out.
  EXPECT_EQ(compareF32({1000, 0.001f}, {1000, 0}).mismatches, 0u);
  EXPECT_EQ(compareF32({0.001f}, {0}).mismatches, 1u);
  EXPECT_EQ(compareF32({0.001f}, {0}).worst->error, infinity);
  // A large element next to small ones is relative to itself.
  EXPECT_EQ(compareF32({0, 0, 0, 100000.5f}, {0, 0, 0, 100000}).mismatches, 0u);
  // Equal elements have no worst one.
  EXPECT_FALSE(compareF32({1, -0.f}, {1, 0}).worst);
}

TEST(ArrayComparison, ComparesNaNAndInfinity) {
  float inf = float(infinity);
  EXPECT_EQ(
      compareF32({notANumber, inf, -inf}, {notANumber, inf, -inf}).mismatches,
      0u);
  EXPECT_EQ(compareF32({1, 1, inf, inf}, {notANumber, inf, 1, -inf}).mismatches,
            4u);
  EXPECT_EQ(compareF32({notANumber}, {1}, 1e300).worst->error, infinity);
  // The infinite element does not hide the error of the other one.
  EXPECT_EQ(compareF32({inf, 2}, {inf, 1}).mismatches, 1u);
  auto largest = std::numeric_limits<double>::max();
  auto comparison =
      compare<double>(ElementType::F64, {-largest, 1}, {largest, 1});
  EXPECT_EQ(comparison.mismatches, 1u);
  EXPECT_EQ(comparison.worst->error, 2);
}

TEST(ArrayComparison, IgnoresSubnormalNumbers) {
  EXPECT_FALSE(compareF32({0}, {1e-40f}).worst);
  EXPECT_TRUE(compareF32({0}, {1e-30f}).worst);
}

TEST(ArrayComparison, HasATolerancePerType) {
  EXPECT_EQ(compareF32({1.001f}, {1}).mismatches, 1u);
  EXPECT_EQ(compareF32({1.001f}, {1}, 0.01).mismatches, 0u);
  EXPECT_EQ(compareF32({1.00001f}, {1}, 0).mismatches, 1u);
  EXPECT_EQ(compare<double>(ElementType::F64, {1 + 1e-8}, {1}).mismatches, 1u);
  auto half = [](float found) {
    return compare<uint16_t>(ElementType::F16, {zyn::toF16(found)},
                             {zyn::toF16(1.f)});
  };
  EXPECT_EQ(half(1.004f).mismatches, 0u);
  EXPECT_EQ(half(1.01f).mismatches, 1u);
  auto brain = [](float found) {
    return compare<uint16_t>(ElementType::BF16, {zyn::toBF16(found)},
                             {zyn::toBF16(1.f)});
  };
  EXPECT_EQ(brain(1.01f).mismatches, 0u);
  EXPECT_EQ(brain(1.05f).mismatches, 1u);
  auto four = [](float found) {
    return compare<uint8_t>(ElementType::F8E4M3FN, {zyn::toF8E4M3FN(found)},
                            {zyn::toF8E4M3FN(1.f)});
  };
  EXPECT_EQ(four(1.25f).mismatches, 0u);
  EXPECT_EQ(four(1.375f).mismatches, 1u);
  auto five = [](float found) {
    return compare<uint8_t>(ElementType::F8E5M2, {zyn::toF8E5M2(found)},
                            {zyn::toF8E5M2(1.f)});
  };
  EXPECT_EQ(five(1.5f).mismatches, 0u);
  EXPECT_EQ(five(1.75f).mismatches, 1u);
}

TEST(ArrayComparison, ComparesIntegersExactly) {
  auto comparison =
      compare<int64_t>(ElementType::I64, {5, INT64_MIN}, {5, INT64_MAX}, 1e300);
  EXPECT_EQ(comparison.mismatches, 1u);
  EXPECT_EQ(comparison.tolerance, 0);
  EXPECT_EQ(comparison.first->found, "-9223372036854775808");
  EXPECT_EQ(comparison.first->error, 0x1p64);
  EXPECT_EQ(compare<uint8_t>(ElementType::U8, {200}, {201}).worst->error, 1);
  // Every byte except 0 is true.
  EXPECT_EQ(compare<uint8_t>(ElementType::Bool, {255, 0}, {1, 0}).mismatches,
            0u);
  EXPECT_EQ(compare<uint8_t>(ElementType::Bool, {0}, {1}).first->found,
            "false");
}

TEST(ArrayComparison, RejectsOtherShapesAndTypes) {
  auto matrix = createArray<int8_t>(ElementType::I8, {1, 2}, {1, 2});
  auto vector = createArray<int8_t>(ElementType::I8, {2}, {1, 2});
  auto comparison = compareArrays(matrix, vector);
  ASSERT_FALSE(comparison);
  EXPECT_EQ(comparison.takeError().message(),
            "found an array of 1x2xi8, expected 2xi8");
  EXPECT_FALSE(
      compareArrays(vector, createArray<int8_t>(ElementType::U8, {2}, {1, 2})));
  auto empty = createArray<int8_t>(ElementType::I8, {0, 3}, {});
  EXPECT_EQ(compareArrays(empty, empty)->mismatches, 0u);
}

static const char source[] = R"(
func.func @double(%x: tensor<?xf32>, %y: memref<2xi32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
)";

TEST(Verification, ComparesResultsAndBuffers) {
  auto module = SourceModule::parse(source, "test.mlir");
  ASSERT_TRUE(module) << module.takeError().message();
  std::vector<Argument> arguments = {
      createArray<float>(ElementType::F32, {3}, {1, 2, notANumber}),
      createArray<int32_t>(ElementType::I32, {2}, {1, 2})};
  for (auto [device, reference] :
       {std::pair("cpu", "emulate"), std::pair("emulate", "cpu")}) {
    auto context = Context::create(std::string(device));
    ASSERT_TRUE(context);
    auto verification = verifyFunction(*module, **context, arguments);
    ASSERT_TRUE(verification) << verification.takeError().message();
    EXPECT_EQ(verification->device, device);
    EXPECT_EQ(verification->reference, reference);
    ASSERT_EQ(verification->values.size(), 2u);
    EXPECT_EQ(verification->values[0].name, "result #0");
    EXPECT_EQ(verification->values[1].name, "argument #1");
    EXPECT_FALSE(verification->toError());
    EXPECT_EQ(verification->describe(verification->values[0]),
              std::string("result #0: '") + device + "' agrees with '" +
                  reference + "', all elements are equal");
  }
}

TEST(Verification, ReadsModifiedBuffers) {
  auto module = SourceModule::parse(R"(
    func.func @increment(%x: memref<2xi32>) {
      zyn.map ins(%x : memref<2xi32>) outs(%x : memref<2xi32>) {
      ^bb0(%old: i32):
        %one = arith.constant 1 : i32
        %new = arith.addi %old, %one : i32
        zyn.yield %new : i32
      }
      return
    })");
  ASSERT_TRUE(module) << module.takeError().message();
  for (const char *device : {"cpu", "emulate"}) {
    auto context = Context::create(std::string(device));
    ASSERT_TRUE(context);
    auto function = module->compile((*context)->device());
    ASSERT_TRUE(function) << function.takeError().message();
    Array given = createArray<int32_t>(ElementType::I32, {2}, {1, 5});
    auto call = function->bind(**context, {given});
    ASSERT_TRUE(call) << call.takeError().message();
    ASSERT_FALSE(call->run());
    auto buffers = call->readBuffers();
    ASSERT_TRUE(buffers) << buffers.takeError().message();
    ASSERT_EQ(buffers->size(), 1u);
    auto comparison = compareArrays(
        buffers->front(), createArray<int32_t>(ElementType::I32, {2}, {2, 6}));
    EXPECT_EQ(comparison->mismatches, 0u);
    EXPECT_EQ(*static_cast<const int32_t *>(given.begin()), 1);
  }
}

/// Calls of the same function with different arguments differ.
TEST(Verification, ReportsWhatDiffers) {
  auto module = SourceModule::parse(source, "test.mlir");
  ASSERT_TRUE(module) << module.takeError().message();
  auto context = Context::create(std::string("cpu"));
  ASSERT_TRUE(context);
  auto function = module->compile((*context)->device());
  ASSERT_TRUE(function) << function.takeError().message();
  auto reference = ReferenceFunction::compile(*module, (*context)->device());
  ASSERT_TRUE(reference) << reference.takeError().message();
  Array buffer = createArray<int32_t>(ElementType::I32, {2}, {1, 2});
  auto call = [&](const CompiledFunction &function, Context &context,
                  std::vector<float> values) {
    auto bound = function.bind(
        context,
        {createArray<float>(ElementType::F32, {int64_t(values.size())}, values),
         buffer});
    EXPECT_TRUE(bound);
    EXPECT_FALSE(bound->run());
    return bound;
  };
  auto tested = call(*function, **context, {1, 2, 3, 4});
  auto expected = call(reference->function, *reference->context, {1, 2, 4, 8});
  auto verification = compareCalls(*tested, *expected);
  ASSERT_TRUE(verification) << verification.takeError().message();
  EXPECT_EQ(
      verification->toError().message(),
      "test.mlir:2:1: error: result #0 of 'double' on 'cpu' differs from the "
      "reference 'emulate' in 2 of 4 elements: the first at [2] is 6, expected "
      "8, an error of 0.217; the worst at [3] is 8, expected 16, an error of "
      "0.5; the tolerance is 0.0001");
  auto longer = call(reference->function, *reference->context, {1, 2, 3, 4, 5});
  auto shapes = compareCalls(*tested, *longer);
  ASSERT_FALSE(shapes);
  EXPECT_EQ(shapes.takeError().message(),
            "test.mlir:2:1: error: result #0 of 'double' on 'cpu' differs from "
            "the reference 'emulate': found an array of 4xf32, expected 5xf32");
}
