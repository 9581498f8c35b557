//===- PrintRing.cpp - Output of kernels ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintRing.h"
#include "Zyn/Runtime/PrintFormat.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace zyn::runtime;

static constexpr uint32_t ringCapacity = 8192;

static PrintRecord *recordsOf(PrintRingHead *ring) {
  return reinterpret_cast<PrintRecord *>(ring + 1);
}

PrintRing::~PrintRing() {
  if (ring)
    (void)driver.memFreeHost(ring);
}

bool PrintRing::isUsedBy(std::string_view ptx) {
  return ptx.find(printRingName) != std::string_view::npos;
}

Error PrintRing::allocate() {
  void *memory = nullptr;
  size_t bytes = sizeof(PrintRingHead) + ringCapacity * sizeof(PrintRecord);
  if (Error error = driver.check(
          driver.memHostAlloc(&memory, bytes,
                              cu::memHostPortable | cu::memHostDeviceMap),
          "allocating the buffer of printed lines"))
    return error;
  std::memset(memory, 0, bytes);
  ring = static_cast<PrintRingHead *>(memory);
  ring->capacity = ringCapacity;
  return Error::success();
}

Error PrintRing::attach(cu::Module module) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!ring)
    if (Error error = allocate())
      return error;
  cu::DevicePtr address = 0, texts = 0;
  size_t addressBytes = 0, textBytes = 0;
  cu::Result result =
      driver.moduleGetGlobal(&address, &addressBytes, module, printRingName);
  if (result == cu::success)
    result =
        driver.moduleGetGlobal(&texts, &textBytes, module, printFormatsName);
  // The host and device addresses are the same.
  PrintRingGlobal global = {reinterpret_cast<uint64_t>(ring), formats.size()};
  std::string text(textBytes, '\0');
  cu::Stream stream = nullptr;
  if (result == cu::success)
    result = driver.streamCreate(&stream, cu::streamNonBlocking);
  if (result == cu::success)
    result = driver.memcpyHtoDAsync(address, &global, sizeof(global), stream);
  if (result == cu::success)
    result = driver.memcpyDtoHAsync(text.data(), texts, textBytes, stream);
  if (result == cu::success)
    result = driver.streamSynchronize(stream);
  if (stream)
    (void)driver.streamDestroy(stream);
  if (Error error = driver.check(result, "preparing a module that prints"))
    return error;
  formats.push_back(std::move(text));
  return Error::success();
}

Error PrintRing::print(const PrintRecord &record, const std::string &texts) {
  const char *location = texts.c_str() + record.format;
  const char *format = location + std::strlen(location) + 1;
  const char *types = format + std::strlen(format) + 1;
  if (*types != printAssertionLetter) {
    std::puts(formatPrint(format, types, record.values).c_str());
    return Error::success();
  }
  char position[160];
  std::snprintf(position, sizeof(position),
                ": thread (%u,%u,%u) of block (%u,%u,%u)", record.thread[0],
                record.thread[1], record.thread[2], record.block[0],
                record.block[1], record.block[2]);
  return Error::at(location,
                   std::string("kernel.assert: ") + format + position);
}

bool PrintRing::hasLines() {
  std::lock_guard<std::mutex> lock(mutex);
  return ring && __atomic_load_n(&ring->reserved, __ATOMIC_ACQUIRE) != 0;
}

Error PrintRing::drain() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!ring)
    return Error::success();
  uint32_t reserved = __atomic_load_n(&ring->reserved, __ATOMIC_ACQUIRE);
  if (reserved == 0)
    return Error::success();
  Error failed;
  uint32_t present = std::min(reserved, ring->capacity);
  for (uint32_t i = 0; i < present; ++i) {
    PrintRecord &record = recordsOf(ring)[i];
    uint32_t published =
        __atomic_exchange_n(&record.published, 0, __ATOMIC_ACQUIRE);
    if (published == 0 || published > formats.size())
      continue; // The thread was stopped by another thread's error.
    Error error = print(record, formats[published - 1]);
    if (!failed)
      failed = std::move(error);
  }
  if (reserved > present)
    std::printf("%u lines lost\n", reserved - present);
  std::fflush(stdout);
  __atomic_store_n(&ring->reserved, 0, __ATOMIC_RELEASE);
  return failed;
}
