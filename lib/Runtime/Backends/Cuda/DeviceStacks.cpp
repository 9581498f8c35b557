//===- DeviceStacks.cpp - Stacks of the threads of a GPU ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceStacks.h"

#include <algorithm>
#include <map>

using namespace zyn::runtime;

DeviceStacks &DeviceStacks::get(int device) {
  static std::mutex mutex;
  static std::map<int, DeviceStacks> devices;
  std::lock_guard<std::mutex> lock(mutex);
  return devices[device];
}

Error DeviceStacks::update(const Driver &driver) {
  size_t current = 0;
  if (Error error = driver.check(
          driver.ctxGetLimit(&current, cu::limitStackSize), "querying stacks"))
    return error;
  if (current != last)
    initial = current;
  size_t needed = std::max<size_t>(initial, sizes.largest());
  if (needed != current)
    if (Error error =
            driver.check(driver.ctxSetLimit(cu::limitStackSize, needed),
                         "allocating stacks"))
      return error;
  // The driver may round it.
  return driver.check(driver.ctxGetLimit(&last, cu::limitStackSize),
                      "querying stacks");
}

Error DeviceStacks::reserve(const Driver &driver, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  StackSizes before = sizes;
  sizes.reserve(bytes);
  Error error = update(driver);
  if (error)
    sizes = before;
  return error;
}

Error DeviceStacks::enlarge(const Driver &driver, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  sizes.add(bytes);
  Error error = update(driver);
  if (error)
    sizes.remove(bytes);
  return error;
}

void DeviceStacks::restore(const Driver &driver, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  sizes.remove(bytes);
  // Less memory does not fail.
  (void)update(driver);
}
