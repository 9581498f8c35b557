//===- DamagedFilesTest.cpp - Loading of invalid files --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/VMExecutable/Decode.h"
#include "Zyn/Target/VMExecutable/Encode.h"
#include "Zyn/Target/VMExecutable/Report.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::vm;

/// A program with every instruction; `$` is its type, `#` a number of it.
static constexpr char kProgram[] = R"(
vm.program @all : $ attributes {stack_depth = 4 : i32,
                                observed = array<i32: 1, 5>} {
  vm.buffer @table shared input : tensor<8x$> at 0
  vm.buffer @sums instance output : tensor<4x$> at 0
  vm.buffer @hits shared output : tensor<9xi32> at 8
  vm.buffer @mail channel : tensor<2x$> at 0
  vm.buffer @early shared : tensor<16xi32> at 17
  vm.buffer @late shared inout : tensor<4xi32> at 33
  vm.routine @f(%s: !vm.state<$>) {
    %0 = vm.oracle %s {r1 = muli r1, r1} : $
    %1 = vm.oracle %0 {r1 = mulf r1, 0.5} : $
    %2 = vm.oracle %1 {r3 = select r2, r0, r1} : $
    %3 = vm.oracle %2 {r3 = popcount r3} : $
    %4 = vm.store %3 {@early[r3] = r1} : $
    vm.return %4 : $
  }
  vm.routine @main(%s: !vm.state<$>) {
    %0 = vm.linear %s {r1 = r0} : $
    %1 = vm.linear %0 {r1 = #} : $
    %2 = vm.linear %1 {r1 = r0 + r2} : $
    %3 = vm.linear %2 {r1 = r0 - r2} : $
    %4 = vm.linear %3 {r1 = # * r0} : $
    %5 = vm.linear %4 {r1 = r1 + #} : $
    %6 = vm.linear %5 {r1 = # * r0 + r1} : $
    %7 = vm.linear %6 {r1 = r2, r2 = r1} : $
    %8 = vm.linear %7 {r1 = r2 + #, r2 = r1 + r3 + r4, r9 = 0} csr : $
    %9 = vm.linear %8 {r1 = r2 + #, r3 = 0} dense : $
    %10 = vm.load %9 {r5 = @table[r4 + 1]} : $
    %11 = vm.gather %10 {r4 to r7 = @table[r0 to r3]} : $
    %12 = vm.scatter %11 {@sums[r0 to r3] = r4 to r7} : $
    %13 = vm.atomic %12 {r6 = addi @hits[8], r5} : $
    %14 = vm.atomic %13 {r6 = cas @late[r1], r5, r7} : $
    vm.jump %14 ^loop : $
  ^loop(%15: !vm.state<$>):
    %16 = vm.call %15 @f saving [r2, r3] : $
    %17 = vm.send %16 {@mail[r1] = r2} : $
    %18 = vm.receive %17 {r2 = @mail[0]} : $
    %19 = vm.output %18 {@hits, r2} : $
    %20 = vm.yield %19 : $
    vm.branch %20 {r3 slt 100} ^loop, ^odd : $
  ^odd(%21: !vm.state<$>):
    vm.branch %21 {r3 olt r4} ^end, ^loop : $
  ^end(%22: !vm.state<$>):
    vm.halt %22 : $
  }
  vm.phase @first {
    vm.launch @main
    vm.launch @f instances 4
  }
  vm.phase @second after [@first] {
    vm.launch @main
  }
})";

static std::string replaceAll(std::string text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from.data(), at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to.data());
  return text;
}

namespace {
class DamagedFilesTest : public testing::TestWithParam<bool> {
protected:
  DamagedFilesTest() {
    context.disableMultithreading();
    context.loadDialect<VMDialect>();
    bool isFloat = GetParam();
    std::string text = replaceAll(kProgram, "$", isFloat ? "f32" : "i32");
    module = parseSourceString<ModuleOp>(
        replaceAll(text, "#", isFloat ? "2.5" : "3"), &context);
    original = encode(*module, /*shortForms=*/true);
  }

  std::string encode(ModuleOp from, bool shortForms) {
    EncodeOptions options;
    options.shortForms = shortForms;
    FailureOr<SmallVector<char>> bytes =
        encodeProgram(*from.getOps<ProgramOp>().begin(), options);
    EXPECT_TRUE(succeeded(bytes));
    return succeeded(bytes) ? std::string(bytes->begin(), bytes->end()) : "";
  }

  OwningOpRef<ModuleOp> decode(StringRef bytes) {
    std::string error;
    std::optional<Executable> executable = Executable::load(bytes, error);
    EXPECT_TRUE(executable) << error;
    return executable ? decodeProgram(*executable, &context) : nullptr;
  }

  static void fixChecksum(std::string &bytes) {
    if (bytes.size() < 16)
      return;
    char *sum = &bytes[4 * executable::kChecksum];
    llvm::support::endian::write32le(sum, 0);
    llvm::support::endian::write32le(
        sum,
        llvm::crc32(ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()),
                             bytes.size())));
  }

  /// Checks that loading `bytes` either fails with a one-line error or yields a
  /// valid program.
  void check(std::string bytes, const Twine &what) {
    fixChecksum(bytes);
    std::string error;
    std::optional<Executable> executable = Executable::load(bytes, error);
    if (!executable) {
      EXPECT_FALSE(error.empty()) << what.str();
      EXPECT_EQ(error.find('\n'), std::string::npos) << error;
      return;
    }
    ++numPrograms;
    EXPECT_FALSE(formatReport(*executable).empty());
    for (uint32_t pc = 0; pc < executable->getNumInstructions(); ++pc)
      EXPECT_FALSE(executable->describe(pc).empty());
    OwningOpRef<ModuleOp> decoded = decodeProgram(*executable, &context);
    ASSERT_TRUE(succeeded(verify(*decoded))) << what.str();
    std::string text;
    llvm::raw_string_ostream(text) << *decoded;
    // A file may contain details that a program cannot represent, such as the
    // order of sections. After one round trip, they are gone, and further round
    // trips must not change the file.
    for (bool shortForms : {true, false}) {
      std::string once = encode(*decoded, shortForms);
      EXPECT_EQ(encode(*decode(once), shortForms), once) << what.str();
    }
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string original;
  unsigned numPrograms = 0;
};
} // namespace

TEST_P(DamagedFilesTest, StaysTheSame) {
  for (bool shortForms : {true, false}) {
    std::string bytes = encode(*module, shortForms);
    EXPECT_EQ(encode(*decode(bytes), shortForms), bytes);
  }
}

TEST_P(DamagedFilesTest, ChecksumFindsEveryByte) {
  for (size_t i = 0; i < original.size(); ++i) {
    std::string bytes = original, error;
    bytes[i] ^= 0x10;
    EXPECT_FALSE(Executable::load(bytes, error)) << "byte " << i;
  }
}

TEST_P(DamagedFilesTest, EveryByte) {
  for (size_t i = 0; i < original.size(); ++i)
    for (int flip : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff}) {
      std::string bytes = original;
      bytes[i] ^= flip;
      check(bytes, "byte " + Twine(i) + " changed by " + Twine(flip));
    }
  EXPECT_GT(numPrograms, 0u);
}

TEST_P(DamagedFilesTest, EveryWord) {
  for (size_t i = 0; i + 4 <= original.size(); i += 4)
    for (uint32_t value : {0u, 1u, 255u, 0x7fffffffu, 0x80000000u, 0xfffffffcu,
                           0xffffffffu, uint32_t(original.size())}) {
      std::string bytes = original;
      llvm::support::endian::write32le(&bytes[i], value);
      check(bytes, "word at " + Twine(i) + " is " + Twine(value));
    }
}

TEST_P(DamagedFilesTest, EveryLength) {
  for (size_t size = 0; size < original.size(); ++size) {
    std::string bytes = original.substr(0, size);
    if (size >= 12)
      llvm::support::endian::write32le(&bytes[4 * executable::kFileBytes],
                                       size);
    check(bytes, "length " + Twine(size));
  }
}

TEST_P(DamagedFilesTest, SeveralBytes) {
  std::mt19937 random(7);
  for (unsigned i = 0; i < 20000; ++i) {
    std::string bytes = original;
    for (unsigned changes = 2 + random() % 3; changes; --changes)
      bytes[random() % bytes.size()] = random() % 4 ? random() % 32 : random();
    check(bytes, "attempt " + Twine(i));
  }
}

INSTANTIATE_TEST_SUITE_P(Types, DamagedFilesTest, testing::Bool());
