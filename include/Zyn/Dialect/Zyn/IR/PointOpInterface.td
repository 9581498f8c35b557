//===- PointOpInterface.td - Ops on elements of points ---- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_POINTOPINTERFACE_TD
#define ZYN_DIALECT_ZYN_IR_POINTOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Zyn_PointOpInterface : OpInterface<"PointOpInterface"> {
  let description = [{
    A compute op whose only region works on one element of each operand, at a
    point of the iteration space, so that the regions of several such ops can
    become one. Operands are read at projections of the point.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        Whether the region combines an accumulator and an element of each input,
        in this order, over the points of a row. Otherwise, it is a body that
        computes an element of each result.
      }], "bool", "hasCombiner", (ins), [{}], [{ return false; }]>
  ];
}

#endif // ZYN_DIALECT_ZYN_IR_POINTOPINTERFACE_TD
