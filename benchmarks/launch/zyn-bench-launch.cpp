//===- zyn-bench-launch.cpp - Launch and load benchmarks ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one line per measurement: `name value unit`. The bare driver and the
// runtime alternate in one process, and each value is the median of all rounds.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/Context.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

using namespace zyn::runtime;

static const char kEmptyKernel[] = R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry empty(.param .u64 pointer)
{
  ret;
}
)";

static constexpr int kRounds = 31;
static constexpr int kLaunches = 2000;

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  std::exit(1);
}

static void check(const Error &error) {
  if (error)
    fail(error.message());
}

template <typename T>
static T check(Expected<T> value) {
  if (!value)
    fail(value.takeError().message());
  return std::move(*value);
}

/// Returns the duration of `work` in microseconds.
static double measure(const std::function<void()> &work) {
  auto start = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double, std::micro> elapsed =
      std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The work of an invocation of compiled host code: `count` launches of an
/// empty kernel.
struct Launches {
  int count;
  zynrt_image image = {formats::ptx, kEmptyKernel, sizeof(kEmptyKernel) - 1,
                       nullptr};
};

static void launchThroughRuntime(void *argument) {
  auto &launches = *static_cast<Launches *>(argument);
  void *pointer = nullptr;
  void *arguments[] = {&pointer};
  for (int i = 0; i < launches.count; ++i)
    zynrtLaunch(&launches.image, "empty", 1, 1, 1, 32, 1, 1, 0, arguments, 1,
                nullptr, nullptr, ZYNRT_AFTER_ALL);
}

/// Copies between page-locked memory of the host and the device.
static void measureCopies(Context &context) {
  constexpr uint64_t bytes = 1 << 30;
  void *host = check(context.allocateHost(bytes));
  void *device = check(context.allocate(bytes));
  std::memset(host, 1, bytes);
  auto printRate = [&](const char *name, const std::function<void()> &copy) {
    std::vector<double> times;
    for (int round = 0; round < kRounds; ++round)
      times.push_back(measure([&] {
        copy();
        check(context.synchronize());
      }));
    std::printf("%s %.2f GB/s\n", name, bytes / median(times) / 1000);
  };
  printRate("to-device",
            [&] { check(context.copyToDevice(device, host, bytes)); });
  printRate("to-host", [&] { check(context.copyToHost(host, device, bytes)); });
  check(context.free(device));
  check(context.freeHost(host));
}

int main(int argc, char **argv) {
  auto context = check(Context::create("cuda"));
  const Driver &driver = *check(Driver::get());

  // The device's primary context, which the runtime uses, too.
  cu::Context primary = nullptr;
  check(driver.check(driver.primaryCtxRetain(&primary, 0), "open"));
  check(driver.check(driver.ctxSetCurrent(primary), "open"));
  cu::Module module = nullptr;
  cu::Function function = nullptr;
  cu::Stream stream = nullptr;
  check(driver.check(
      driver.moduleLoadDataEx(&module, kEmptyKernel, 0, nullptr, nullptr),
      "load"));
  check(driver.check(driver.moduleGetFunction(&function, module, "empty"),
                     "look up"));
  check(driver.check(driver.streamCreate(&stream, cu::streamNonBlocking),
                     "create a stream"));
  auto launchBare = [&](int count) {
    void *pointer = nullptr;
    void *arguments[] = {&pointer};
    for (int i = 0; i < count; ++i)
      check(driver.check(driver.launchKernel(function, 1, 1, 1, 32, 1, 1, 0,
                                             stream, arguments, nullptr),
                         "launch"));
  };
  auto waitBare = [&] {
    check(driver.check(driver.streamSynchronize(stream), "wait"));
  };
  Launches launches{1};
  auto launch = [&](int count) {
    launches.count = count;
    check(context->invoke(launchThroughRuntime, &launches));
  };
  launchBare(100), waitBare();
  launch(100), check(context->synchronize());

  std::vector<double> bare, ours, bareWait, oursWait;
  for (int round = 0; round < kRounds; ++round) {
    bare.push_back(measure([&] { launchBare(kLaunches); }) / kLaunches);
    waitBare();
    ours.push_back(measure([&] { launch(kLaunches); }) / kLaunches);
    check(context->synchronize());
    for (int i = 0; i < 100; ++i) {
      bareWait.push_back(measure([&] { launchBare(1), waitBare(); }));
      oursWait.push_back(measure([&] {
        launch(1);
        check(context->synchronize());
      }));
    }
  }
  std::printf("launch-bare %.3f us\n", median(bare));
  std::printf("launch-zyn %.3f us\n", median(ours));
  std::printf("launch-and-wait-bare %.3f us\n", median(bareWait));
  std::printf("launch-and-wait-zyn %.3f us\n", median(oursWait));

  // The first context fills the disk cache, from which all others load.
  if (argc > 1) {
    check(context->loadModuleFile(argv[1]));
    std::vector<double> loads;
    for (int round = 0; round < kRounds; ++round) {
      auto fresh = check(Context::create("cuda"));
      loads.push_back(measure([&] { check(fresh->loadModuleFile(argv[1])); }) /
                      1000);
    }
    std::printf("load-warm %.3f ms\n", median(loads));

    std::ifstream file(argv[1]);
    const std::string ptx(std::istreambuf_iterator<char>(file), {});
    const OwnedImage owned(formats::ptx, ptx);
    auto printAgain = [&](const char *name, const Image &image) {
      std::vector<double> times;
      for (int round = 0; round < kRounds * 100; ++round)
        times.push_back(measure([&] { check(context->loadModule(image)); }));
      std::printf("%s %.3f us\n", name, median(times));
    };
    printAgain("load-again", {formats::ptx, ptx});
    printAgain("load-owned-again", owned);
    std::printf("load-bytes %zu bytes\n", ptx.size());
  }
  measureCopies(*context);
  return 0;
}
