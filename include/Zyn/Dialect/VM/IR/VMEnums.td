//===- VMEnums.td - Enumerations of the vm dialect ------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMENUMS_TD
#define ZYN_DIALECT_VM_IR_VMENUMS_TD

include "mlir/IR/EnumAttr.td"

class VM_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::vm";
}

// The numbers are part of the executable format (docs/vm-machine.md).

def VM_OracleKind : VM_Enum<"OracleKind", "function of an oracle", [
  I32EnumAttrCase<"addi", 0>,
  I32EnumAttrCase<"subi", 1>,
  I32EnumAttrCase<"muli", 2>,
  I32EnumAttrCase<"mulhui", 3>,
  I32EnumAttrCase<"divsi", 4>,
  I32EnumAttrCase<"divui", 5>,
  I32EnumAttrCase<"remsi", 6>,
  I32EnumAttrCase<"remui", 7>,
  I32EnumAttrCase<"shli", 8>,
  I32EnumAttrCase<"shrsi", 9>,
  I32EnumAttrCase<"shrui", 10>,
  I32EnumAttrCase<"andi", 11>,
  I32EnumAttrCase<"ori", 12>,
  I32EnumAttrCase<"xori", 13>,
  I32EnumAttrCase<"minsi", 14>,
  I32EnumAttrCase<"maxsi", 15>,
  I32EnumAttrCase<"minui", 16>,
  I32EnumAttrCase<"maxui", 17>,
  I32EnumAttrCase<"eq", 18>,
  I32EnumAttrCase<"ne", 19>,
  I32EnumAttrCase<"slt", 20>,
  I32EnumAttrCase<"sle", 21>,
  I32EnumAttrCase<"ult", 22>,
  I32EnumAttrCase<"ule", 23>,
  I32EnumAttrCase<"popcount", 24>,
  I32EnumAttrCase<"clz", 25>,
  I32EnumAttrCase<"addf", 26>,
  I32EnumAttrCase<"subf", 27>,
  I32EnumAttrCase<"mulf", 28>,
  I32EnumAttrCase<"divf", 29>,
  I32EnumAttrCase<"minf", 30>,
  I32EnumAttrCase<"maxf", 31>,
  I32EnumAttrCase<"oeq", 32>,
  I32EnumAttrCase<"une", 33>,
  I32EnumAttrCase<"olt", 34>,
  I32EnumAttrCase<"ole", 35>,
  I32EnumAttrCase<"sqrt", 36>,
  I32EnumAttrCase<"floor", 37>,
  I32EnumAttrCase<"sin", 38>,
  I32EnumAttrCase<"cos", 39>,
  I32EnumAttrCase<"exp", 40>,
  I32EnumAttrCase<"log", 41>,
  I32EnumAttrCase<"pow", 42>,
  I32EnumAttrCase<"sitofp", 43>,
  I32EnumAttrCase<"uitofp", 44>,
  I32EnumAttrCase<"fptosi", 45>,
  I32EnumAttrCase<"random", 46>,
  I32EnumAttrCase<"randomf", 47>,
  I32EnumAttrCase<"select", 48>
]>;

def VM_Predicate : VM_Enum<"Predicate", "comparison of a branch", [
  I32EnumAttrCase<"eq", 0>,
  I32EnumAttrCase<"ne", 1>,
  I32EnumAttrCase<"slt", 2>,
  I32EnumAttrCase<"sle", 3>,
  I32EnumAttrCase<"sgt", 4>,
  I32EnumAttrCase<"sge", 5>,
  I32EnumAttrCase<"ult", 6>,
  I32EnumAttrCase<"ule", 7>,
  I32EnumAttrCase<"ugt", 8>,
  I32EnumAttrCase<"uge", 9>,
  I32EnumAttrCase<"oeq", 10>,
  I32EnumAttrCase<"une", 11>,
  I32EnumAttrCase<"olt", 12>,
  I32EnumAttrCase<"ole", 13>,
  I32EnumAttrCase<"ogt", 14>,
  I32EnumAttrCase<"oge", 15>
]>;

def VM_AtomicKind : VM_Enum<"AtomicKind", "atomic operation", [
  I32EnumAttrCase<"addi", 0>,
  I32EnumAttrCase<"addf", 1>,
  I32EnumAttrCase<"minsi", 2>,
  I32EnumAttrCase<"maxsi", 3>,
  I32EnumAttrCase<"minui", 4>,
  I32EnumAttrCase<"maxui", 5>,
  I32EnumAttrCase<"andi", 6>,
  I32EnumAttrCase<"ori", 7>,
  I32EnumAttrCase<"xori", 8>,
  I32EnumAttrCase<"exchange", 9>,
  I32EnumAttrCase<"cas", 10>
]>;

def VM_BufferKind : VM_Enum<"BufferKind", "visibility of a buffer", [
  I32EnumAttrCase<"shared", 0>, I32EnumAttrCase<"instance", 1>,
  I32EnumAttrCase<"channel", 2>
]>;

def VM_BufferRole : VM_Enum<"BufferRole", "role of a buffer in a run", [
  I32EnumAttrCase<"temporary", 0>, I32EnumAttrCase<"input", 1>,
  I32EnumAttrCase<"output", 2>, I32EnumAttrCase<"inout", 3>
]>;

def VM_MatrixFormat : VM_Enum<"MatrixFormat", "storage format of a matrix", [
  I32EnumAttrCase<"csr", 0>, I32EnumAttrCase<"dense", 1>
]>;

#endif // ZYN_DIALECT_VM_IR_VMENUMS_TD
