//===- ProductOpInterface.td - Ops that sum products ------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_PRODUCTOPINTERFACE_TD
#define ZYN_DIALECT_ZYN_IR_PRODUCTOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Zyn_ProductOpInterface : OpInterface<"ProductOpInterface"> {
  let description = [{
    A compute op each of whose results is a sum of products of elements of two
    operands, A and B, which an epilogue may change before it is stored. What
    distinguishes these ops is which elements are multiplied. They share what
    becomes of the sums, and the loops of kernels that multiply tiles of A and
    B.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<"A, whose elements are multiplied with those of B.",
                    "::mlir::Value", "getLhs">,
    InterfaceMethod<"B.", "::mlir::Value", "getRhs">,
    InterfaceMethod<"The destination.", "::mlir::Value", "getInit">,
    InterfaceMethod<"Whether sums are added to the destination.", "bool",
                    "getAccumulate">,
    InterfaceMethod<"How exactly f32 is multiplied.",
                    "::mlir::zyn::MatmulPrecision", "getPrecision">,
    InterfaceMethod<[{
        The region that computes what is stored from a sum and an element of
        each epilogue input. Without one, it is empty.
      }], "::mlir::Region &", "getEpilogue">,
    InterfaceMethod<"The operands that the epilogue reads elements of.",
                    "::mlir::OperandRange", "getEpilogueInputs">,
    InterfaceMethod<[{
        Indexing maps from the destination's dimensions to the indices of each
        epilogue input; if absent, all are identities.
      }], "::std::optional<::mlir::ArrayAttr>", "getEpilogueMaps">,
    InterfaceMethod<"The same operands as `getEpilogueInputs`, to change them.",
                    "::mlir::MutableOperandRange", "getEpilogueInputsMutable">,
    InterfaceMethod<"Sets the indexing maps of the epilogue inputs.", "void",
                    "setEpilogueMapsAttr", (ins "::mlir::ArrayAttr":$maps)>
  ];
  let extraSharedClassDeclaration = [{
    /// The type in which products are summed.
    ::mlir::Type getAccumulatorType() {
      return ::mlir::zyn::detail::getAccumulatorType($_op.getOperation());
    }
    /// The indexing map of epilogue input `i`.
    ::mlir::AffineMap getEpilogueMap(unsigned i) {
      return ::mlir::zyn::detail::getEpilogueMap($_op.getOperation(), i);
    }
    /// The number of dimensions of the destination.
    unsigned getRank() {
      return ::llvm::cast<::mlir::ShapedType>($_op.getInit().getType())
          .getRank();
    }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_PRODUCTOPINTERFACE_TD
