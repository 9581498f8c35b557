//===- ProcessorCheckTest.cpp - Tests of the check of the processor -------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// processor-check.mlir runs programs with the check of x86-64. This is the
// check of AArch64, as LLVM IR.
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "gtest/gtest.h"

namespace {

constexpr llvm::StringRef linuxTriple = "aarch64-unknown-linux-gnu";
constexpr llvm::StringRef plain = "define void @f() { ret void }";

class ProcessorCheckTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
  }

  /// Returns a module with the check as text, or nothing if LLVM was built
  /// without AArch64.
  std::string addCheck(llvm::StringRef triple, llvm::StringRef processor,
                       llvm::StringRef features = "",
                       llvm::StringRef code = plain) {
    std::string error, text;
    llvm::Triple parsed(triple);
    const llvm::Target *target =
        llvm::TargetRegistry::lookupTarget(parsed, error);
    if (!target)
      return "";
    std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
        parsed, processor, features, llvm::TargetOptions(), llvm::Reloc::PIC_));
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    std::unique_ptr<llvm::Module> module =
        llvm::parseAssemblyString(code, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    zyn::compiler::addProcessorCheck(*module, *machine, features);
    llvm::raw_string_ostream stream(text);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    module->print(stream, nullptr);
    return text;
  }

  static bool contains(const std::string &text, llvm::StringRef part) {
    return llvm::StringRef(text).contains(part);
  }
};

TEST_F(ProcessorCheckTest, ReadsBothWords) {
  // Graviton3 has SVE, whose bit is 22 of the first word, SHA3 (17 and 21) and
  // many others, and i8mm (13) and bf16 (14) of the second.
  std::string text = addCheck(linuxTriple, "neoverse-v1");
  if (text.empty())
    GTEST_SKIP() << "LLVM was built without AArch64";
  uint64_t first = 0, second = 1 << 13 | 1 << 14;
  for (int bit : {8, 9, 10, 12, 14, 15, 17, 20, 21, 22, 23, 25, 26})
    first |= 1 << bit;
  EXPECT_TRUE(contains(text, "@llvm.global_ctors"));
  EXPECT_TRUE(contains(text, "call i64 @getauxval(i64 16)"));
  EXPECT_TRUE(contains(text, "call i64 @getauxval(i64 26)"));
  EXPECT_TRUE(contains(text, ", " + std::to_string(first) + "\n")) << text;
  EXPECT_TRUE(contains(text, ", " + std::to_string(second) + "\n")) << text;
  EXPECT_TRUE(contains(text, "for the processor 'neoverse-v1'"));
  EXPECT_TRUE(contains(text, "--cpu=generic or"));
  EXPECT_TRUE(contains(text, "\"target-cpu\"=\"generic\""));
}

TEST_F(ProcessorCheckTest, ChecksWhatTheCodeMayUse) {
  // The cryptographic instructions have only intrinsics.
  std::string text = addCheck(linuxTriple, "generic", "+aes");
  if (text.empty())
    GTEST_SKIP() << "LLVM was built without AArch64";
  EXPECT_TRUE(contains(text, "and i64 %1, 8\n")) << text;
  EXPECT_FALSE(contains(text, "getauxval(i64 26)"));
  std::string cortex = addCheck(linuxTriple, "cortex-a57");
  EXPECT_FALSE(contains(cortex, "getauxval")) << cortex;
  std::string intrinsics = addCheck(linuxTriple, "cortex-a57", "", R"(
declare <16 x i8> @llvm.aarch64.crypto.aesmc(<16 x i8>)
define <16 x i8> @f(<16 x i8> %x) {
  %y = call <16 x i8> @llvm.aarch64.crypto.aesmc(<16 x i8> %x)
  ret <16 x i8> %y
})");
  // AES, SHA2 and CRC-32.
  EXPECT_TRUE(contains(intrinsics,
                       ", " + std::to_string(1 << 3 | 1 << 6 | 1 << 7) + "\n"))
      << intrinsics;
}

TEST_F(ProcessorCheckTest, HasNoneForEveryProcessor) {
  std::string text = addCheck(linuxTriple, "generic");
  if (text.empty())
    GTEST_SKIP() << "LLVM was built without AArch64";
  EXPECT_FALSE(contains(text, "global_ctors"));
  // Other systems describe processors in other ways.
  EXPECT_FALSE(contains(addCheck("arm64-apple-macosx", "apple-m1"), "ctors"));
}

} // namespace
