//===- ObjectsTest.cpp - Tests of modules in several object files ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

#include <set>

using namespace zyn::compiler;
using namespace llvm::orc;

/// The tasks that were called, by address.
static std::set<void *> called;

static int64_t callTask(int64_t (*task)(int64_t), int64_t argument) {
  called.insert(reinterpret_cast<void *>(task));
  return task(argument);
}

/// Appends a function with two instructions for each step.
static void addFunction(llvm::raw_ostream &os, llvm::StringRef name,
                        int64_t factor, int64_t steps, llvm::StringRef start) {
  os << "define internal i64 @" << name << "(i64 %x) {\n" << start;
  for (int64_t i = 0; i < steps; ++i)
    os << llvm::formatv("  %p{0} = mul i64 %v{0}, {2}\n"
                        "  %v{1} = xor i64 %p{0}, {0}\n",
                        i, i + 1, factor);
  os << "  ret i64 %v" << steps << "\n}\n";
}

static int64_t evaluate(uint64_t value, uint64_t factor, uint64_t steps) {
  for (uint64_t i = 0; i < steps; ++i)
    value = value * factor ^ i;
  return value;
}

/// A program whose entry calls three tasks by address, of which the first two
/// call a helper and the last two are the same. They share a variable, a
/// constant, one without a name, and a table of functions.
static std::string getProgram(int64_t steps) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << R"(
@count = internal global i64 0
@sizes = private constant [2 x i64] [i64 5, i64 7]
@0 = private unnamed_addr constant i64 11
@tasks = internal constant [1 x ptr] [ptr @second]
declare i64 @callTask(ptr, i64)
)";
  llvm::StringRef counted = "  %c = load i64, ptr @count\n"
                            "  %d = add i64 %c, 1\n"
                            "  store i64 %d, ptr @count\n";
  addFunction(os, "helper", 3, steps, "  %v0 = add i64 %x, 0\n");
  addFunction(os, "first", 5, steps,
              counted.str() + "  %s = load i64, ptr @sizes\n"
                              "  %t = add i64 %x, %s\n"
                              "  %v0 = call i64 @helper(i64 %t)\n");
  for (llvm::StringRef name : {"second", "third"})
    addFunction(os, name, 7, steps,
                counted.str() + "  %a = getelementptr i64, ptr @sizes, i64 1\n"
                                "  %s = load i64, ptr %a\n"
                                "  %n = load i64, ptr @0\n"
                                "  %m = add i64 %s, %n\n"
                                "  %v0 = add i64 %x, %m\n");
  addFunction(os, "other", 9, steps, "  %v0 = call i64 @helper(i64 %x)\n");
  os << R"(
define i64 @entry(i64 %x) {
  %a = call i64 @callTask(ptr @first, i64 %x)
  %f = load ptr, ptr @tasks
  %b = call i64 @callTask(ptr %f, i64 %a)
  %c = call i64 @callTask(ptr @third, i64 %b)
  %d = call i64 @callTask(ptr @other, i64 %c)
  %n = load i64, ptr @count
  %r = add i64 %d, %n
  ret i64 %r
}
)";
  return text;
}

/// Compiles the program, calls it with 2, and checks the result. Returns the
/// number of object files.
static size_t run(int64_t steps, bool optimize) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(getProgram(steps), diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  auto createMachine = [] { return createHostMachine({}); };
  auto machine = llvm::cantFail(createMachine());
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  auto objects =
      llvm::cantFail(emitObjects(*module, "entry", optimize, createMachine));

  auto jit = llvm::cantFail(LLJITBuilder().create());
  llvm::cantFail(jit->getMainJITDylib().define(absoluteSymbols(
      {{jit->mangleAndIntern("callTask"),
        {ExecutorAddr::fromPtr(&callTask),
         llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable}}})));
  for (llvm::SmallVector<char, 0> &object : objects)
    llvm::cantFail(
        jit->addObjectFile(std::make_unique<llvm::SmallVectorMemoryBuffer>(
            std::move(object), /*RequiresNullTerminator=*/false)));
  auto *entry =
      llvm::cantFail(jit->lookup("entry")).toPtr<int64_t (*)(int64_t)>();
  int64_t expected = evaluate(evaluate(2 + 5, 3, steps), 5, steps);
  for (int i = 0; i < 2; ++i)
    expected = evaluate(expected + 7 + 11, 7, steps);
  expected = evaluate(evaluate(expected, 3, steps), 9, steps) + 3;
  called.clear();
  EXPECT_EQ(entry(2), expected);
  return objects.size();
}

TEST(ObjectsTest, SmallModuleIsOneObject) {
  EXPECT_EQ(run(10, /*optimize=*/true), 1u);
  EXPECT_EQ(run(10, /*optimize=*/false), 1u);
}

TEST(ObjectsTest, LargeModuleIsSeveral) {
  // The two functions that do the same, with the entry, and those with the
  // helper.
  EXPECT_EQ(run(1000, /*optimize=*/true), 2u);
}

TEST(ObjectsTest, SeveralWithoutOptimization) {
  EXPECT_EQ(run(1000, /*optimize=*/false), 3u);
}

TEST(ObjectsTest, FunctionsThatDoTheSameAreOne) {
  run(1000, /*optimize=*/true);
  EXPECT_EQ(called.size(), 3u);
  run(1000, /*optimize=*/false);
  EXPECT_EQ(called.size(), 4u);
}
