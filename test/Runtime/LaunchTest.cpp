//===- LaunchTest.cpp - Launches and their checks -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

using namespace zyn::runtime;

namespace {
const char ptx[] = ".version 8.0\n"
                   ".entry k(.param .u64 p, .param .f32 x, .param .u32 n) {}\n"
                   ".entry none() {}\n";

class LaunchTest : public FakeDriverTest {
protected:
  LaunchTest() : context(*Context::create("cuda")) {
    module = *context->loadModule({formats::ptx, ptx});
  }

  std::string failure(const LaunchShape &shape) {
    return context->launch(*module, "none", shape, {}).message();
  }

  std::unique_ptr<Context> context;
  Module *module;
};

LaunchShape shapeOf(int64_t grid, int64_t block, int64_t shared = 0) {
  LaunchShape shape;
  shape.grid[0] = grid;
  shape.block[0] = block;
  shape.dynamicSharedBytes = shared;
  return shape;
}

/// A launch in compiled code.
struct Site {
  zynrt_image image = {formats::ptx, ptx, sizeof(ptx) - 1, nullptr};
  int64_t numArguments = 0;
  const char *location = nullptr;
  const char *kernel = "none";
  int64_t blocks = 2;

  static void run(void *argument) {
    auto *site = static_cast<Site *>(argument);
    void *arguments[] = {nullptr};
    zynrtLaunch(&site->image, site->kernel, site->blocks, 1, 1, 32, 1, 1, 0,
                arguments, site->numArguments, site->location,
                /*work=*/nullptr, ZYNRT_AFTER_ALL);
  }
};
} // namespace

TEST_F(LaunchTest, PassesShapeAndArguments) {
  LaunchShape shape{{5, 6, 7}, {8, 4, 2}, 100};
  ASSERT_FALSE(context->launch(*module, "k", shape,
                               {KernelArgument(static_cast<void *>(nullptr)),
                                KernelArgument(1.5f), KernelArgument(7)}));
  EXPECT_EQ(fake->kernel, "k");
  EXPECT_EQ(fake->grid[2], 7u);
  EXPECT_EQ(fake->block[1], 4u);
  EXPECT_EQ(fake->sharedBytes, 100u);
}

TEST_F(LaunchTest, ChecksArguments) {
  KernelArgument pointer(static_cast<void *>(nullptr)), number(1);
  LaunchShape shape;
  EXPECT_EQ(context->launch(*module, "k", shape, {pointer, number}).message(),
            "kernel 'k' takes 3 arguments, 2 given");
  EXPECT_EQ(
      context
          ->launch(*module, "k", shape, {pointer, KernelArgument(1.5), number})
          .message(),
      "kernel 'k': argument 1 is .f32 of 4 bytes, 8 bytes given");
}

TEST_F(LaunchTest, ChecksTheDevicesLimits) {
  EXPECT_EQ(failure(shapeOf(1, 2048)),
            "launch of 'none': block of 2048 threads, the device allows 1024");
  EXPECT_EQ(failure({{1, 1, 1}, {INT64_MAX, 4, 1}, 0}),
            "launch of 'none': block of 9223372036854775807 threads, the "
            "device allows 1024");
  EXPECT_EQ(failure({{1, 1, 1}, {1, 1, 128}, 0}),
            "launch of 'none': block dimension z of 128 threads, the device "
            "allows 1 to 64");
  EXPECT_EQ(failure(shapeOf(1, 0)),
            "launch of 'none': block dimension x of 0 threads, the device "
            "allows 1 to 1024");
  EXPECT_EQ(failure({{1, 70000, 1}, {1, 1, 1}, 0}),
            "launch of 'none': grid dimension y of 70000 blocks, the device "
            "allows 1 to 65535");
  EXPECT_EQ(failure(shapeOf(-1, 1)),
            "launch of 'none': grid dimension x of -1 blocks, the device "
            "allows 1 to 2147483647");
  EXPECT_EQ(failure(shapeOf(1, 1, 300 << 10)),
            "launch of 'none': shared memory of 1024 static and 307200 dynamic "
            "bytes per block, the device allows 227.0 KiB");
}

TEST_F(LaunchTest, EmptyGridIsNoLaunch) {
  int launches = fake->launches;
  EXPECT_EQ(failure(shapeOf(0, 32)), "");
  EXPECT_EQ(fake->launches, launches);
}

TEST_F(LaunchTest, OptsInToSharedMemoryOnce) {
  fake->dynamicSharedAllowed = 0;
  EXPECT_EQ(failure(shapeOf(1, 1, 47 << 10)), "");
  EXPECT_EQ(fake->dynamicSharedAllowed, 0);
  EXPECT_EQ(failure(shapeOf(1, 1, 100 << 10)), "");
  EXPECT_EQ(fake->dynamicSharedAllowed, 226 << 10);
  fake->dynamicSharedAllowed = 0;
  EXPECT_EQ(failure(shapeOf(1, 1, 200 << 10)), "");
  EXPECT_EQ(fake->dynamicSharedAllowed, 0);
}

TEST_F(LaunchTest, ImageRemembersItsKernels) {
  Site site;
  ASSERT_FALSE(context->invoke(Site::run, &site));
  EXPECT_NE(site.image.loaded, nullptr);
  auto before = context->moduleStatistics();
  int lookups = fake->functionLookups, launches = fake->launches;
  for (int i = 0; i < 10; ++i)
    ASSERT_FALSE(context->invoke(Site::run, &site));
  EXPECT_EQ(fake->launches, launches + 10);
  EXPECT_EQ(fake->functionLookups, lookups);
  EXPECT_EQ(context->moduleStatistics().fromMemory, before.fromMemory);
}

TEST_F(LaunchTest, ImageServesSeveralContexts) {
  Site site;
  auto other = *Context::create("cuda");
  for (int i = 0; i < 3; ++i)
    for (Context *each : {context.get(), other.get()})
      ASSERT_FALSE(each->invoke(Site::run, &site));
  EXPECT_EQ(other->moduleStatistics().fromDisk, 1u);
  EXPECT_EQ(other->moduleStatistics().fromMemory, 0u);
  // A context at the address of a destroyed one is not mistaken for it.
  other.reset();
  other = *Context::create("cuda");
  ASSERT_FALSE(other->invoke(Site::run, &site));
  EXPECT_EQ(other->moduleStatistics().fromDisk, 1u);
}

TEST_F(LaunchTest, ManyKernelsInOneImage) {
  std::string text = ".version 8.0\n";
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) {
    names.push_back("kernel" + std::to_string(i) + "_");
    text += ".entry " + names.back() + "() {}\n";
  }
  struct Launches {
    std::string &text;
    std::vector<std::string> &names;
    FakeDriver *fake;
  } launches{text, names, fake};
  Error error = context->invoke(
      [](void *argument) {
        auto &[text, names, fake] = *static_cast<Launches *>(argument);
        static zynrt_image image;
        image = {formats::ptx, text.data(), int64_t(text.size()), nullptr};
        int lookups = fake->functionLookups;
        for (int round = 0; round < 2; ++round)
          for (std::string &name : names) {
            zynrtLaunch(&image, name.c_str(), 1, 1, 1, 1, 1, 1, 0, nullptr, 0,
                        nullptr, nullptr, ZYNRT_AFTER_ALL);
            EXPECT_EQ(fake->kernel, name);
          }
        // Each one is looked up once.
        EXPECT_EQ(fake->functionLookups, lookups + 300);
      },
      &launches);
  EXPECT_EQ(error.message(), "");
}

TEST_F(LaunchTest, FailuresEndTheInvocation) {
  Site site;
  site.numArguments = 2;
  EXPECT_EQ(context->invoke(Site::run, &site).message(),
            "kernel 'none' takes 0 arguments, 2 given");
  site.kernel = "absent";
  EXPECT_EQ(context->invoke(Site::run, &site).message(),
            "no kernel 'absent': the module has 'k', 'none'");
  auto cpu = *Context::create("cpu");
  EXPECT_EQ(cpu->invoke(Site::run, &site).message(),
            "cpu: expected only host code, found an image of format 'ptx'");
}

TEST_F(LaunchTest, RefusalsNameTheSourceLocation) {
  Site site;
  site.blocks = -1;
  site.location = "f.mlir:3:5";
  EXPECT_EQ(context->invoke(Site::run, &site).message(),
            "f.mlir:3:5: error: launch of 'none': grid dimension x of -1 "
            "blocks, the device allows 1 to 2147483647");
}

TEST_F(LaunchTest, RefusesOtherFormats) {
  EXPECT_EQ(context->loadModule({formats::emulator, ""}).takeError().message(),
            "cuda:0: expected an image of format 'ptx', 'cubin' or 'offload', "
            "found an image of format 'emulator'");
  Site site;
  site.image.format = "spirv";
  EXPECT_EQ(context->invoke(Site::run, &site).message(),
            "cuda:0: expected an image of format 'ptx', 'cubin' or 'offload', "
            "found an image of format 'spirv'");
  auto emulator = *Context::create("emulate");
  EXPECT_EQ(emulator->loadModule({formats::ptx, ptx}).takeError().message(),
            "emulate: expected an image of format 'emulator', found an image "
            "of format 'ptx'");
}

TEST_F(LaunchTest, LoadsMachineCode) {
  const std::string cubin = std::string("FAKECUBIN") + ptx;
  int links = fake->links;
  Module *machine = *context->loadModule({formats::cubin, cubin});
  EXPECT_EQ(fake->links, links);
  EXPECT_TRUE(machine->kernels().empty());
  // The parameters of its kernels are unknown.
  EXPECT_EQ(
      context->launch(*machine, "none", {}, {KernelArgument(1)}).message(), "");
  EXPECT_EQ(fake->kernel, "none");
  EXPECT_EQ(machine->find("absent").takeError().message(),
            "no kernel 'absent' in the cubin");
  EXPECT_EQ(
      context->loadModule({formats::cubin, "garbage"}).takeError().message(),
      "cuda: loading a module: some error (CUDA_ERROR_FAKE, 200)");
}

TEST_F(LaunchTest, LoadsFiles) {
  std::string path = cache.file("k.ptx");
  makeFile(path, ptx);
  EXPECT_EQ((*context->loadModuleFile(path))->kernels().size(), 2u);
  EXPECT_EQ(context->loadModuleFile("no.ptx").takeError().message(),
            "no.ptx: error: cannot read: No such file or directory");
  EXPECT_EQ(context->loadModuleFile("/tmp").takeError().message(),
            "/tmp: error: cannot read: Is a directory");
  makeFile(path, "garbage");
  std::string message = context->loadModuleFile(path).takeError().message();
  EXPECT_EQ(message.find(path + ": error: cuda: compiling PTX: "), 0u)
      << message;
}
