//===- EpilogueOpInterface.td - Ops with epilogues -------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_EPILOGUEOPINTERFACE_TD
#define ZYN_DIALECT_ZYN_IR_EPILOGUEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Zyn_EpilogueOpInterface : OpInterface<"EpilogueOpInterface"> {
  let description = [{
    A compute op whose results are sums, which an epilogue may change before
    they are stored in the first destination. Maps of the results can become a
    part of it.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<"The destination.", "::mlir::Value", "getInit">,
    InterfaceMethod<"The type of the sums, which the epilogue gets.",
                    "::mlir::Type", "getAccumulatorType">,
    InterfaceMethod<"Whether sums are added to the destination.", "bool",
                    "getAccumulate", (ins), "", "return false;">,
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

#endif // ZYN_DIALECT_ZYN_IR_EPILOGUEOPINTERFACE_TD
