//===- DependencePathTest.cpp - Tests of the latency of machine code ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/DependencePath.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "gtest/gtest.h"

using namespace zyn::compiler;

namespace {
class DependencePathTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmParsers();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllDisassemblers();
  }

  /// Compiles for a processor from now on. Returns false if LLVM was built
  /// without its target.
  bool setMachine(llvm::StringRef triple, llvm::StringRef processor) {
    std::string error;
    llvm::Triple parsed(triple);
    const llvm::Target *target =
        llvm::TargetRegistry::lookupTarget(parsed, error);
    if (target)
      machine.reset(target->createTargetMachine(
          parsed, processor, "", llvm::TargetOptions(), llvm::Reloc::PIC_));
    return target;
  }
  bool setX86(llvm::StringRef processor) {
    return setMachine("x86_64-linux-gnu", processor);
  }
  bool setAArch64() { return setMachine("aarch64-linux-gnu", "neoverse-v2"); }

  /// Compiles LLVM IR and finds the path through `@f`.
  llvm::Expected<DependencePath> findInIR(llvm::StringRef text) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    std::unique_ptr<llvm::Module> module =
        llvm::parseAssemblyString(text, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    object.clear();
    llvm::raw_svector_ostream os(object);
    llvm::legacy::PassManager passes;
    EXPECT_FALSE(machine->addPassesToEmitFile(
        passes, os, nullptr, llvm::CodeGenFileType::ObjectFile));
    passes.run(*module);
    return findDependencePath(
        llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()),
                              "object"),
        "f", *machine);
  }

  /// Assembles a function `f`, whose lines are separated by semicolons.
  llvm::Expected<DependencePath> tryFind(llvm::StringRef body) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "module asm \".globl f; .type f, @function; f:\"\n";
    for (llvm::StringRef line : llvm::split(body, ";"))
      os << "module asm \"" << line.trim() << "\"\n";
    os << "module asm \".size f, . - f\"\n";
    return findInIR(text);
  }

  DependencePath find(llvm::StringRef body) {
    llvm::Expected<DependencePath> path = tryFind(body);
    if (path)
      return *path;
    ADD_FAILURE() << llvm::toString(path.takeError());
    return {};
  }

  /// Returns the instructions of a path with the cycles of each.
  static std::string print(const DependencePath &path) {
    std::string text;
    uint64_t cycles = 0;
    for (const DependenceStep &step : path.steps) {
      text += std::to_string(step.cycles) + " " + step.instruction + "\n";
      cycles += step.cycles;
    }
    EXPECT_EQ(cycles, path.cycles);
    return text;
  }

  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::SmallVector<char, 0> object;
};

class DependencePathX86Test : public DependencePathTest {
protected:
  void SetUp() override {
    if (!setX86("skylake-avx512"))
      GTEST_SKIP() << "LLVM has no code generator for x86";
  }
};

class DependencePathAArch64Test : public DependencePathTest {
protected:
  void SetUp() override {
    if (!setAArch64())
      GTEST_SKIP() << "LLVM has no code generator for AArch64";
  }
};
} // namespace

TEST_F(DependencePathX86Test, Chain) {
  DependencePath path = find(".rept 10; addsd %xmm1, %xmm0; .endr; ret");
  EXPECT_EQ(path.cycles, 40u);
  ASSERT_EQ(path.steps.size(), 10u);
  EXPECT_EQ(path.steps[3].instruction, "addsd xmm0, xmm1");
  EXPECT_EQ(path.steps[3].file, "");
  EXPECT_EQ(path.function, "f");
  EXPECT_EQ(path.processor, "skylake-avx512");
  EXPECT_FALSE(path.hasLoops);
  EXPECT_FALSE(path.hasIndirectBranches);
  EXPECT_TRUE(path.callees.empty());
}

TEST_F(DependencePathX86Test, IndependentInstructions) {
  EXPECT_EQ(find("addsd %xmm9, %xmm0; addsd %xmm9, %xmm1; addsd %xmm9, %xmm2;"
                 "addsd %xmm9, %xmm3; ret")
                .cycles,
            4u);
}

TEST_F(DependencePathX86Test, Nothing) {
  EXPECT_EQ(print(find("ret")), "");
  EXPECT_EQ(print(find("")), "");
  // A multi-byte nop has operands.
  EXPECT_EQ(print(find("nopl 8(%rax,%rax); ret")), "");
  // Nobody waits for what is saved and restored.
  EXPECT_EQ(print(find("push %rbx; pop %rbx; ret")), "");
}

TEST_F(DependencePathX86Test, Flags) {
  EXPECT_EQ(print(find("imul %rsi, %rdi; cmp %rdx, %rdi; setg %al; ret")),
            "3 imul rdi, rsi\n1 cmp rdi, rdx\n1 setg al\n");
}

TEST_F(DependencePathX86Test, ZeroIdiom) {
  EXPECT_EQ(print(find("imul %rsi, %rax; xor %eax, %eax; inc %rax; ret")),
            "3 imul rax, rsi\n");
  EXPECT_EQ(print(find("imul %rsi, %rax; xor %ecx, %eax; ret")),
            "3 imul rax, rsi\n1 xor eax, ecx\n");
}

// The result is in a register that is described as written by vzeroupper.
TEST_F(DependencePathX86Test, VZeroUpper) {
  EXPECT_EQ(print(find("vaddpd %ymm1, %ymm0, %ymm0; vzeroupper;"
                       "addsd %xmm0, %xmm0; ret")),
            "4 vaddpd ymm0, ymm0, ymm1\n4 addsd xmm0, xmm0\n");
}

// The address is needed at once, the other operand only after the load.
TEST_F(DependencePathX86Test, FoldedLoads) {
  EXPECT_EQ(print(find("addsd (%rdi), %xmm0; addsd 8(%rdi), %xmm0; ret")),
            "9 addsd xmm0, qword ptr [rdi]\n"
            "4 addsd xmm0, qword ptr [rdi + 8]\n");
  EXPECT_EQ(print(find("mov (%rdi), %rdi; addsd (%rdi), %xmm0; ret")),
            "5 mov rdi, qword ptr [rdi]\n9 addsd xmm0, qword ptr [rdi]\n");
}

TEST_F(DependencePathX86Test, LongestSide) {
  DependencePath path =
      find("test %edi, %edi; je 1f; divsd %xmm1, %xmm0; jmp 2f;"
           "1: addsd %xmm1, %xmm0; 2: addsd %xmm1, %xmm0; ret");
  EXPECT_EQ(print(path), "14 divsd xmm0, xmm1\n4 addsd xmm0, xmm1\n");
  EXPECT_FALSE(path.hasLoops);
}

// Each register has the time of its own longest path.
TEST_F(DependencePathX86Test, JoinedRegisters) {
  EXPECT_EQ(print(find("test %edi, %edi; je 1f; divsd %xmm9, %xmm0; jmp 2f;"
                       "1: addsd %xmm9, %xmm1; addsd %xmm9, %xmm1;"
                       "2: mulsd %xmm9, %xmm1; addsd %xmm1, %xmm0; ret")),
            "14 divsd xmm0, xmm9\n4 addsd xmm0, xmm1\n");
}

TEST_F(DependencePathX86Test, Loop) {
  DependencePath path = find("divsd %xmm1, %xmm0; 1: addsd %xmm1, %xmm0;"
                             "dec %rdi; jne 1b; mulsd %xmm1, %xmm0; ret");
  EXPECT_EQ(print(path), "14 divsd xmm0, xmm1\n4 addsd xmm0, xmm1\n"
                         "4 mulsd xmm0, xmm1\n");
  EXPECT_TRUE(path.hasLoops);
}

TEST_F(DependencePathX86Test, Calls) {
  DependencePath path =
      find("push %rbx; addsd %xmm1, %xmm0; addsd %xmm1, %xmm0; call sin@PLT; "
           "call *%rbx;"
           "call sin@PLT; addsd 8(%rsp), %xmm0; pop %rbx; jmp exp@PLT");
  EXPECT_EQ(print(path), "4 addsd xmm0, xmm1\n4 addsd xmm0, xmm1\n0 call "
                         "sin\n0 call rbx\n0 call sin\n"
                         "4 addsd xmm0, qword ptr [rsp + 8]\n");
  EXPECT_EQ(llvm::join(path.callees, " "), "sin <unknown> exp");
}

TEST_F(DependencePathX86Test, StackPointer) {
  EXPECT_EQ(find(".rept 10; push %rbx; .endr; addsd (%rsp), %xmm0; ret").cycles,
            9u);
  EXPECT_EQ(find("sub $8, %rsp; addsd (%rsp), %xmm0; ret").cycles, 10u);
}

// Neither the stack pointer nor the floating-point modes depend on the call.
TEST_F(DependencePathX86Test, LoadsAfterCalls) {
  EXPECT_EQ(print(find("imul %rsi, %rdi; imul %rsi, %rdi; imul %rsi, %rdi;"
                       "call g@PLT; movsd 8(%rsp), %xmm1; addsd %xmm1, %xmm1;"
                       "ret")),
            "3 imul rdi, rsi\n3 imul rdi, rsi\n3 imul rdi, rsi\n0 call g\n");
}

TEST_F(DependencePathX86Test, CallsThroughMemory) {
  DependencePath path =
      find("call *pointer(%rip); call *g@GOTPCREL(%rip); ret; .data;"
           ".type pointer, @object; .globl pointer; pointer: .quad 0; .text");
  EXPECT_EQ(llvm::join(path.callees, " "), "<unknown> g");
}

TEST_F(DependencePathX86Test, ColdBlocks) {
  DependencePath path =
      find("test %edi, %edi; js 1f; test %esi, %esi; js 2f;"
           "addsd %xmm1, %xmm0; ret; 1: divsd %xmm1, %xmm0; call stop@PLT;"
           "2: divsd %xmm1, %xmm0; call abort@PLT");
  EXPECT_EQ(print(path), "4 addsd xmm0, xmm1\n");
  EXPECT_TRUE(path.callees.empty());
  path = find("test %edi, %edi; js 1f; addsd %xmm1, %xmm0; ret;"
              "1: divsd %xmm1, %xmm0; ud2; ret");
  EXPECT_EQ(print(path), "4 addsd xmm0, xmm1\n");
}

TEST_F(DependencePathX86Test, FunctionThatNeverReturns) {
  DependencePath path = find("1: addsd %xmm1, %xmm0; jmp 1b");
  EXPECT_EQ(print(path), "4 addsd xmm0, xmm1\n");
  EXPECT_TRUE(path.hasLoops);
}

TEST_F(DependencePathX86Test, JumpTable) {
  DependencePath path =
      find("cmp $3, %rdi; ja 1f; movslq (%rsi,%rdi,4), %rax; jmp *%rax;"
           "addsd %xmm1, %xmm0; ret; divsd %xmm1, %xmm0; ret;"
           "mulsd %xmm1, %xmm0; 1: ret");
  EXPECT_EQ(print(path), "14 divsd xmm0, xmm1\n");
  EXPECT_TRUE(path.hasIndirectBranches);
  EXPECT_TRUE(path.callees.empty());
  path = find("addsd %xmm1, %xmm0; jmp *%rdi");
  EXPECT_EQ(print(path), "4 addsd xmm0, xmm1\n");
  EXPECT_FALSE(path.hasIndirectBranches);
  EXPECT_EQ(llvm::join(path.callees, " "), "<unknown>");
}

TEST_F(DependencePathX86Test, Processors) {
  setX86("znver4");
  EXPECT_EQ(find("addsd %xmm1, %xmm0; ret").cycles, 3u);
  // Zen 4 renames registers instead of moving them.
  EXPECT_EQ(print(find("imul %rsi, %rdi; mov %rdi, %rax; ret")),
            "3 imul rdi, rsi\n");
}

TEST_F(DependencePathAArch64Test, Calls) {
  DependencePath path =
      find("stp x29, x30, [sp, #-32]!; str d8, [sp, #16]; fdiv d0, d0, d1;"
           "bl sin; ldr d1, [sp, #24]; fadd d0, d0, d1; ldr d8, [sp, #16];"
           "ldp x29, x30, [sp], #32; b exp");
  EXPECT_EQ(print(path), "15 fdiv d0, d0, d1\n0 bl sin\n2 fadd d0, d0, d1\n");
  EXPECT_EQ(llvm::join(path.callees, " "), "sin exp");
}

TEST_F(DependencePathAArch64Test, LoadsAfterCalls) {
  EXPECT_EQ(print(find("fdiv d0, d0, d1; bl g; ldr d1, [sp]; fadd d1, d1, d1;"
                       "ret")),
            "15 fdiv d0, d0, d1\n0 bl g\n");
}

// A write of a part clears the rest of the register.
TEST_F(DependencePathAArch64Test, PartsOfRegisters) {
  DependencePath path = find("fdiv v0.2d, v1.2d, v2.2d; fmov d0, x0;"
                             ".rept 8; fadd v0.2d, v0.2d, v0.2d; .endr; ret");
  EXPECT_EQ(path.cycles, 3 + 8 * 2u);
}

TEST_F(DependencePathAArch64Test, LongestSide) {
  EXPECT_EQ(find("cbz x0, 1f; fdiv d0, d0, d1; b 2f; 1: fadd d0, d0, d1;"
                 "2: fadd d0, d0, d1; ret")
                .cycles,
            17u);
}

TEST_F(DependencePathX86Test, Places) {
  llvm::Expected<DependencePath> path = findInIR(R"(
    define double @g(double %a) !dbg !4 {
      ret double %a
    }
    define double @f(double %a, double %b) !dbg !5 {
      %sum = fadd double %a, %b, !dbg !6
      %product = fmul double %sum, %b, !dbg !7
      ret double %product
    }
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!1}
    !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2,
                                 emissionKind: LineTablesOnly)
    !1 = !{i32 2, !"Debug Info Version", i32 3}
    !2 = !DIFile(filename: "risk.mlir", directory: "/")
    !3 = !DISubroutineType(types: !{})
    !4 = distinct !DISubprogram(name: "g", file: !2, line: 1, type: !3,
                                unit: !0)
    !5 = distinct !DISubprogram(name: "f", file: !2, line: 3, type: !3,
                                unit: !0)
    !6 = !DILocation(line: 4, column: 7, scope: !5)
    !7 = !DILocation(line: 5, column: 9, scope: !5)
  )");
  ASSERT_TRUE(bool(path)) << llvm::toString(path.takeError());
  ASSERT_EQ(path->steps.size(), 2u);
  EXPECT_EQ(path->steps[0].file, "risk.mlir");
  EXPECT_EQ(path->steps[0].line, 4u);
  EXPECT_EQ(path->steps[0].column, 7u);
  EXPECT_EQ(path->steps[1].line, 5u);
}

TEST_F(DependencePathX86Test, Errors) {
  auto expectError = [&](llvm::StringRef function,
                         const llvm::TargetMachine &machine,
                         const char *message) {
    llvm::Expected<DependencePath> path = findDependencePath(
        llvm::MemoryBufferRef(llvm::StringRef(object.data(), object.size()),
                              "object"),
        function, machine);
    ASSERT_FALSE(bool(path));
    EXPECT_EQ(llvm::toString(path.takeError()), message);
  };
  find("call g@PLT; ret");
  for (const char *name : {"g", "h", ""})
    expectError(name, *machine,
                ("expected the object file to define '" + std::string(name) +
                 "', found no such function")
                    .c_str());
  setX86("i486");
  expectError("f", *machine,
              "LLVM has no scheduling model of the processor 'i486'");
  if (setAArch64())
    expectError("f", *machine,
                "expected an object file for aarch64, found one for x86_64");
  setX86("skylake-avx512");
  llvm::Expected<DependencePath> path = tryFind(".byte 0x06");
  ASSERT_FALSE(bool(path));
  EXPECT_EQ(llvm::toString(path.takeError()),
            "expected an instruction at byte 0 of 'f', found bytes that are "
            "none on skylake-avx512");
}

TEST_F(DependencePathX86Test, ManyInstructions) {
  EXPECT_EQ(find(".rept 100000; addsd %xmm1, %xmm0; .endr; ret").cycles,
            400000u);
  DependencePath path = find(".rept 30000; cmp %rsi, %rdi; je 1f;"
                             "addsd %xmm1, %xmm0; 1: ; .endr; ret");
  EXPECT_EQ(path.cycles, 120000u);
  path = find("jmp *%rax; .rept 30000; addsd %xmm1, %xmm0; ret; .endr");
  EXPECT_EQ(path.cycles, 4u);
}

TEST_F(DependencePathTest, Format) {
  DependencePath path;
  path.function = "risk_check";
  path.processor = "znver4";
  EXPECT_EQ(formatDependencePath(path, 0),
            "'risk_check': longest path of dependences 0 cycles on znver4\n");
  path.cycles = 41;
  path.hasLoops = path.hasIndirectBranches = true;
  path.callees = {"exp", "log"};
  path.steps = {{"mulsd xmm0, xmm1", 3, "risk.mlir", 4, 7},
                {"call exp", 0, "", 0, 0},
                {"addsd xmm0, xmm1", 38, "risk.mlir", 5, 9}};
  EXPECT_EQ(
      formatDependencePath(path, 3),
      "'risk_check': longest path of dependences 41 cycles (13.7 ns at 3.00 "
      "GHz) on znver4\n"
      "  loops are counted once\n"
      "  the targets of branches through tables are guessed\n"
      "  without the cycles of exp, log\n"
      "   cycle  cycles  instruction\n"
      "       3       3  mulsd xmm0, xmm1  risk.mlir:4:7\n"
      "       3       0  call exp\n"
      "      41      38  addsd xmm0, xmm1  risk.mlir:5:9\n");
}

TEST_F(DependencePathTest, FormatManySteps) {
  DependencePath path;
  for (unsigned i = 1; i <= 100; ++i)
    path.steps.push_back({"step " + std::to_string(i), 2, "", 0, 0});
  std::string text = formatDependencePath(path, 3);
  EXPECT_EQ(llvm::StringRef(text).count('\n'), 40u);
  EXPECT_NE(text.find("      38       2  step 19\n"
                      "  ... 63 more\n"
                      "     166       2  step 83\n"),
            std::string::npos)
      << text;
  path.steps.resize(38);
  text = formatDependencePath(path, 3);
  EXPECT_EQ(llvm::StringRef(text).count('\n'), 40u);
  EXPECT_EQ(text.find("..."), std::string::npos);
}
