//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One host thread emulates all GPU threads, so everything that does not suspend
// its fiber is atomic. The functions only have to compute the values and notify
// the checker.
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "Zyn/Support/HalfPrecision.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace zyn::emulator;
using zyn::fromBF16;
using zyn::fromF16;
using zyn::toBF16;
using zyn::toF16;

namespace {
/// Numbered as in the `kernel` dialect.
enum class AtomicKind {
  Add,
  Sub,
  Min,
  Max,
  UMin,
  UMax,
  And,
  Or,
  Xor,
  Exchange,
  Inc,
  Dec
};
} // namespace

static uint32_t bytesOf(int32_t type) {
  static constexpr uint32_t bytes[] = {1, 2, 4, 8, 2, 2, 4, 8};
  return bytes[type];
}

// Both the host and the GPU are little-endian.

static uint64_t read(const void *address, int32_t type) {
  uint64_t value = 0;
  std::memcpy(&value, address, bytesOf(type));
  return value;
}

static void write(void *address, int32_t type, uint64_t value) {
  std::memcpy(address, &value, bytesOf(type));
}

template <typename T>
static T as(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

template <typename T>
static uint64_t bitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

static float flushDenormal(float value) {
  return std::fabs(value) < std::numeric_limits<float>::min()
             ? std::copysign(0.0f, value)
             : value;
}

/// Returns the sum of two floats. Sums of 16-bit numbers are exact enough in
/// f32 that double rounding gives the same result as rounding once.
static uint64_t addFloats(int32_t type, uint64_t a, uint64_t b, bool flushes) {
  switch (type) {
  case ZYNEMU_F16:
    return toF16(fromF16(a) + fromF16(b));
  case ZYNEMU_BF16:
    return toBF16(fromBF16(a) + fromBF16(b));
  case ZYNEMU_F32:
    if (flushes)
      return bitsOf(flushDenormal(flushDenormal(as<float>(a)) +
                                  flushDenormal(as<float>(b))));
    return bitsOf(as<float>(a) + as<float>(b));
  default:
    return bitsOf(as<double>(a) + as<double>(b));
  }
}

template <typename T>
static uint64_t computeIntegers(AtomicKind kind, T old, T value) {
  using Signed = std::make_signed_t<T>;
  switch (kind) {
  case AtomicKind::Add:
    return static_cast<T>(old + value);
  case AtomicKind::Sub:
    return static_cast<T>(old - value);
  case AtomicKind::Min:
    return static_cast<T>(
        std::min(static_cast<Signed>(old), static_cast<Signed>(value)));
  case AtomicKind::Max:
    return static_cast<T>(
        std::max(static_cast<Signed>(old), static_cast<Signed>(value)));
  case AtomicKind::UMin:
    return std::min(old, value);
  case AtomicKind::UMax:
    return std::max(old, value);
  case AtomicKind::And:
    return old & value;
  case AtomicKind::Or:
    return old | value;
  case AtomicKind::Xor:
    return old ^ value;
  case AtomicKind::Exchange:
    return value;
  case AtomicKind::Inc:
    return old >= value ? 0 : old + 1;
  case AtomicKind::Dec:
    return old == 0 || old > value ? value : old - 1;
  }
  return old;
}

static uint64_t compute(AtomicKind kind, int32_t type, uint64_t old,
                        uint64_t value, bool flushes) {
  if (kind == AtomicKind::Exchange)
    return value;
  if (type == ZYNEMU_I64)
    return computeIntegers<uint64_t>(kind, old, value);
  if (type < ZYNEMU_F16)
    return computeIntegers<uint32_t>(kind, old, value);
  // There is no subtract instruction; the operand is negated instead.
  if (kind == AtomicKind::Sub)
    value ^= uint64_t(1) << (8 * bytesOf(type) - 1);
  return addFloats(type, old, value, flushes);
}

/// Whether an address is in shared memory. Additions of f32 flush denormal
/// numbers in global memory but not in shared memory.
static bool isShared(const zynemu_thread &thread, const void *address) {
  const Scheduler &scheduler = *thread.block->scheduler;
  uint64_t bytes =
      scheduler.kernel.static_shared_bytes + scheduler.shape.dynamicSharedBytes;
  for (const std::unique_ptr<Block> &block : thread.block->cluster->blocks)
    if (reinterpret_cast<uintptr_t>(address) -
            reinterpret_cast<uintptr_t>(block->shared.get()) <
        bytes)
      return true;
  return false;
}

/// Notifies the checker of an atomic.
static void notifyChecker(const zynemu_thread &thread, const zynemu_site *site,
                          const void *address, int32_t type, AccessKind kind,
                          int32_t scope, int32_t order) {
  Scheduler &scheduler = *thread.block->scheduler;
  Checker *checker = scheduler.checker();
  if (!checker || thread.fiber->contains(address))
    return;
  Access access;
  access.thread = scheduler.idOf(thread);
  access.address = reinterpret_cast<uintptr_t>(address);
  access.bytes = bytesOf(type);
  access.kind = kind;
  access.site = site;
  access.scope = static_cast<Scope>(scope);
  access.order = static_cast<Order>(order);
  checker->atomic(access);
}

extern "C" uint64_t zynemuAtomic(zynemu_thread *thread, const zynemu_site *site,
                                 void *address, uint64_t value, int32_t kind,
                                 int32_t type, int32_t scope, int32_t order) {
  notifyChecker(*thread, site, address, type, AccessKind::AtomicUpdate, scope,
                order);
  uint64_t old = read(address, type);
  bool flushes = type == ZYNEMU_F32 && !isShared(*thread, address);
  write(address, type,
        compute(static_cast<AtomicKind>(kind), type, old, value, flushes));
  return old;
}

extern "C" uint64_t zynemuAtomicCas(zynemu_thread *thread,
                                    const zynemu_site *site, void *address,
                                    uint64_t expected, uint64_t desired,
                                    int32_t type, int32_t scope,
                                    int32_t order) {
  uint64_t old = read(address, type);
  // If it fails, it writes nothing and therefore releases nothing.
  bool succeeds = old == expected;
  notifyChecker(*thread, site, address, type,
                succeeds ? AccessKind::AtomicUpdate : AccessKind::AtomicLoad,
                scope, order);
  if (succeeds)
    write(address, type, desired);
  return old;
}

extern "C" uint64_t zynemuAtomicLoad(zynemu_thread *thread,
                                     const zynemu_site *site, void *address,
                                     int32_t type, int32_t scope,
                                     int32_t order) {
  notifyChecker(*thread, site, address, type, AccessKind::AtomicLoad, scope,
                order);
  return read(address, type);
}

extern "C" void zynemuAtomicStore(zynemu_thread *thread,
                                  const zynemu_site *site, void *address,
                                  uint64_t value, int32_t type, int32_t scope,
                                  int32_t order) {
  notifyChecker(*thread, site, address, type, AccessKind::AtomicStore, scope,
                order);
  write(address, type, value);
}
