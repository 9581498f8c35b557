//===- InstanceEnums.td - Enumerations of the instance dialect  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_INSTANCE_IR_INSTANCEENUMS_TD
#define ZYN_DIALECT_INSTANCE_IR_INSTANCEENUMS_TD

include "mlir/IR/EnumAttr.td"

// The numbers are those of zynrt_trap_kind in Zyn/Runtime/InstanceABI.h.

def Instance_TrapKind : I32EnumAttr<"TrapKind", "reason of a trap", [
  I32EnumAttrCase<"unreachable", 0>,
  I32EnumAttrCase<"memory_bounds", 1>,
  I32EnumAttrCase<"table_bounds", 2>,
  I32EnumAttrCase<"undefined_element", 3>,
  I32EnumAttrCase<"uninitialized_element", 4>,
  I32EnumAttrCase<"call_type_mismatch", 5>,
  I32EnumAttrCase<"divide_by_zero", 6>,
  I32EnumAttrCase<"integer_overflow", 7>,
  I32EnumAttrCase<"invalid_conversion", 8>,
  I32EnumAttrCase<"stack_exhausted", 9>,
  I32EnumAttrCase<"unaligned_atomic", 10>,
  I32EnumAttrCase<"memory_exhausted", 11>
]> {
  let cppNamespace = "::mlir::instance";
}

// The numbers are the indices of zynrt_environment::buffers.

def Instance_Buffer : I32EnumAttr<"Buffer", "bytes outside of the memory", [
  I32EnumAttrCase<"shared", 0>,
  I32EnumAttrCase<"input", 1>,
  I32EnumAttrCase<"output", 2>
]> {
  let cppNamespace = "::mlir::instance";
}

/// What the threads proposal of WebAssembly has, and minima and maxima. `And`,
/// `Or` and `Xor` are capitalized, since `and`, `or` and `xor` are C++ keywords.
def Instance_AtomicKind : I32EnumAttr<"AtomicKind", "what an atomic computes", [
  I32EnumAttrCase<"add", 0>,
  I32EnumAttrCase<"sub", 1>,
  I32EnumAttrCase<"And", 2, "and">,
  I32EnumAttrCase<"Or", 3, "or">,
  I32EnumAttrCase<"Xor", 4, "xor">,
  I32EnumAttrCase<"exchange", 5>,
  I32EnumAttrCase<"min_s", 6>,
  I32EnumAttrCase<"min_u", 7>,
  I32EnumAttrCase<"max_s", 8>,
  I32EnumAttrCase<"max_u", 9>
]> {
  let cppNamespace = "::mlir::instance";
}

#endif // ZYN_DIALECT_INSTANCE_IR_INSTANCEENUMS_TD
