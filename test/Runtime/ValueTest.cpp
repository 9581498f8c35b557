//===- ValueTest.cpp - Errors, sizes, hashes and files --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/ByteSize.h"
#include "Zyn/Runtime/Hash128.h"

#include "TestSupport.h"

using namespace zyn::runtime;

TEST(Error, IsTrueOnFailure) {
  EXPECT_FALSE(Error::success());
  Error error = Error::format("%s of %d", "one", 2);
  EXPECT_TRUE(static_cast<bool>(error));
  EXPECT_EQ(error.message(), "one of 2");
  Expected<int> number = 3;
  EXPECT_EQ(*number, 3);
}

TEST(ByteSize, Formats) {
  EXPECT_EQ(formatBytes(0), "0 bytes");
  EXPECT_EQ(formatBytes(1536), "1.5 KiB");
  EXPECT_EQ(formatBytes(uint64_t(12) << 30), "12.0 GiB");
  EXPECT_EQ(formatBytes(UINT64_MAX), "16.0 EiB");
}

TEST(ByteSize, Parses) {
  EXPECT_EQ(*parseBytes("512MiB"), uint64_t(512) << 20);
  EXPECT_EQ(*parseBytes("4096"), 4096u);
  EXPECT_EQ(*parseBytes("7B"), 7u);
  for (const char *bad : {"", "MiB", "1.5GiB", "12Q", "-1", "5 MiB",
                          "99999999999999999999", "99999999999TiB"})
    EXPECT_FALSE(parseBytes(bad)) << bad;
  EXPECT_EQ(parseBytes("12Q").takeError().message(),
            "'12Q' is not a size (such as 512MiB or 2GiB)");
}

TEST(Hash128, MatchesTheReferenceVectors) {
  // vectors_sip128 of the reference implementation: key 00..0f, message 00, 01,
  // ... of the given length.
  Hash128 key;
  key.low = 0x0706050403020100, key.high = 0x0f0e0d0c0b0a0908;
  EXPECT_EQ(sipHash128("", 0, key).hex(), "a3817f04ba25a8e66df67214c7550293");
  EXPECT_EQ(sipHash128("\0", 1, key).hex(), "da87c1d86b99af44347659119b22fc45");
}

TEST(AtomicFile, ReplacesWhole) {
  ScopedFolder folder;
  std::string path = folder.file("x");
  makeFile(path, "old");
  ASSERT_FALSE(replaceFile(path, {{"ne", 2}, {"w", 1}}));
  EXPECT_EQ(contentsOf(path), "new");
  EXPECT_EQ(folder.files(), 1u);
  EXPECT_EQ(replaceFile(folder.file("no/x"), {}).message(),
            "No such file or directory");
  EXPECT_FALSE(replaceFile("/dev/null", {{"gone", 4}}));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}
