//===- NpyTest.cpp - Array files, good and bad ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Npy.h"

#include "TestSupport.h"

#include <cstring>
#include <random>
#include <sys/stat.h>
#include <thread>

using namespace zyn::runtime;

namespace {
class NpyTest : public testing::Test {
protected:
  std::string path() { return folder.file("x.npy"); }

  /// Returns the error of reading `bytes`, without the path; "" if there is
  /// none.
  std::string failure(const std::string &bytes) {
    makeFile(path(), bytes);
    Expected<Array> array = readNpy(path());
    if (array)
      return "";
    std::string message = array.takeError().message();
    const std::string start = path() + ": error: ";
    EXPECT_EQ(message.find(start), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(start.size());
  }

  static std::string file(const std::string &dictionary,
                          const std::string &elements = "", int version = 1) {
    std::string bytes = std::string("\x93NUMPY") + char(version) + '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
      bytes += static_cast<char>(dictionary.size() >> (8 * i));
    return bytes + dictionary + elements;
  }

  ScopedFolder folder;
};

const char pair[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
} // namespace

TEST_F(NpyTest, RoundTripsAllTypes) {
  for (ElementType type :
       {ElementType::Bool, ElementType::I8, ElementType::I16, ElementType::I32,
        ElementType::I64, ElementType::U8, ElementType::U16, ElementType::U32,
        ElementType::U64, ElementType::F8E4M3FN, ElementType::F8E5M2,
        ElementType::F16, ElementType::BF16, ElementType::F32,
        ElementType::F64})
    for (std::vector<int64_t> shape : std::vector<std::vector<int64_t>>{
             {}, {0}, {5}, {3, 4}, {2, 0, 7}, {1, 2, 3, 4, 5}}) {
      Array array = *Array::create(type, shape);
      for (uint64_t i = 0; i < array.bytes(); ++i)
        static_cast<char *>(array.begin())[i] = static_cast<char>(i * 37);
      ASSERT_EQ(writeNpy(path(), type, shape, array.begin()).message(), "");
      Expected<Array> back = readNpy(path());
      ASSERT_TRUE(static_cast<bool>(back)) << back.takeError().message();
      EXPECT_EQ(back->type(), type) << elementName(type);
      EXPECT_EQ(back->shape(), shape);
      ASSERT_EQ(back->bytes(), array.bytes());
      EXPECT_EQ(std::memcmp(back->begin(), array.begin(), array.bytes()), 0);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(back->begin()) % 64, 0u);
    }
  EXPECT_EQ(folder.files(), 1u);
}

TEST_F(NpyTest, WritesWhatNumPyWrites) {
  // numpy.save of zeros((2, 3), float32) in NumPy 2: 128 bytes of header.
  std::string header = formatNpyHeader(ElementType::F32, {2, 3});
  std::string dictionary =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  EXPECT_EQ(header, std::string("\x93NUMPY\x01\x00\x76\x00", 10) + dictionary +
                        std::string(117 - dictionary.size(), ' ') + "\n");
  EXPECT_NE(formatNpyHeader(ElementType::I8, {}).find("'|i1'"),
            std::string::npos);
  EXPECT_NE(formatNpyHeader(ElementType::I8, {}).find("'shape': (), }"),
            std::string::npos);
  EXPECT_NE(formatNpyHeader(ElementType::BF16, {7})
                .find("'<V2', 'fortran_order': False, 'shape': (7,), }"),
            std::string::npos);
  EXPECT_NE(formatNpyHeader(ElementType::F8E4M3FN, {7}).find("'<V1'"),
            std::string::npos);
  EXPECT_NE(formatNpyHeader(ElementType::F8E5M2, {7}).find("'<f1'"),
            std::string::npos);
  for (int64_t size : {1, 12345, 1 << 30})
    EXPECT_EQ(formatNpyHeader(ElementType::U64, {size, size}).size() % 64, 0u);
}

TEST_F(NpyTest, ReadsAllVersionsAndSpellings) {
  const std::string elements(8, 'x');
  for (int version : {1, 2, 3})
    EXPECT_EQ(failure(file(pair, elements, version)), "") << version;
  for (const char *dictionary :
       {"{\"shape\":(2L,),\"descr\":\"<f4\",\"fortran_order\":False}\n",
        "{'descr': '=f4', 'fortran_order': True, 'shape': (2,)}",
        "{'descr': 'bfloat16', 'fortran_order': False, 'shape': (4,), }",
        "{'descr': '|V2', 'fortran_order': False, 'shape': (2, 2), }",
        "{'descr': 'float8_e4m3fn', 'fortran_order': False, 'shape': (8,), }",
        "{'descr': '|V1', 'fortran_order': False, 'shape': (8,), }",
        "{'descr': '|f1', 'fortran_order': False, 'shape': (8,), }",
        "{'descr': '|b1', 'fortran_order': False, 'shape': (8,), }"})
    EXPECT_EQ(failure(file(dictionary, elements)), "") << dictionary;
}

TEST_F(NpyTest, ChangingAnArrayLeavesItsFile) {
  float ones[2] = {1, 1};
  ASSERT_FALSE(writeNpy(path(), ElementType::F32, {2}, ones));
  std::string before = contentsOf(path());
  Array array = *readNpy(path());
  static_cast<float *>(array.begin())[0] = 5;
  EXPECT_EQ(contentsOf(path()), before);
}

TEST_F(NpyTest, ReadsPipes) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  std::string bytes = file(pair, "12345678");
  std::thread writer([&] { makeFile(path(), bytes); });
  Expected<Array> array = readNpy(path());
  writer.join();
  ASSERT_TRUE(static_cast<bool>(array));
  EXPECT_EQ(std::memcmp(array->begin(), "12345678", 8), 0);
}

TEST_F(NpyTest, BadFiles) {
  EXPECT_EQ(failure(""), "not an .npy file");
  EXPECT_EQ(failure("PK\3\4 this is an .npz"), "not an .npy file");
  EXPECT_EQ(failure(std::string("\x93NUMPY\x04\x00", 8)),
            "expected format version 1.0, 2.0 or 3.0, found 4.0");
  EXPECT_EQ(failure(std::string("\x93NUMPY\x01\x00\xff\x00{", 11)),
            "truncated: the file ends within its header");
  EXPECT_EQ(failure(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)),
            "malformed header: expected at most 1 MiB, found 4294967295 bytes");
  EXPECT_EQ(failure(file("{'descr': '<f4', 'fortran_order': False, 'shape': "
                         "(599, 600), }",
                         std::string(1200, 0))),
            "truncated: expected 1437600 bytes of elements, found 1200");
  EXPECT_EQ(failure(file("{'descr': '<f4', 'fortran_order': True, 'shape': "
                         "(2, 3), }")),
            "expected C order, found Fortran order (numpy.ascontiguousarray)");
  EXPECT_EQ(failure(file(
                "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }")),
            "expected little-endian elements, found big-endian "
            "(array.astype('<f4'))");
  EXPECT_EQ(
      failure(
          file("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }")),
      "expected an element type of b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, "
      "f8, bfloat16 (V2), float8_e4m3fn (V1) or float8_e5m2 (f1), found '<c8'");
  EXPECT_EQ(failure(file("{'descr': [('a', '<f4')], 'fortran_order': False, "
                         "'shape': (2,), }")),
            "malformed header: expected numbers, found a structured type in "
            "'descr'");
  EXPECT_EQ(failure(file("{'descr': '<f4', 'fortran_order': False, 'shape': "
                         "(4294967296, 4294967296, 0), }")),
            "the size of the array overflows 64 bits");
}

TEST_F(NpyTest, BadDictionaries) {
  auto dictionary = [&](const std::string &shape) {
    return failure(file(
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}"));
  };
  for (const char *shape : {"(2)", "(2,,)", "(-2,)", "(x,)", "2", "(2, 3",
                            "(99999999999999999999,)", "[2]", "(2 3)"})
    EXPECT_EQ(dictionary(shape).find("malformed header: "), 0u)
        << shape << ": " << dictionary(shape);
  std::string many = "(";
  for (int i = 0; i < 65; ++i)
    many += "1, ";
  EXPECT_EQ(dictionary(many + ")"),
            "malformed header: more than 64 dimensions");
  EXPECT_EQ(failure(file("")), "malformed header: expected '{' at byte 0");
  EXPECT_EQ(failure(file("{}")), "malformed header: missing key 'descr'");
  EXPECT_EQ(failure(file("{'x': 1}")), "malformed header: unknown key 'x'");
  EXPECT_EQ(failure(file("{'descr': '<f4', 'descr': '<f4'}")),
            "malformed header: duplicate key 'descr'");
  EXPECT_EQ(failure(file("{'fortran_order': 0}")),
            "malformed header: 'fortran_order' is neither True nor False");
  EXPECT_EQ(failure(file(std::string(pair) + "x")),
            "malformed header: unexpected text after the dictionary");
}

TEST_F(NpyTest, FilesThatCannotBeOpened) {
  EXPECT_EQ(readNpy("no.npy").takeError().message(),
            "no.npy: error: cannot read: No such file or directory");
  EXPECT_EQ(readNpy("/tmp").takeError().message(),
            "/tmp: error: cannot read: Is a directory");
  EXPECT_EQ(writeNpy("/no/y.npy", ElementType::I8, {}, "x").message(),
            "/no/y.npy: error: cannot write: No such file or directory");
  EXPECT_EQ(writeNpy("y.npy", ElementType::I8, {-1}, "x").message(),
            "y.npy: error: expected nonnegative sizes, found -1");
}

TEST_F(NpyTest, ArraysTooLargeForTheMachine) {
  std::string message =
      Array::create(ElementType::F64, {1 << 20, 1 << 22}).takeError().message();
  EXPECT_EQ(message.find("cpu: out of memory: requested 32.0 TiB, "), 0u)
      << message;
}

TEST_F(NpyTest, NoHeaderCrashes) {
  // Seeded: the same files each time.
  std::mt19937 random(20240607);
  auto damage = [&](std::string bytes) {
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 8 == 0)
      bytes.resize(random() % bytes.size());
    return bytes;
  };
  for (int i = 0; i < 50000; ++i) {
    std::string text = damage(pair);
    Expected<NpyHeader> header = parseNpyHeader(text);
    std::string message = header.takeError().message();
    EXPECT_NE(static_cast<bool>(header), !message.empty());
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  const std::string good = file(pair, "12345678");
  for (int i = 0; i < 300; ++i)
    (void)failure(damage(good));
}
