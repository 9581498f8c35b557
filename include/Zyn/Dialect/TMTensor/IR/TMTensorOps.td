//===- TMTensorOps.td - The tm_tensor dialect ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_TMTENSOR_IR_TMTENSOROPS_TD
#define ZYN_DIALECT_TMTENSOR_IR_TMTENSOROPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::mlir::tm_tensor";
  let summary = "Ops on tensors that torch-mlir exports along with linalg";
  let description = [{
    Sorts, scans, scatters and attention, which linalg lacks, with the syntax
    and semantics of torch-mlir, so that its programs run as they are.
    `--convert-tm-tensor-to-zyn` converts them. Nothing in Zyn creates them.

    The ops are in destination-passing style on ranked tensors. Each has a result
    for each tensor of `outs`, with its type.
  }];
}

/// The base class of the ops: inputs, destinations, and results with the types
/// of the destinations.
class TMTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TMTensor_Dialect, mnemonic, traits # [AttrSizedOperandSegments]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

/// An op whose region combines or compares elements.
class TMTensor_RegionOp<string mnemonic, list<Trait> traits = []>
    : TMTensor_Op<mnemonic, traits # [
        RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let regions = (region SizedRegion<1>:$region);
  let hasRegionVerifier = 1;
  code baseClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getRegion().front(); }
  }];
}

def TMTensor_ScanOp : TMTensor_RegionOp<"scan"> {
  let summary = "Combines the elements before each element of a dimension";
  let description = [{
    Element `i` of the first result along `dimension` is the combination of the
    elements of the input up to `i`, or, unless `inclusive`, of the element of
    the second destination and the elements of the input before `i`. The region
    gets what has been combined so far and an element. The second result is the
    last combination; it has the shape of the input without the dimension.

    ```mlir
    func.func @sums(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %zero: tensor<4xf32>)
        -> tensor<4x8xf32> {
      %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xf32>)
          outs(%y, %zero : tensor<4x8xf32>, tensor<4xf32>) {
      ^bb0(%sum: f32, %element: f32):
        %next = arith.addf %sum, %element : f32
        tm_tensor.yield %next : f32
      } -> tensor<4x8xf32>, tensor<4xf32>
      return %r#0 : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension, BoolAttr:$inclusive);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration;
}

def TMTensor_ScatterOp : TMTensor_RegionOp<"scatter"> {
  let summary = "Combines slices with those of the destination at indices";
  let description = [{
    The inputs are the updates, of rank `1 + w`, and the indices, of shape
    `number of updates x depth`. Each update is a window of rank `w`, whose
    dimensions are the last ones of the destination. It starts at the indices of
    the update in the dimensions that `dimension_map` lists, one for each index,
    and at 0 in the others. The region gets an element of the update and that of
    the destination which it replaces, in the order of the updates, or, with
    `unique_indices`, in any order.

    ```mlir
    func.func @put(%x: tensor<6x5xf32>, %i: tensor<3x1xi64>, %u: tensor<3x1x5xf32>)
        -> tensor<6x5xf32> {
      %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
          ins(%u, %i : tensor<3x1x5xf32>, tensor<3x1xi64>)
          outs(%x : tensor<6x5xf32>) {
      ^bb0(%update: f32, %old: f32):
        tm_tensor.yield %update : f32
      } -> tensor<6x5xf32>
      return %r : tensor<6x5xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       DefaultValuedAttr<BoolAttr, "true">:$unique_indices);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration;
}

def TMTensor_SortOp : TMTensor_RegionOp<"sort"> {
  let summary = "Sorts along a dimension";
  let description = [{
    Sorts the destinations, which have the same shape, along `dimension`, and
    returns them. The region gets two elements of each destination, and yields
    whether those which come first may stay before the others.

    ```mlir
    func.func @order(%x: tensor<4x8xf32>, %i: tensor<4x8xi64>)
        -> (tensor<4x8xf32>, tensor<4x8xi64>) {
      %r:2 = tm_tensor.sort dimension(1)
          outs(%x, %i : tensor<4x8xf32>, tensor<4x8xi64>) {
      ^bb0(%x0: f32, %x1: f32, %i0: i64, %i1: i64):
        %ordered = arith.cmpf ole, %x0, %x1 : f32
        tm_tensor.yield %ordered : i1
      } -> tensor<4x8xf32>, tensor<4x8xi64>
      return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xi64>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration;
}

def TMTensor_TopKOp : TMTensor_RegionOp<"topk"> {
  let summary = "Selects the first elements of an order along a dimension";
  let description = [{
    Returns the first `k` elements of each line of the input along `dimension`,
    and their indices, where `k` is the size of the dimension in the
    destinations. The region gets two elements and yields whether the first one
    comes before the second one. Of equal elements, those with lower indices are
    selected. A second input would have the indices that are returned instead of
    those in the line.

    ```mlir
    func.func @best(%x: tensor<4x8xf32>, %v: tensor<4x2xf32>, %i: tensor<4x2xi32>)
        -> (tensor<4x2xf32>, tensor<4x2xi32>) {
      %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<4x8xf32>)
          outs(%v, %i : tensor<4x2xf32>, tensor<4x2xi32>) {
      ^bb0(%x0: f32, %x1: f32):
        %before = arith.cmpf ogt, %x0, %x1 : f32
        tm_tensor.yield %before : i1
      } -> tensor<4x2xf32>, tensor<4x2xi32>
      return %r#0, %r#1 : tensor<4x2xf32>, tensor<4x2xi32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration;
}

def TMTensor_AttentionOp : TMTensor_Op<"attention", [
    NoMemoryEffect, AlwaysSpeculatable]> {
  let summary = "Averages values with the softmax of products as weights";
  let description = [{
    Computes `softmax(Q·Kᵀ * scale + mask)·V` for each batch, where the default
    of `scale` is `1/sqrt(D)`. The inputs are the queries, `batch... x M x D`, the keys, `batch... x N x D`, the values,
    `batch... x N x E`, and optionally the mask, `batch... x M x N`. Its elements
    are floats, or i1: a query does not see the keys where it is false. A query
    that sees no key has the result 0.

    ```mlir
    func.func @attend(%q: tensor<6x5x8xf32>, %k: tensor<6x7x8xf32>,
                      %v: tensor<6x7x4xf32>, %m: tensor<6x5x7xi1>,
                      %y: tensor<6x5x4xf32>) -> tensor<6x5x4xf32> {
      %r = tm_tensor.attention {scale = 0.25 : f64}
          ins(%q, %k, %v, %m : tensor<6x5x8xf32>, tensor<6x7x8xf32>,
                               tensor<6x7x4xf32>, tensor<6x5x7xi1>)
          outs(%y : tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
      return %r : tensor<6x5x4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       OptionalAttr<F64Attr>:$scale);
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` (`->` type($results)^)?
  }];
}

def TMTensor_YieldOp : Op<TMTensor_Dialect, "yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["ScanOp", "ScatterOp", "SortOp", "TopKOp"]>]> {
  let summary = "Ends a region with what it computed";
  let description = "See the examples of the other ops.";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // ZYN_DIALECT_TMTENSOR_IR_TMTENSOROPS_TD
