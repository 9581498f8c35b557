//===- ArrayFill.cpp - Random and constant arrays -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/ArrayFill.h"
#include "Zyn/Support/Float8.h"
#include "Zyn/Support/HalfPrecision.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using zyn::runtime::Array;
using zyn::runtime::ElementType;
using zyn::runtime::Error;

namespace {

/// The number of elements that share one random number generator.
constexpr int64_t elementsPerChunk = 1 << 16;

/// SplitMix64 (Steele, Lea and Flood, 2014).
class Generator {
public:
  explicit Generator(uint64_t state) : state(state) {}

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// Returns two normally distributed numbers (Box-Muller transform).
  void nextNormals(float &first, float &second) {
    uint64_t bits = next();
    // In (0, 1], so that the logarithm is finite.
    float u = (float(bits >> 40) + 1) * 0x1p-24f;
    float angle = float(bits & 0xffffff) * (6.2831853f * 0x1p-24f);
    float radius = std::sqrt(-2 * std::log(u));
    first = radius * std::cos(angle);
    second = radius * std::sin(angle);
  }

private:
  uint64_t state;
};

struct Fill {
  Array &array;
  int64_t count;
  uint64_t seed = 0;
  const void *element = nullptr;
  bool hasRandomBits = false;
};

template <typename T>
T fromFloat(float value) {
  return static_cast<T>(value);
}
struct BF16 {
  uint16_t bits;
};
struct F16 {
  uint16_t bits;
};
struct F8E4M3FN {
  uint8_t bits;
};
struct F8E5M2 {
  uint8_t bits;
};
template <>
BF16 fromFloat<BF16>(float value) {
  return {zyn::toBF16(value)};
}
template <>
F16 fromFloat<F16>(float value) {
  return {zyn::toF16(value)};
}
template <>
F8E4M3FN fromFloat<F8E4M3FN>(float value) {
  return {zyn::toF8E4M3FN(value)};
}
template <>
F8E5M2 fromFloat<F8E5M2>(float value) {
  return {zyn::toF8E5M2(value)};
}

template <typename T>
void fillNormal(Generator generator, T *begin, int64_t count) {
  for (int64_t i = 0; i < count; i += 2) {
    float first, second;
    generator.nextNormals(first, second);
    begin[i] = fromFloat<T>(first);
    if (i + 1 < count)
      begin[i + 1] = fromFloat<T>(second);
  }
}

template <typename T>
void fillUniform(Generator generator, T *begin, int64_t count, int least,
                 int most) {
  for (int64_t i = 0; i < count; ++i)
    begin[i] = T(least + int((generator.next() >> 33) % (most - least + 1)));
}

void fillBytes(Generator generator, char *begin, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i += sizeof(uint64_t)) {
    uint64_t bits = generator.next();
    std::memcpy(begin + i, &bits, std::min(bytes - i, sizeof(bits)));
  }
}

/// Fills chunk `chunk`, whose first element is at `begin`.
void fillChunk(const Fill &fill, int64_t chunk, void *begin, int64_t count) {
  Generator seeds(fill.seed ^ (uint64_t(chunk) * 0xd1342543de82ef95));
  Generator generator(seeds.next());
  // A byte of i1 has one bit.
  if (fill.hasRandomBits && fill.array.type() != ElementType::Bool)
    return fillBytes(generator, static_cast<char *>(begin),
                     count * zyn::runtime::elementBytes(fill.array.type()));
  switch (fill.array.type()) {
  case ElementType::Bool:
    return fillUniform(generator, static_cast<uint8_t *>(begin), count, 0, 1);
  case ElementType::I8:
    return fillUniform(generator, static_cast<int8_t *>(begin), count, -100,
                       100);
  case ElementType::I16:
    return fillUniform(generator, static_cast<int16_t *>(begin), count, -100,
                       100);
  case ElementType::I32:
    return fillUniform(generator, static_cast<int32_t *>(begin), count, -100,
                       100);
  case ElementType::I64:
    return fillUniform(generator, static_cast<int64_t *>(begin), count, -100,
                       100);
  case ElementType::U8:
    return fillUniform(generator, static_cast<uint8_t *>(begin), count, 0, 100);
  case ElementType::U16:
    return fillUniform(generator, static_cast<uint16_t *>(begin), count, 0,
                       100);
  case ElementType::U32:
    return fillUniform(generator, static_cast<uint32_t *>(begin), count, 0,
                       100);
  case ElementType::U64:
    return fillUniform(generator, static_cast<uint64_t *>(begin), count, 0,
                       100);
  case ElementType::F8E4M3FN:
    return fillNormal(generator, static_cast<F8E4M3FN *>(begin), count);
  case ElementType::F8E5M2:
    return fillNormal(generator, static_cast<F8E5M2 *>(begin), count);
  case ElementType::F16:
    return fillNormal(generator, static_cast<F16 *>(begin), count);
  case ElementType::BF16:
    return fillNormal(generator, static_cast<BF16 *>(begin), count);
  case ElementType::F32:
    return fillNormal(generator, static_cast<float *>(begin), count);
  case ElementType::F64:
    return fillNormal(generator, static_cast<double *>(begin), count);
  }
}

/// Called by `parallelFor` for each chunk.
void runChunk(void *captures, int64_t chunk) {
  const Fill &fill = *static_cast<Fill *>(captures);
  uint64_t size = zyn::runtime::elementBytes(fill.array.type());
  int64_t first = chunk * elementsPerChunk;
  int64_t count = std::min(elementsPerChunk, fill.count - first);
  char *begin = static_cast<char *>(fill.array.begin()) + first * size;
  if (!fill.element)
    return fillChunk(fill, chunk, begin, count);
  // Doubles what is filled.
  std::memcpy(begin, fill.element, size);
  const uint64_t bytes = count * size;
  for (uint64_t done = size; done < bytes; done *= 2)
    std::memcpy(begin + done, begin, std::min(done, bytes - done));
}

Error runFill(Fill fill, zyn::runtime::Context &context) {
  int64_t chunks = (fill.count + elementsPerChunk - 1) / elementsPerChunk;
  return context.parallelFor(chunks, runChunk, &fill);
}

int64_t countOf(const Array &array) {
  return int64_t(array.bytes() / zyn::runtime::elementBytes(array.type()));
}

} // namespace

/// Returns the seed of the array at `position`.
static uint64_t mixSeed(uint64_t seed, uint64_t position) {
  return Generator(seed).next() + position * 0x9fb21c651e98df25;
}

Error zyn::compiler::fillRandom(Array &array, uint64_t seed, uint64_t position,
                                runtime::Context &context) {
  return runFill({array, countOf(array), mixSeed(seed, position)}, context);
}

Error zyn::compiler::fillBits(Array &array, uint64_t seed, uint64_t position,
                              runtime::Context &context) {
  return runFill({array, countOf(array), mixSeed(seed, position),
                  /*element=*/nullptr, /*hasRandomBits=*/true},
                 context);
}

Error zyn::compiler::fillRepeated(Array &array, const void *element,
                                  runtime::Context &context) {
  return runFill({array, countOf(array), 0, element}, context);
}
