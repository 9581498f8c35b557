//===- KernelEnums.td - Enumerations of the kernel dialect -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELENUMS_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELENUMS_TD

include "mlir/IR/EnumAttr.td"

class Kernel_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::kernel";
}

def Kernel_Dimension : Kernel_Enum<"Dimension", "a dimension of the grid or block", [
  I32EnumAttrCase<"x", 0>, I32EnumAttrCase<"y", 1>, I32EnumAttrCase<"z", 2>
]>;

/// The threads for which an atomic or a fence takes effect.
def Kernel_Scope : Kernel_Enum<"Scope", "a set of threads", [
  I32EnumAttrCase<"thread", 0>, I32EnumAttrCase<"warp", 1>,
  I32EnumAttrCase<"block", 2>, I32EnumAttrCase<"cluster", 3>,
  I32EnumAttrCase<"device", 4>, I32EnumAttrCase<"system", 5>
]>;

def Kernel_MemoryOrder : Kernel_Enum<"MemoryOrder", "what an atomic orders", [
  I32EnumAttrCase<"relaxed", 0>, I32EnumAttrCase<"acquire", 1>,
  I32EnumAttrCase<"release", 2>, I32EnumAttrCase<"acq_rel", 3>
]>;

/// The caches that a copy from global to shared memory goes through.
def Kernel_CopyCache : Kernel_Enum<"CopyCache", "caches of an asynchronous copy", [
  I32EnumAttrCase<"automatic", 0, "default">, I32EnumAttrCase<"l1", 1>,
  I32EnumAttrCase<"l2", 2>, I32EnumAttrCase<"streaming", 3>
]>;

/// The matrix of a matmul that a fragment belongs to.
def Kernel_FragmentRole : Kernel_Enum<"FragmentRole", "a matrix of a matmul", [
  I32EnumAttrCase<"a", 0>, I32EnumAttrCase<"b", 1>,
  I32EnumAttrCase<"accumulator", 2>
]>;

/// The threads that hold a fragment together: a warp, or a warpgroup of four.
def Kernel_FragmentHolder : Kernel_Enum<"FragmentHolder", "threads that hold a fragment", [
  I32EnumAttrCase<"warp", 0>, I32EnumAttrCase<"warpgroup", 1>
]>;

def Kernel_RegisterAction : Kernel_Enum<"RegisterAction", "a change of a thread's registers", [
  I32EnumAttrCase<"increase", 0>, I32EnumAttrCase<"decrease", 1>
]>;

/// How TMA combines a tile with a buffer.
def Kernel_TmaReduction : Kernel_Enum<"TmaReduction", "a reduction by TMA", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"min", 1>,
  I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"inc", 3>,
  I32EnumAttrCase<"dec", 4>, I32EnumAttrCase<"bit_and", 5, "and">,
  I32EnumAttrCase<"bit_or", 6, "or">, I32EnumAttrCase<"bit_xor", 7, "xor">
]>;

def Kernel_FlopUnit : Kernel_Enum<"FlopUnit", "what performs floating-point operations", [
  I32EnumAttrCase<"cuda_f32", 0>, I32EnumAttrCase<"cuda_f64", 1>,
  I32EnumAttrCase<"tensor_8", 2>, I32EnumAttrCase<"tensor_16", 3>,
  I32EnumAttrCase<"tensor_tf32", 4>, I32EnumAttrCase<"tensor_tf32x3", 5>,
  I32EnumAttrCase<"tensor_f64", 6>
]>;

#endif // ZYN_DIALECT_KERNEL_IR_KERNELENUMS_TD
