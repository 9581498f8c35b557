//===- RegisterSyntax.h - Parsing of registers and numbers ---- -*- C++ -*-===//
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

/// A parsed number whose type may only be known later.
struct Number {
  bool isFloat = false;
  APInt integer{65, 0};
  double real = 0;

  void negate();
};

/// Parses a register, r0 to r26.
ParseResult parseRegister(AsmParser &parser, unsigned &number);
/// Parses a register from a keyword that has already been consumed.
ParseResult parseRegister(AsmParser &parser, SMLoc loc, StringRef name,
                          unsigned &number);

/// Parses a number without a sign: 3, 0x1f, 0.5, inf, nan.
ParseResult parseUnsigned(AsmParser &parser, Number &number);
/// Parses a number with an optional sign and returns its bits in `type`, which
/// is i32 or f32.
FailureOr<uint32_t> parseImmediate(AsmParser &parser, Type type);
/// Returns the bits of a number in `type`; emits an error if it does not fit.
FailureOr<uint32_t> toBits(AsmParser &parser, const Number &number, Type type,
                           SMLoc loc);

/// Prints a number such that `parseImmediate` parses the same bits.
void printImmediate(raw_ostream &os, uint32_t bits, Type type);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_IR_REGISTERSYNTAX_H
