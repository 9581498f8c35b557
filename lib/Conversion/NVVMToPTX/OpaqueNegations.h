//===- OpaqueNegations.h - Hides negations from ptxas -----------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_NVVMTOPTX_OPAQUENEGATIONS_H
#define ZYN_LIB_CONVERSION_NVVMTOPTX_OPAQUENEGATIONS_H

namespace llvm {
class Function;
} // namespace llvm

namespace mlir::zyn {

/// Replaces integer negations that ptxas would drop with inline assembly that
/// computes the same: those of at most 32 bits that are an operand of a signed
/// max, in a function where the result of one is an operand of another one, and
/// likewise for min.
///
/// ptxas for sm_90 and sm_100 (known for 13.0; sm_80, sm_89 and sm_120 are not
/// affected) fuses two such ops to VIMNMX3. If the negation is the second
/// operand of the first op, it is lost. The smallest pattern, which computes
/// max(y, x, z) rather than max(y, -x, z), is
///
///   neg.s32 %b, %x;
///   max.s32 %d, %y, %b;
///   max.s32 %o, %d, %z;
///
/// ptxas recognizes all equivalent forms (0 - x, x * -1, x * -1 + 0) but for
/// ~x + 1, which LLVM itself would combine to a negation: hence the assembly,
/// inserted after LLVM's optimizations. It costs an instruction.
void makeNegationsOpaque(llvm::Function &function);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_NVVMTOPTX_OPAQUENEGATIONS_H
