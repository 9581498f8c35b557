//===- PrintRing.cpp - Lines that kernels print, on the way ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintRing.h"
#include "PrintFormat.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace zyn::runtime;

/// `lib/Conversion/KernelToNVVM/Print.cpp` writes it in kernels.
struct PrintRing::Record {
  /// The number of the module plus one, written last.
  uint32_t published;
  /// Where the op's texts begin in the module's formats.
  uint32_t format;
  uint32_t block[3], thread[3];
  uint64_t values[12];
};

struct PrintRing::Ring {
  /// Records that were asked for: what exceeds `capacity` had no room.
  uint32_t reserved;
  uint32_t capacity;
  uint32_t unused[30];
  Record records[1];
};

static constexpr uint32_t ringCapacity = 8192;
static constexpr size_t headBytes = 128, recordBytes = 128;
static constexpr char assertion = '!';

PrintRing::~PrintRing() {
  if (ring)
    (void)driver.memFreeHost(ring);
}

bool PrintRing::isUsedBy(std::string_view ptx) {
  return ptx.find("__zyn_print_ring") != std::string_view::npos;
}

Error PrintRing::allocate() {
  static_assert(sizeof(Record) == recordBytes &&
                offsetof(Ring, records) == headBytes);
  void *memory = nullptr;
  size_t bytes = headBytes + ringCapacity * recordBytes;
  if (Error error = driver.check(
          driver.memHostAlloc(&memory, bytes,
                              cu::memHostPortable | cu::memHostDeviceMap),
          "allocating the buffer of printed lines"))
    return error;
  std::memset(memory, 0, bytes);
  ring = static_cast<Ring *>(memory);
  ring->capacity = ringCapacity;
  return Error::success();
}

Error PrintRing::attach(cu::Module module) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!ring)
    if (Error error = allocate())
      return error;
  cu::DevicePtr place = 0, texts = 0;
  size_t placeBytes = 0, textBytes = 0;
  cu::Result result =
      driver.moduleGetGlobal(&place, &placeBytes, module, "__zyn_print_ring");
  if (result == cu::success)
    result = driver.moduleGetGlobal(&texts, &textBytes, module,
                                    "__zyn_print_formats");
  // The host's address is the device's too.
  uint64_t words[2] = {reinterpret_cast<uint64_t>(ring), formats.size()};
  std::string text(textBytes, '\0');
  if (result == cu::success)
    result = driver.memcpyHtoDAsync(place, words, sizeof(words), stream);
  if (result == cu::success)
    result = driver.memcpyDtoHAsync(text.data(), texts, textBytes, stream);
  if (result == cu::success)
    result = driver.streamSynchronize(stream);
  if (Error error = driver.check(result, "preparing a module that prints"))
    return error;
  formats.push_back(std::move(text));
  return Error::success();
}

std::string PrintRing::describe(const Record &record, const std::string &texts,
                                bool &isAssertion) {
  const char *place = texts.c_str() + record.format;
  const char *format = place + std::strlen(place) + 1;
  const char *types = format + std::strlen(format) + 1;
  isAssertion = *types == assertion;
  if (!isAssertion)
    return formatPrint(format, types, record.values);
  char position[160];
  std::snprintf(position, sizeof(position),
                ": thread (%u,%u,%u) of block (%u,%u,%u)", record.thread[0],
                record.thread[1], record.thread[2], record.block[0],
                record.block[1], record.block[2]);
  return std::string(place) + ": error: kernel.assert: " + format + position;
}

Error PrintRing::drain() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!ring)
    return Error::success();
  uint32_t reserved = __atomic_load_n(&ring->reserved, __ATOMIC_ACQUIRE);
  if (reserved == 0)
    return Error::success();
  std::string failed;
  uint32_t present = std::min(reserved, ring->capacity);
  for (uint32_t i = 0; i < present; ++i) {
    Record &record = ring->records[i];
    uint32_t published =
        __atomic_exchange_n(&record.published, 0, __ATOMIC_ACQUIRE);
    if (published == 0 || published > formats.size())
      continue; // its thread was stopped by another's error
    bool isAssertion = false;
    std::string line = describe(record, formats[published - 1], isAssertion);
    if (!isAssertion)
      std::puts(line.c_str());
    else if (failed.empty())
      failed = line;
  }
  if (reserved > present)
    std::printf("%u lines lost\n", reserved - present);
  std::fflush(stdout);
  __atomic_store_n(&ring->reserved, 0, __ATOMIC_RELEASE);
  return failed.empty() ? Error::success() : Error(failed);
}
