//===- OffloadBinaryTest.cpp - Images for several architectures -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/OffloadBinary.h"
#include "Zyn/Runtime/Context.h"

#include "TestSupport.h"

using namespace zyn::runtime;

/// Returns the architecture and the format of the best image, or the error.
static std::string select(std::initializer_list<const char *> ptx,
                          int capability,
                          std::initializer_list<const char *> cubins = {}) {
  std::vector<OffloadImage> images;
  for (const char *architecture : ptx)
    images.push_back({{formats::ptx, ""}, architecture});
  for (const char *architecture : cubins)
    images.push_back({{formats::cubin, ""}, architecture});
  Expected<OffloadImage> image = selectImage(images, capability);
  if (!image)
    return image.takeError().message();
  return std::string(image->architecture) + " " +
         std::string(image->image.format);
}

TEST(OffloadBinary, SelectsTheLatestArchitecture) {
  EXPECT_EQ(select({"sm_70", "sm_80", "sm_90", "sm_120"}, 90), "sm_90 ptx");
  EXPECT_EQ(select({"sm_120", "sm_90", "sm_80", "sm_70"}, 90), "sm_90 ptx");
  EXPECT_EQ(select({"sm_70", "sm_80", "sm_90", "sm_120"}, 89), "sm_80 ptx");
  EXPECT_EQ(select({"sm_70", "sm_80", "sm_90", "sm_120"}, 75), "sm_70 ptx");
  EXPECT_EQ(select({"sm_80", "sm_90", "sm_100"}, 121), "sm_100 ptx");
}

TEST(OffloadBinary, SelectsFeaturesOfOneArchitecture) {
  EXPECT_EQ(select({"sm_80", "sm_90a"}, 90), "sm_90a ptx");
  EXPECT_EQ(select({"sm_90a", "sm_90"}, 90), "sm_90a ptx");
  EXPECT_EQ(select({"sm_80", "sm_90a"}, 100), "sm_80 ptx");
  EXPECT_EQ(select({"sm_80", "sm_90a", "sm_90"}, 103), "sm_90 ptx");
}

TEST(OffloadBinary, SelectsFeaturesOfAFamily) {
  EXPECT_EQ(select({"sm_90", "sm_100f"}, 100), "sm_100f ptx");
  EXPECT_EQ(select({"sm_90", "sm_100f"}, 103), "sm_100f ptx");
  EXPECT_EQ(select({"sm_90", "sm_100f"}, 110), "sm_90 ptx");
  EXPECT_EQ(select({"sm_90", "sm_103f"}, 100), "sm_90 ptx");
  EXPECT_EQ(select({"sm_100", "sm_100f", "sm_100a"}, 100), "sm_100a ptx");
  EXPECT_EQ(select({"sm_100", "sm_100f", "sm_100a"}, 103), "sm_100f ptx");
  EXPECT_EQ(select({"sm_120f", "sm_121a"}, 121), "sm_121a ptx");
}

TEST(OffloadBinary, SelectsMachineCodeOfTheArchitectureAlone) {
  EXPECT_EQ(select({"sm_80", "sm_90a"}, 90, {"sm_80", "sm_90a"}),
            "sm_90a cubin");
  EXPECT_EQ(select({"sm_80", "sm_90a"}, 86, {"sm_80", "sm_90a"}), "sm_80 ptx");
  EXPECT_EQ(select({}, 86, {"sm_80"}),
            "expected code that sm_86 runs, found code for sm_80");
}

TEST(OffloadBinary, NamesWhatItHas) {
  EXPECT_EQ(select({"sm_80", "sm_90a", "sm_100f"}, 75, {"sm_80"}),
            "expected code that sm_75 runs, found code for sm_80, sm_90a, "
            "sm_100f");
  EXPECT_EQ(select({}, 90), "expected code that sm_90 runs, found none");
}

/// A binary with one image, as LLVM writes it.
static std::string makeBinary(const char *architecture, std::string bytes,
                              uint16_t kind = 5) {
  std::string binary("\x10\xff\x10\xad\1\0\0\0", 8);
  auto add = [&](uint64_t value) {
    binary.append(reinterpret_cast<char *>(&value), sizeof(value));
  };
  std::string strings = std::string("arch") + '\0' + architecture + '\0';
  const uint64_t entry = 32, table = entry + 40, text = table + 16;
  add(text + strings.size() + bytes.size());
  add(entry);
  add(40);
  add(kind);
  add(table);
  add(1);
  add(text + strings.size());
  add(bytes.size());
  add(text);
  add(text + 5);
  return binary + strings + bytes;
}

TEST(OffloadBinary, ReadsImages) {
  std::string bytes = makeBinary("sm_80", "first") +
                      makeBinary("sm_90a", "second", 3) +
                      makeBinary("gfx90a", "of another vendor") +
                      makeBinary("sm_80", "bitcode", 2);
  ASSERT_TRUE(isOffloadBinary(bytes));
  Expected<std::vector<OffloadImage>> read = readOffloadBinary(bytes);
  ASSERT_TRUE(static_cast<bool>(read)) << read.takeError().message();
  const std::vector<OffloadImage> &images = *read;
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(images[0].architecture, "sm_80");
  EXPECT_EQ(images[0].image.format, "ptx");
  EXPECT_EQ(images[0].image.bytes, "first");
  EXPECT_EQ(images[1].architecture, "sm_90a");
  EXPECT_EQ(images[1].image.format, "cubin");
  EXPECT_EQ(images[1].image.bytes, "second");
}

TEST(OffloadBinary, RefusesDamage) {
  auto message = [](std::string_view bytes) {
    auto images = readOffloadBinary(bytes);
    return images ? std::string() : images.takeError().message();
  };
  const std::string good = makeBinary("sm_80", "text");
  EXPECT_EQ(message(".version 8.0"),
            "expected an offload binary, found other bytes");
  EXPECT_EQ(message(good + "x"),
            "expected an offload binary, found other bytes");
  std::string later = good;
  later[4] = 2;
  EXPECT_EQ(message(later),
            "expected an offload binary of version 1, found version 2");
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(message(std::string_view(good).substr(0, size)), "") << size;
  // Any byte of the offsets may be wrong.
  for (size_t i = 0; i < good.size(); ++i)
    for (char value : {'\0', '\x7f', '\xff'}) {
      std::string damaged = good;
      damaged[i] = value;
      (void)message(damaged);
    }
}

namespace {
class OffloadBinaryOnDeviceTest : public FakeDriverTest {};
} // namespace

// The fake device is an sm_90.
TEST_F(OffloadBinaryOnDeviceTest, LoadsTheBestImage) {
  auto context = *Context::create("cuda");
  std::string bytes =
      makeBinary("sm_80", ".version 8.0\n.entry plain() {}\n") +
      makeBinary("sm_90a", ".version 8.0\n.entry hopper() {}\n") +
      makeBinary("sm_120", ".version 8.7\n.entry blackwell() {}\n");
  Module *module = *context->loadModule({formats::offload, bytes});
  ASSERT_EQ(module->kernels().size(), 1u);
  EXPECT_EQ(module->kernels()[0].name, "hopper");

  // A file is recognized by its contents.
  makeFile(cache.file("k.bin"), bytes);
  EXPECT_EQ(*context->loadModuleFile(cache.file("k.bin")), module);

  bytes = makeBinary("sm_100f", "") + makeBinary("sm_120", "");
  EXPECT_EQ(
      context->loadModule({formats::offload, bytes}).takeError().message(),
      "expected code that sm_90 runs, found code for sm_100f, sm_120");
  EXPECT_EQ(
      context->loadModule({formats::offload, "ptx"}).takeError().message(),
      "expected an offload binary, found other bytes");
}
