//===- CudaDevice.cpp - NVIDIA GPUs and their limits ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../Backends.h"
#include "Driver.h"

using namespace zyn::runtime;

static Expected<Device> describe(const Driver &driver, int ordinal) {
  Device device;
  device.kind = DeviceKind::CUDA;
  device.ordinal = ordinal;
  cu::Device handle;
  if (Error error =
          driver.check(driver.deviceGet(&handle, ordinal), "opening a device"))
    return error;
  char name[256] = "";
  size_t bytes = 0;
  if (Error error = driver.check(
          driver.deviceGetName(name, sizeof(name), handle), "naming a device"))
    return error;
  if (Error error = driver.check(driver.deviceTotalMem(&bytes, handle),
                                 "querying a device's memory"))
    return error;
  device.name = name;
  device.memoryBytes = bytes;
  device.driverVersion = driver.version;

  const std::pair<int, int *> attributes[] = {
      {cu::CapabilityMajor, &device.capabilityMajor},
      {cu::CapabilityMinor, &device.capabilityMinor},
      {cu::MultiprocessorCount, &device.multiprocessors},
      {cu::WarpSize, &device.warpSize},
      {cu::MaxThreadsPerBlock, &device.maxThreadsPerBlock},
      {cu::MaxBlockX, &device.maxBlock[0]},
      {cu::MaxBlockY, &device.maxBlock[1]},
      {cu::MaxBlockZ, &device.maxBlock[2]},
      {cu::MaxGridX, &device.maxGrid[0]},
      {cu::MaxGridY, &device.maxGrid[1]},
      {cu::MaxGridZ, &device.maxGrid[2]},
      {cu::MaxSharedPerBlockOptIn, &device.sharedBytesPerBlock},
      {cu::RegistersPerBlock, &device.registersPerBlock},
      {cu::ClockRateKHz, &device.clockKHz}};
  for (auto [attribute, value] : attributes)
    if (Error error =
            driver.check(driver.deviceGetAttribute(value, attribute, handle),
                         "querying a device's properties"))
      return error;
  return device;
}

Expected<std::vector<Device>> zyn::runtime::listCudaDevices() {
  Expected<const Driver *> driver = Driver::get();
  if (!driver)
    return driver.takeError();
  int count = 0;
  if (Error error = (*driver)->check((*driver)->deviceGetCount(&count),
                                     "counting the devices"))
    return error;
  std::vector<Device> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    Expected<Device> device = describe(**driver, ordinal);
    if (!device)
      return device.takeError();
    devices.push_back(std::move(*device));
  }
  return devices;
}

Expected<uint64_t> zyn::runtime::freeCudaMemory(const Device &device) {
  Expected<const Driver *> loaded = Driver::get();
  if (!loaded)
    return loaded.takeError();
  const Driver &driver = **loaded;
  cu::Device handle;
  cu::Context context, previous = nullptr;
  if (Error error = driver.check(driver.deviceGet(&handle, device.ordinal),
                                 "opening a device"))
    return error;
  if (Error error = driver.check(driver.primaryCtxRetain(&context, handle),
                                 "starting a device"))
    return error;
  size_t available = 0, total = 0;
  (void)driver.ctxGetCurrent(&previous);
  Error error =
      driver.check(driver.ctxSetCurrent(context), "choosing a device");
  if (!error)
    error = driver.check(driver.memGetInfo(&available, &total),
                         "querying a device's free memory");
  (void)driver.ctxSetCurrent(previous);
  (void)driver.primaryCtxRelease(handle);
  if (error)
    return error;
  return available;
}
