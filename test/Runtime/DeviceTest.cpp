//===- DeviceTest.cpp - Listing and naming devices ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Device.h"

#include "TestSupport.h"

using namespace zyn::runtime;

namespace {
class DeviceTest : public FakeDriverTest {};

std::string failure(const std::string &name) {
  return findDevice(name).takeError().message();
}
} // namespace

TEST_F(DeviceTest, ListsAll) {
  fake->deviceCount = 2;
  std::vector<Device> devices = listDevices();
  ASSERT_EQ(devices.size(), 3u);
  const Device &gpu = devices[1];
  EXPECT_EQ(gpu.label(), "cuda:1");
  EXPECT_EQ(gpu.name, "Fake GPU");
  EXPECT_EQ(gpu.capabilityMajor, 9);
  EXPECT_EQ(gpu.memoryBytes, uint64_t(1) << 30);
  EXPECT_EQ(gpu.multiprocessors, 132);
  EXPECT_EQ(gpu.maxThreadsPerBlock, 1024);
  EXPECT_EQ(gpu.maxBlock[2], 64);
  EXPECT_EQ(gpu.sharedBytesPerBlock, 227 << 10);
  EXPECT_EQ(*freeDeviceMemory(gpu), fake->memoryBytes - fake->usedBytes);

  const Device &cpu = devices[2];
  EXPECT_EQ(cpu.label(), "cpu");
  EXPECT_FALSE(cpu.name.empty());
  EXPECT_GE(cpu.multiprocessors, 1);
  EXPECT_GT(cpu.memoryBytes, *freeDeviceMemory(cpu));
}

TEST_F(DeviceTest, FindsByName) {
  fake->deviceCount = 2;
  EXPECT_EQ(findDevice("auto")->label(), "cuda:0");
  EXPECT_EQ(findDevice("cuda")->label(), "cuda:0");
  EXPECT_EQ(findDevice("cuda:1")->label(), "cuda:1");
  EXPECT_EQ(findDevice("cpu")->label(), "cpu");
}

TEST_F(DeviceTest, SaysWhichGPUsThereAre) {
  EXPECT_EQ(failure("cuda:1"),
            "no GPU: requested 'cuda:1', found 1 CUDA device (cuda:0)");
  EXPECT_EQ(failure("cuda:99999999999999999999999"),
            "no GPU: requested 'cuda:99999999999999999999999', found 1 CUDA "
            "device (cuda:0)");
  fake->deviceCount = 2;
  EXPECT_EQ(failure("cuda:7"), "no GPU: requested 'cuda:7', found 2 CUDA "
                               "devices (cuda:0, cuda:1)");
  fake->deviceCount = 0;
  EXPECT_EQ(failure("cuda"), "no GPU: requested 'cuda', found 0 CUDA devices");
  EXPECT_EQ(findDevice("auto")->label(), "cpu");
}

TEST_F(DeviceTest, RefusesOtherNames) {
  for (const char *name : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "CPU"})
    EXPECT_EQ(failure(name),
              "unknown device '" + std::string(name) +
                  "': expected auto, cuda, cuda:N, cpu or emulate");
  EXPECT_EQ(failure("emulate"), "");
}

TEST_F(DeviceTest, WorksWithoutADriver) {
  ScopedVariable none("ZYN_CUDA_DRIVER", "/nowhere/libcuda.so.1");
  EXPECT_EQ(failure("cuda"), "no GPU: requested 'cuda', no CUDA driver found: "
                             "/nowhere/libcuda.so.1 could not be loaded");
  EXPECT_EQ(findDevice("auto")->label(), "cpu");
  EXPECT_EQ(listDevices().size(), 1u);
}
