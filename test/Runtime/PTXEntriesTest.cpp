//===- PTXEntriesTest.cpp - Kernel signatures -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/PTXEntries.h"

#include "gtest/gtest.h"

using namespace zyn::runtime;

TEST(PTXEntries, FindsKernelsAndParameters) {
  std::vector<KernelSignature> entries = parsePTXEntries(R"ptx(
.version 8.0
.target sm_90a
// .entry commented( )
/* .visible .entry alsoCommented() { } */
.file 1 "a .entry b(c)"
.visible .func (.param .b32 r) helper(.param .b32 x);
.visible .entry add(
  .param .u64 .ptr .global .align 16 add_param_0, // the first
  .param .f32 add_param_1,
  .param .align 8 .b8 add_param_2[64]
)
.maxntid 128, 1, 1
{ ret; }
.visible .entry empty()
{ ret; }
.entry none { ret; }
)ptx");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].name, "add");
  ASSERT_EQ(entries[0].parameters.size(), 3u);
  EXPECT_EQ(entries[0].parameters[0].name, "add_param_0");
  EXPECT_EQ(entries[0].parameters[0].type, "u64");
  EXPECT_EQ(entries[0].parameters[0].bytes, 8u);
  EXPECT_EQ(entries[0].parameters[1].type, "f32");
  EXPECT_EQ(entries[0].parameters[1].bytes, 4u);
  EXPECT_EQ(entries[0].parameters[2].name, "add_param_2");
  EXPECT_EQ(entries[0].parameters[2].bytes, 64u);
  EXPECT_EQ(entries[1].name, "empty");
  EXPECT_TRUE(entries[1].parameters.empty());
  EXPECT_EQ(entries[2].name, "none");
}

TEST(PTXEntries, FindsLimitsAndLocalVariables) {
  std::vector<KernelSignature> entries = parsePTXEntries(R"ptx(
.entry limited(.param .u64 a)
.maxntid 256, 1, 1
.minnctapersm 2
.maxnreg 40
{
	.reg .b32 	%r<2>;
	ld.local.b32 	%r1, [%rd1];
}
.entry unlimited()
{
	.local .align 8 .b8 	__local_depot0[16];
	griddepcontrol.wait;
}
)ptx");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].maxRegisters, 40);
  EXPECT_FALSE(entries[0].hasLocalVariables);
  EXPECT_EQ(entries[1].maxRegisters, 0);
  EXPECT_TRUE(entries[1].hasLocalVariables);
  EXPECT_FALSE(entries[0].waitsForKernels);
  EXPECT_TRUE(entries[1].waitsForKernels);
}

TEST(PTXEntries, ReadsRegistersOfFunctions) {
  std::string name = functionRegistersName;
  EXPECT_EQ(parseFunctionRegisters(".u32 " + name + " = 128;\n.entry k()"),
            128);
  for (std::string text : {"", ".entry k()", " = 1"})
    EXPECT_EQ(parseFunctionRegisters(text), 0) << text;
  for (std::string text : {"", " ", " =", " = x", " 5", "[2] = {1, 2}"})
    EXPECT_EQ(parseFunctionRegisters(name + text), 0) << text;
}

TEST(PTXEntries, AnyTextIsSafe) {
  for (const char *text :
       {"", ".entry", ".entry ", ".entry f", ".entry f(", ".entry f(.param",
        ".entry f(.param .u64", ".entry f(.param .b8 x[", ".entry f(.param ,,,",
        ".entry f(.param .align", ".entry f() .maxnreg",
        ".entry f() .maxnreg x", "/* .entry f(", "\n.entry f(.param .u64 a,)"})
    EXPECT_LE(parsePTXEntries(text).size(), 1u) << text;
}
