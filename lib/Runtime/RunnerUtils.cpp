//===- RunnerUtils.cpp - Printing for upstream's programs -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's runner utilities, implemented with upstream's header. Upstream's
// libraries are not used because they depend on libLLVM.so and the runtime must
// not depend on LLVM. Compiled code only passes host memory.
//
//===----------------------------------------------------------------------===//

#include "mlir/ExecutionEngine/RunnerUtils.h"
#include "Zyn/Support/HalfPrecision.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>

//===----------------------------------------------------------------------===//
// Lowered vector.print
//===----------------------------------------------------------------------===//

/// Whether printf prints the sign of a NaN is implementation-defined.
static void printNumber(double value) {
  if (std::isnan(value) && std::signbit(value))
    std::fputs("-nan", stdout);
  else
    std::printf("%g", value);
}

extern "C" void printI64(int64_t value) { std::printf("%" PRId64, value); }
extern "C" void printU64(uint64_t value) { std::printf("%" PRIu64, value); }
extern "C" void printF32(float value) { printNumber(value); }
extern "C" void printF64(double value) { printNumber(value); }
extern "C" void printF16(uint16_t bits) { printNumber(zyn::fromF16(bits)); }
extern "C" void printBF16(uint16_t bits) { printNumber(zyn::fromBF16(bits)); }
extern "C" void printString(const char *text) { std::fputs(text, stdout); }
extern "C" void printOpen() { std::fputs("( ", stdout); }
extern "C" void printClose() { std::fputs(" )", stdout); }
extern "C" void printComma() { std::fputs(", ", stdout); }
extern "C" void printNewline() { std::fputc('\n', stdout); }

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

extern "C" void printFlops(double flops) {
  std::fprintf(stderr, "%lf GFLOPS\n", flops / 1e9);
}

extern "C" int64_t _mlir_ciface_nanoTime() {
  return std::chrono::nanoseconds(
             std::chrono::high_resolution_clock::now().time_since_epoch())
      .count();
}

extern "C" double rtclock() { return double(_mlir_ciface_nanoTime()) * 1e-9; }

//===----------------------------------------------------------------------===//
// Half-precision types declared by the header
//===----------------------------------------------------------------------===//

f16::f16(float value) : bits(zyn::toF16(value)) {}
bf16::bf16(float value) : bits(zyn::toBF16(value)) {}

std::ostream &operator<<(std::ostream &os, const f16 &value) {
  return os << zyn::fromF16(value.bits);
}
std::ostream &operator<<(std::ostream &os, const bf16 &value) {
  return os << zyn::fromBF16(value.bits);
}
bool operator==(const f16 &a, const f16 &b) { return a.bits == b.bits; }
bool operator==(const bf16 &a, const bf16 &b) { return a.bits == b.bits; }

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Functions on a buffer of any rank, with the C interface.
#define DEFINE_PRINT(NAME, TYPE)                                               \
  extern "C" void _mlir_ciface_printMemref##NAME(                              \
      UnrankedMemRefType<TYPE> *buffer) {                                      \
    impl::printMemRef(*buffer);                                                \
  }                                                                            \
  extern "C" int64_t _mlir_ciface_verifyMemRef##NAME(                          \
      UnrankedMemRefType<TYPE> *actual, UnrankedMemRefType<TYPE> *expected) {  \
    return impl::verifyMemRef(*actual, *expected);                             \
  }

/// The same, with the fields of a buffer's descriptor as arguments.
#define DEFINE_PRINT_FIELDS(NAME, TYPE)                                        \
  extern "C" void printMemref##NAME(int64_t rank, void *descriptor) {          \
    UnrankedMemRefType<TYPE> buffer = {rank, descriptor};                      \
    impl::printMemRef(buffer);                                                 \
  }

#define DEFINE_PRINT_SHAPE(NAME, TYPE)                                         \
  extern "C" void _mlir_ciface_printMemrefShape##NAME(                         \
      UnrankedMemRefType<TYPE> *buffer) {                                      \
    std::cout << "Unranked Memref ";                                           \
    printMemRefMetaData(std::cout, DynamicMemRefType<TYPE>(*buffer));          \
    std::cout << "\n";                                                         \
  }

#define DEFINE_PRINT_RANKED(NAME, TYPE, RANK)                                  \
  extern "C" void _mlir_ciface_printMemref##RANK##d##NAME(                     \
      StridedMemRefType<TYPE, RANK> *buffer) {                                 \
    impl::printMemRef(*buffer);                                                \
  }

DEFINE_PRINT(I8, int8_t)
DEFINE_PRINT(I16, int16_t)
DEFINE_PRINT(I32, int32_t)
DEFINE_PRINT(I64, int64_t)
DEFINE_PRINT(F16, f16)
DEFINE_PRINT(BF16, bf16)
DEFINE_PRINT(F32, float)
DEFINE_PRINT(F64, double)
DEFINE_PRINT(Ind, impl::index_type)
DEFINE_PRINT(C32, impl::complex32)
DEFINE_PRINT(C64, impl::complex64)

DEFINE_PRINT_FIELDS(I32, int32_t)
DEFINE_PRINT_FIELDS(I64, int64_t)
DEFINE_PRINT_FIELDS(F32, float)
DEFINE_PRINT_FIELDS(F64, double)
DEFINE_PRINT_FIELDS(Ind, impl::index_type)
DEFINE_PRINT_FIELDS(C32, impl::complex32)
DEFINE_PRINT_FIELDS(C64, impl::complex64)

DEFINE_PRINT_SHAPE(I8, int8_t)
DEFINE_PRINT_SHAPE(I32, int32_t)
DEFINE_PRINT_SHAPE(I64, int64_t)
DEFINE_PRINT_SHAPE(F32, float)
DEFINE_PRINT_SHAPE(F64, double)
DEFINE_PRINT_SHAPE(Ind, impl::index_type)
DEFINE_PRINT_SHAPE(C32, impl::complex32)
DEFINE_PRINT_SHAPE(C64, impl::complex64)

DEFINE_PRINT_RANKED(F32, float, 0)
DEFINE_PRINT_RANKED(F32, float, 1)
DEFINE_PRINT_RANKED(F32, float, 2)
DEFINE_PRINT_RANKED(F32, float, 3)
DEFINE_PRINT_RANKED(F32, float, 4)
DEFINE_PRINT_RANKED(I8, int8_t, 1)
DEFINE_PRINT_RANKED(I32, int32_t, 1)
DEFINE_PRINT_RANKED(I64, int64_t, 1)
DEFINE_PRINT_RANKED(F64, double, 1)
DEFINE_PRINT_RANKED(Ind, impl::index_type, 1)
DEFINE_PRINT_RANKED(C32, impl::complex32, 1)
DEFINE_PRINT_RANKED(C64, impl::complex64, 1)
