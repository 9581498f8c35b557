//===- HostDevice.cpp - The CPU as a device -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/Device.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <unistd.h>

using namespace zyn::runtime;

/// Returns the number in a file, or `defaultValue` (no file, "max").
static uint64_t readNumber(const char *path, uint64_t defaultValue) {
  Expected<std::string> text = readFile(path);
  uint64_t number;
  return text && std::sscanf(text->c_str(), "%" SCNu64, &number) == 1
             ? number
             : defaultValue;
}

static uint64_t physicalMemory() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Returns the memory limit of the control group (version 2, or else 1).
static uint64_t controlGroupLimit() {
  return readNumber(
      "/sys/fs/cgroup/memory.max",
      readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes", UINT64_MAX));
}

static uint64_t controlGroupUsage() {
  return readNumber(
      "/sys/fs/cgroup/memory.current",
      readNumber("/sys/fs/cgroup/memory/memory.usage_in_bytes", 0));
}

/// Returns the value of the first line "key ... : value" of a /proc file, or
/// "".
static std::string readField(const char *path, const std::string &key) {
  Expected<std::string> text = readFile(path);
  // Prepend a newline so that the first line is found, too.
  std::string lines = text ? "\n" + *text : "";
  size_t start = lines.find("\n" + key);
  size_t colon = lines.find(':', start);
  if (start == std::string::npos || colon == std::string::npos)
    return "";
  size_t end = lines.find('\n', colon);
  size_t begin = lines.find_first_not_of(" \t", colon + 1);
  return begin < end ? lines.substr(begin, end - begin) : "";
}

uint64_t zyn::runtime::availableHostMemory() {
  std::string kib = readField("/proc/meminfo", "MemAvailable");
  uint64_t available = kib.empty()
                           ? physicalMemory()
                           : std::strtoull(kib.c_str(), nullptr, 10) * 1024;
  uint64_t limit = controlGroupLimit();
  if (limit == UINT64_MAX)
    return available;
  return std::min(available, limit - std::min(limit, controlGroupUsage()));
}

Device zyn::runtime::hostDevice() {
  Device device;
  device.name = readField("/proc/cpuinfo", "model name");
  if (device.name.empty())
    device.name = "unknown CPU";
  device.memoryBytes = std::min(physicalMemory(), controlGroupLimit());
  cpu_set_t allowed;
  device.multiprocessors =
      ::sched_getaffinity(0, sizeof(allowed), &allowed) == 0
          ? CPU_COUNT(&allowed)
          : std::max(1l, ::sysconf(_SC_NPROCESSORS_ONLN));
  device.clockKHz = static_cast<int>(
      readNumber("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", 0));
  return device;
}
