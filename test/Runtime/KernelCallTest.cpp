//===- KernelCallTest.cpp - Calls of kernels with arrays ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/KernelCall.h"
#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

using namespace zyn::runtime;

using Kind = KernelCallArgument::Kind;

namespace {
const char ptx[] = ".version 8.0\n"
                   ".entry k(.param .u64 p, .param .u64 q, .param .u32 n) {}\n";

class KernelCallTest : public FakeDriverTest {
protected:
  KernelCallTest() : context(*Context::create("cuda")) {
    Module *module = *context->loadModule({formats::ptx, ptx});
    kernel = *context->findKernel(*module, "k");
  }

  KernelCallArgument arrayOf(float *elements, size_t count) {
    return {Kind::HostArray, elements, count * sizeof(float)};
  }

  std::string call(const std::vector<KernelCallArgument> &arguments) {
    return callKernel(context->mainStream(), *kernel, LaunchShape(),
                      arguments.data(), arguments.size())
        .message();
  }

  std::unique_ptr<Context> context;
  Kernel *kernel;
  float host[16] = {};
  uint32_t number = 16;
  KernelCallArgument count = {Kind::Value, &number, sizeof(number)};
};
} // namespace

TEST_F(KernelCallTest, CopiesHostArraysToTheDeviceAndBack) {
  int copies = fake->hostCopies, launches = fake->launches;
  EXPECT_EQ(call({arrayOf(host, 8), arrayOf(host + 8, 8), count}), "");
  EXPECT_EQ(fake->hostCopies, copies + 4);
  EXPECT_EQ(fake->launches, launches + 1);
}

TEST_F(KernelCallTest, SharesTheCopyOfAnArray) {
  int copies = fake->hostCopies;
  EXPECT_EQ(call({arrayOf(host, 16), arrayOf(host, 16), count}), "");
  EXPECT_EQ(fake->hostCopies, copies + 2);
}

TEST_F(KernelCallTest, RefusesArraysThatOverlapInPart) {
  int launches = fake->launches;
  EXPECT_EQ(call({arrayOf(host, 8), arrayOf(host + 7, 8), count}),
            "kernel 'k': argument 1 overlaps with another one that is copied "
            "to the device; pass separate arrays, or the same one");
  EXPECT_EQ(fake->launches, launches);
}

TEST_F(KernelCallTest, EmptyArraysAreNotCopied) {
  int copies = fake->hostCopies;
  EXPECT_EQ(call({arrayOf(host, 0), arrayOf(nullptr, 0), count}), "");
  EXPECT_EQ(fake->hostCopies, copies);
}

TEST_F(KernelCallTest, UsesDeviceArraysInPlace) {
  int copies = fake->hostCopies, allocations = fake->allocations;
  KernelCallArgument array = {Kind::DeviceArray, host, sizeof(host)};
  EXPECT_EQ(call({array, array, count}), "");
  EXPECT_EQ(fake->hostCopies, copies);
  EXPECT_EQ(fake->allocations, allocations);
}

TEST_F(KernelCallTest, ChecksArguments) {
  KernelCallArgument array = arrayOf(host, 16);
  EXPECT_EQ(call({array, array}), "kernel 'k' takes 3 arguments, 2 given");
  EXPECT_EQ(call({array, count, count}),
            "kernel 'k': argument 1 is .u64 of 8 bytes, 4 bytes given");
  EXPECT_EQ(call({array, array, array}),
            "kernel 'k': argument 2 is .u32 of 4 bytes, 8 bytes given");
}
