//===- ProductOpInterface.td - Ops that sum products ------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_PRODUCTOPINTERFACE_TD
#define ZYN_DIALECT_ZYN_IR_PRODUCTOPINTERFACE_TD

include "Zyn/Dialect/Zyn/IR/EpilogueOpInterface.td"

def Zyn_ProductOpInterface
    : OpInterface<"ProductOpInterface", [Zyn_EpilogueOpInterface]> {
  let description = [{
    A compute op each of whose results is a sum of products of elements of two
    operands, A and B. What distinguishes these ops is which elements are
    multiplied. They share what becomes of the sums, and the loops of kernels
    that multiply tiles of A and B.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<"A, whose elements are multiplied with those of B.",
                    "::mlir::Value", "getLhs">,
    InterfaceMethod<"B.", "::mlir::Value", "getRhs">,
    InterfaceMethod<"How exactly f32 is multiplied.",
                    "::mlir::zyn::MatmulPrecision", "getPrecision">
  ];
  let extraTraitClassDeclaration = [{
    ::mlir::Type getAccumulatorType() {
      return ::mlir::zyn::detail::getProductAccumulatorType(
          $_op.getOperation());
    }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_PRODUCTOPINTERFACE_TD
