//===- RegisterSyntax.h - Text of registers and numbers ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_IR_REGISTERSYNTAX_H
#define ZYN_LIB_DIALECT_VM_IR_REGISTERSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::vm {

/// A number as it was written: what it is for may be known only later.
struct Number {
  bool isFloat = false;
  APInt integer{65, 0};
  double real = 0;

  void negate();
};

/// r0 to r26.
ParseResult parseRegister(AsmParser &parser, unsigned &number);
/// The same, where the keyword has been read already.
ParseResult parseRegister(AsmParser &parser, SMLoc loc, StringRef name,
                          unsigned &number);

/// Reads a number without a sign: 3, 0x1f, 0.5, inf, nan.
ParseResult parseUnsigned(AsmParser &parser, Number &number);
/// Reads a number with or without a sign as the bits of `type`, i32 or f32.
FailureOr<uint32_t> parseImmediate(AsmParser &parser, Type type);
/// The bits of a number in a type; an error if it does not fit.
FailureOr<uint32_t> toBits(AsmParser &parser, const Number &number, Type type,
                           SMLoc loc);

/// Prints what `parseImmediate` reads.
void printImmediate(raw_ostream &os, uint32_t bits, Type type);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_IR_REGISTERSYNTAX_H
