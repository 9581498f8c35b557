//===- DeviceCallsTest.cpp - Devices for programs in C --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/DeviceCalls.h"
#include "Zyn/Runtime/CABI.h"

#include "TestSupport.h"

#include <thread>

namespace {
/// Each test runs on a thread of its own, which has not used a device.
class DeviceCallsTest : public FakeDriverTest {
protected:
  template <typename Body>
  void onNewThread(Body body) {
    std::thread(body).join();
  }
};

void setTo42(void *result) { *static_cast<int *>(result) = 42; }
void fail(void *) { zynrtFail("f.mlir:1:2: error: broken"); }
} // namespace

TEST_F(DeviceCallsTest, Invokes) {
  for (const char *kind : {"cuda", "emulate"})
    onNewThread([&] {
      int result = 0;
      EXPECT_STREQ(zynrtInvoke(kind, nullptr, setTo42, &result), nullptr);
      EXPECT_EQ(result, 42);
      EXPECT_STREQ(zynrtInvoke(kind, nullptr, fail, nullptr),
                   "f.mlir:1:2: error: broken");
      result = 0;
      EXPECT_STREQ(zynrtInvoke(kind, nullptr, setTo42, &result), nullptr);
      EXPECT_EQ(result, 42);
    });
}

TEST_F(DeviceCallsTest, OrdersStreams) {
  onNewThread([&] {
    int foreign = 0;
    ASSERT_STREQ(zynrtInvoke("cuda", &foreign, setTo42, &foreign), nullptr);
    EXPECT_EQ(fake->awaited, fake->recorded);
    EXPECT_EQ(fake->stream, &foreign);
    fake->stream = nullptr;
    ASSERT_STREQ(zynrtInvoke("cuda", &foreign, fail, nullptr),
                 "f.mlir:1:2: error: broken");
    EXPECT_EQ(fake->stream, &foreign);
  });
}

TEST_F(DeviceCallsTest, CopiesMemory) {
  for (const char *name : {"cuda", "emulate"})
    onNewThread([&] {
      ASSERT_STREQ(zynrtUseDevice(name), nullptr);
      void *memory = nullptr;
      ASSERT_STREQ(zynrtDeviceAlloc(nullptr, 8, &memory), nullptr);
      const int64_t source = 7;
      int64_t destination = 0;
      EXPECT_STREQ(zynrtCopyToDevice(nullptr, memory, &source, 8), nullptr);
      EXPECT_STREQ(zynrtCopyToHost(nullptr, &destination, memory, 8), nullptr);
      EXPECT_EQ(destination, 7);
      EXPECT_STREQ(zynrtStreamSynchronize(nullptr), nullptr);
      EXPECT_STREQ(zynrtDeviceFree(nullptr, memory), nullptr);
      EXPECT_STREQ(zynrtDeviceFree(nullptr, nullptr), nullptr);
      EXPECT_NE(std::string(zynrtDeviceFree(nullptr, memory))
                    .find("which is not allocated"),
                std::string::npos);
    });
}

TEST_F(DeviceCallsTest, ReportsErrors) {
  onNewThread([&] {
    EXPECT_STREQ(zynrtUseDevice("gpu"),
                 "unknown device 'gpu': expected auto, cuda, cuda:N, cpu or "
                 "emulate");
    EXPECT_STREQ(zynrtUseDevice("cuda:7"),
                 "no GPU: requested 'cuda:7', found 1 CUDA device (cuda:0)");
    ASSERT_STREQ(zynrtUseDevice("emulate"), nullptr);
    EXPECT_STREQ(zynrtInvoke("cuda", nullptr, fail, nullptr),
                 "the function was compiled for 'cuda', but its caller uses "
                 "the device 'emulate'; call zynrtUseDevice(\"cuda\")");
    ASSERT_STREQ(zynrtUseDevice("cuda"), nullptr);
    void *memory;
    EXPECT_STREQ(zynrtDeviceAlloc(nullptr, -1, &memory),
                 "expected a size in bytes, found -1");
    EXPECT_STREQ(zynrtCopyToDevice(nullptr, nullptr, nullptr, -1),
                 "expected a size in bytes, found -1");
    EXPECT_STREQ(zynrtCopyToHost(nullptr, nullptr, nullptr, -1),
                 "expected a size in bytes, found -1");
    fake->pendingError = 700;
    EXPECT_NE(zynrtStreamSynchronize(nullptr), nullptr);
  });
}

TEST_F(DeviceCallsTest, OpensDevicesOnce) {
  onNewThread([&] { ASSERT_STREQ(zynrtUseDevice("cuda"), nullptr); });
  int streams = fake->streams;
  for (const char *name : {"cuda", "cuda:0"})
    onNewThread([&] { ASSERT_STREQ(zynrtUseDevice(name), nullptr); });
  EXPECT_EQ(fake->streams, streams);
}
