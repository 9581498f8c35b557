//===- Device.cpp - The machines that code can run on ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Device.h"
#include "Zyn/Runtime/Driver.h"
#include "Zyn/Runtime/Emulator.h"

#include <cstdlib>

using namespace zyn::runtime;

std::string Device::label() const {
  switch (kind) {
  case DeviceKind::CPU:
    return "cpu";
  case DeviceKind::Emulator:
    return "emulate";
  case DeviceKind::CUDA:
    return "cuda:" + std::to_string(ordinal);
  }
  return "";
}

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
                                 "asking for a device's memory"))
    return error;
  device.name = name;
  device.memoryBytes = bytes;

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
                         "asking for a device's properties"))
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

std::vector<Device> zyn::runtime::listDevices() {
  std::vector<Device> devices;
  if (Expected<std::vector<Device>> gpus = listCudaDevices())
    devices = std::move(*gpus);
  devices.push_back(hostDevice());
  return devices;
}

Expected<uint64_t> zyn::runtime::freeDeviceMemory(const Device &device) {
  if (device.kind != DeviceKind::CUDA)
    return availableHostMemory();
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
                         "asking for a device's free memory");
  (void)driver.ctxSetCurrent(previous);
  (void)driver.primaryCtxRelease(handle);
  if (error)
    return error;
  return available;
}

static Error missingGPU(const std::string &asked,
                        Expected<std::vector<Device>> gpus) {
  std::string found;
  if (!gpus) {
    found = gpus.takeError().message();
  } else {
    found = "found " + std::to_string(gpus->size()) + " CUDA device" +
            (gpus->size() == 1 ? "" : "s");
    for (const Device &gpu : *gpus)
      found += (gpu.ordinal == 0 ? " (" : ", ") + gpu.label();
    found += gpus->empty() ? "" : ")";
  }
  return Error::format("no GPU: asked for '%s', %s", asked.c_str(),
                       found.c_str());
}

Expected<Device> zyn::runtime::findDevice(const std::string &name) {
  if (name == "cpu")
    return hostDevice();
  if (name == "emulate")
    return emulatorDevice();

  bool isAuto = name == "auto", isPlain = name == "cuda";
  bool isNumbered = name.size() > 5 && name.compare(0, 5, "cuda:") == 0 &&
                    name.find_first_not_of("0123456789", 5) == name.npos;
  if (!isAuto && !isPlain && !isNumbered)
    return Error::format(
        "unknown device '%s': expected auto, cuda, cuda:N, cpu or "
        "emulate",
        name.c_str());

  // A number that overflows saturates, and so names no device either.
  unsigned long ordinal =
      isNumbered ? std::strtoul(name.c_str() + 5, nullptr, 10) : 0;
  Expected<std::vector<Device>> gpus = listCudaDevices();
  if (gpus && ordinal < gpus->size())
    return (*gpus)[ordinal];
  if (isAuto)
    return hostDevice();
  return missingGPU(name, std::move(gpus));
}
