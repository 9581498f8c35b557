//===- ArrayComparison.cpp - Comparison of arrays with a reference --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/ArrayComparison.h"

#include "Zyn/Compiler/Signature.h"
#include "Zyn/Support/Float8.h"
#include "Zyn/Support/HalfPrecision.h"

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
/// How elements that are stored as `T` are compared: `load` returns a value
/// that represents them exactly.
template <typename T>
struct IntegerElement {
  using Stored = T;
  static constexpr bool isFloat = false;
  static T load(T stored) { return stored; }
  static std::string format(T value) { return std::to_string(value); }
};

struct BoolElement {
  using Stored = uint8_t;
  static constexpr bool isFloat = false;
  /// Every byte except 0 is true.
  static uint8_t load(uint8_t stored) { return stored != 0; }
  static std::string format(uint8_t value) { return value ? "true" : "false"; }
};

template <typename T, int digitCount>
struct FloatElement {
  using Stored = T;
  static constexpr bool isFloat = true;
  static double load(T stored) { return stored; }
  /// Prints as many digits as distinguish all values.
  static std::string format(double value) {
    char text[40];
    std::snprintf(text, sizeof(text), "%.*g", digitCount, value);
    return text;
  }
};

struct F64Element : FloatElement<double, 17> {
  static constexpr double tolerance = 1e-9, smallestNormal = DBL_MIN;
};
struct F32Element : FloatElement<float, 9> {
  static constexpr double tolerance = 1e-4, smallestNormal = FLT_MIN;
};
struct F16Element : FloatElement<uint16_t, 5> {
  static constexpr double tolerance = 5e-3, smallestNormal = 0x1p-14;
  static double load(uint16_t stored) { return zyn::fromF16(stored); }
};
struct BF16Element : FloatElement<uint16_t, 4> {
  static constexpr double tolerance = 2e-2, smallestNormal = FLT_MIN;
  static double load(uint16_t stored) { return zyn::fromBF16(stored); }
};
struct F8E4M3FNElement : FloatElement<uint8_t, 3> {
  static constexpr double tolerance = 0.25, smallestNormal = 0x1p-6;
  static double load(uint8_t stored) { return zyn::fromF8E4M3FN(stored); }
};
struct F8E5M2Element : FloatElement<uint8_t, 2> {
  static constexpr double tolerance = 0.5, smallestNormal = 0x1p-14;
  static double load(uint8_t stored) { return zyn::fromF8E5M2(stored); }
};
} // namespace

/// Calls `visitor` with the class above for `type`.
template <typename Visitor>
static auto visitElementType(ElementType type, Visitor visitor) {
  switch (type) {
  case ElementType::Bool:
    return visitor(BoolElement());
  case ElementType::I8:
    return visitor(IntegerElement<int8_t>());
  case ElementType::I16:
    return visitor(IntegerElement<int16_t>());
  case ElementType::I32:
    return visitor(IntegerElement<int32_t>());
  case ElementType::I64:
    return visitor(IntegerElement<int64_t>());
  case ElementType::U8:
    return visitor(IntegerElement<uint8_t>());
  case ElementType::U16:
    return visitor(IntegerElement<uint16_t>());
  case ElementType::U32:
    return visitor(IntegerElement<uint32_t>());
  case ElementType::U64:
    return visitor(IntegerElement<uint64_t>());
  case ElementType::F8E4M3FN:
    return visitor(F8E4M3FNElement());
  case ElementType::F8E5M2:
    return visitor(F8E5M2Element());
  case ElementType::F16:
    return visitor(F16Element());
  case ElementType::BF16:
    return visitor(BF16Element());
  case ElementType::F32:
    return visitor(F32Element());
  case ElementType::F64:
    break;
  }
  return visitor(F64Element());
}

double zyn::compiler::defaultTolerance(ElementType type) {
  return visitElementType(type, [](auto element) -> double {
    if constexpr (decltype(element)::isFloat)
      return decltype(element)::tolerance;
    else
      return 0;
  });
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {
template <typename Element>
class Comparator {
public:
  Comparator(const Array &found, const Array &expected)
      : found(static_cast<const Stored *>(found.begin())),
        expected(static_cast<const Stored *>(expected.begin())),
        shape(expected.shape()), count(expected.bytes() / sizeof(Stored)) {}

  void run(ArrayComparison &comparison) {
    if constexpr (Element::isFloat)
      rms = computeRMS();
    double largest = 0;
    for (uint64_t i = 0; i < count; ++i) {
      double error = computeError(i);
      if (error > comparison.tolerance && comparison.mismatches++ == 0)
        comparison.first = describe(i, error);
      if (error > largest) {
        largest = error;
        worst = i;
      }
    }
    comparison.elements = count;
    if (largest > 0)
      comparison.worst = describe(worst, largest);
  }

private:
  using Stored = typename Element::Stored;

  /// The squares are relative to the largest element, so that they do not
  /// overflow.
  double computeRMS() const {
    double largest = 0, sum = 0;
    uint64_t finite = 0;
    for (uint64_t i = 0; i < count; ++i)
      if (double value = Element::load(expected[i]); std::isfinite(value))
        largest = std::fmax(largest, std::fabs(value));
    if (largest == 0)
      return 0;
    for (uint64_t i = 0; i < count; ++i)
      if (double value = Element::load(expected[i]); std::isfinite(value)) {
        sum += value / largest * (value / largest);
        ++finite;
      }
    return largest * std::sqrt(sum / double(finite));
  }

  double computeError(uint64_t i) const {
    auto a = Element::load(found[i]), b = Element::load(expected[i]);
    if (a == b)
      return 0;
    if constexpr (Element::isFloat) {
      if (std::isnan(a) && std::isnan(b))
        return 0;
      if (!std::isfinite(a) || !std::isfinite(b))
        return std::numeric_limits<double>::infinity();
      double scale = std::fmax(std::fabs(b), rms);
      // Halves, since the difference of large numbers may overflow.
      double half = std::fabs(a / 2 - b / 2);
      if (half < Element::smallestNormal / 2)
        return 0;
      return scale == 0 ? std::numeric_limits<double>::infinity()
                        : half / scale * 2;
    } else {
      uint64_t difference =
          a > b ? uint64_t(a) - uint64_t(b) : uint64_t(b) - uint64_t(a);
      return double(difference);
    }
  }

  ElementComparison describe(uint64_t i, double error) const {
    std::vector<int64_t> index(shape.size());
    uint64_t rest = i;
    for (size_t dimension = shape.size(); dimension-- > 0;) {
      index[dimension] = int64_t(rest % uint64_t(shape[dimension]));
      rest /= uint64_t(shape[dimension]);
    }
    return {std::move(index), Element::format(Element::load(found[i])),
            Element::format(Element::load(expected[i])), error};
  }

  const Stored *const found, *const expected;
  const std::vector<int64_t> &shape;
  const uint64_t count;
  double rms = 0;
  uint64_t worst = 0;
};
} // namespace

Expected<ArrayComparison>
zyn::compiler::compareArrays(const Array &found, const Array &expected,
                             std::optional<double> tolerance) {
  if (found.type() != expected.type() || found.shape() != expected.shape())
    return Error("found an array of " +
                 formatShape(found.shape(), found.type()) + ", expected " +
                 formatShape(expected.shape(), expected.type()));
  ArrayComparison comparison;
  comparison.type = expected.type();
  visitElementType(expected.type(), [&](auto element) {
    comparison.tolerance = defaultTolerance(expected.type());
    if (decltype(element)::isFloat && tolerance)
      comparison.tolerance = *tolerance;
    Comparator<decltype(element)>(found, expected).run(comparison);
  });
  return comparison;
}
