//===- ZynOps.td - Ops of the zyn dialect ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYNOPS_TD
#define ZYN_DIALECT_ZYN_IR_ZYNOPS_TD

include "Zyn/Dialect/Zyn/IR/ZynDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Zyn_Op<string mnemonic, list<Trait> traits = []>
    : Op<Zyn_Dialect, mnemonic, traits>;

/// A scalar that has values and a size in memory. tf32 has none: it is f32
/// until tensor cores read it.
def Zyn_Element : AnyTypeOf<[
    Index, AnyComplex,
    ConfinedType<AnyInteger, [CPred<"$_self.getIntOrFloatBitWidth() > 0">]>,
    ConfinedType<AnyFloat,
                 [CPred<"!::llvm::isa<::mlir::FloatTF32Type>($_self)">]>]>;

/// A tensor before bufferization, a buffer after it.
def Zyn_Shaped : AnyTypeOf<[RankedTensorOf<[Zyn_Element]>,
                            StridedMemRefOf<[Zyn_Element]>],
    "ranked tensor or strided buffer of integers of at least one bit, floats "
    "other than tf32, complex numbers or index">;

/// What all computing ops share: destination style on tensors or buffers, a
/// region on scalars, results that have the types of the destinations.
class Zyn_ComputeOp<string mnemonic, list<Trait> traits = []>
    : Zyn_Op<mnemonic, traits # [
        AttrSizedOperandSegments,
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>,
        RecursivelySpeculatable]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code baseClassDeclaration = [{
    /// The destinations: one for each result on tensors.
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
  }];
}

def Zyn_MapOp : Zyn_ComputeOp<"map"> {
  let summary = "Computes every element of the results from the elements of the inputs";
  let description = [{
    For each index `(d0, d1, ...)` of the destinations, the body gets one
    element of each input and yields one element for each destination. All
    destinations have one shape; it is the iteration space.

    `indexing_maps` gives for each input the element that is read at an index:
    a projection of the dimensions, such as `(i, j) -> (j)` for a row that is
    broadcast over the first dimension; the default is the identity for every
    input. The destinations' old elements are not read.

    The body works on scalars, without side effects. `zyn.index` in it is the
    index along a dimension. Sizes that the maps tie together have to agree;
    dynamic ones are compared when the program runs.

    ```mlir
    func.func @bias(%x: tensor<?x32xf32>, %b: tensor<32xf32>,
                    %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
      %r = zyn.map ins(%x, %b : tensor<?x32xf32>, tensor<32xf32>)
                   outs(%y : tensor<?x32xf32>)
          indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
      ^bb0(%in: f32, %bias: f32):
        %sum = arith.addf %in, %bias : f32
        zyn.yield %sum : f32
      } -> tensor<?x32xf32>
      return %r : tensor<?x32xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$indexing_maps);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`indexing_maps` `=` $indexing_maps^)?
    attr-dict-with-keyword $body (`->` type($results)^)?
  }];
  let hasCanonicalizer = 1;
  let extraClassDeclaration = baseClassDeclaration # [{
    /// The map that input `i` is read through: the given one, or the identity.
    ::mlir::AffineMap getInputMap(unsigned i);
    /// Number of dimensions of the iteration space.
    unsigned getNumLoops() {
      return ::llvm::cast<::mlir::ShapedType>(getInits()[0].getType()).getRank();
    }
    ::mlir::Block *getBlock() { return &getBody().front(); }
  }];
}

def Zyn_ReduceOp : Zyn_ComputeOp<"reduce"> {
  let summary = "Combines the elements along some dimensions";
  let description = [{
    All inputs have one shape; `dimensions`, in increasing order, are combined
    away; the destinations have the shape that is left, and as many
    destinations as inputs are reduced together. The combiner gets the
    accumulators, then the elements, and yields the new accumulators; it has to
    be associative and commutative, because elements are combined in any
    order: float sums are therefore not bit for bit those of a sequential loop.
    The destinations' elements are combined in, once; over an empty dimension
    they are the result.

    ```mlir
    func.func @sum(%x: tensor<4x?xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %r = zyn.reduce ins(%x : tensor<4x?xf32>) outs(%y : tensor<4xf32>)
          dimensions = [1] {
      ^bb0(%sum: f32, %element: f32):
        %next = arith.addf %sum, %element : f32
        zyn.yield %next : f32
      } -> tensor<4xf32>
      return %r : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    `dimensions` `=` $dimensions
    attr-dict-with-keyword $combiner (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Block *getBlock() { return &getCombiner().front(); }
    /// The dimensions that are left, in increasing order.
    ::llvm::SmallVector<int64_t> getKeptDimensions();
  }];
}

def Zyn_MatmulOp : Zyn_ComputeOp<"matmul"> {
  let summary = "Product of matrices, batched";
  let description = [{
    `C = A·B`, or with `accumulate` `C = C + A·B`. A is `batch... x M x K`
    (`batch... x K x M` with `transpose_a`), B is `batch... x K x N`
    (`batch... x N x K` with `transpose_b`), the destination is
    `batch... x M x N`. A and B have one element type: f16, bf16, f32, f64 or
    i32. The sum is kept in f32 for f16, bf16 and f32, in f64 for f64, in
    wrapping i32 for i32, in any order of the terms, and f32 is not rounded to
    tf32. It is converted to the destination's element type, which is A's or
    the sum's.

    The epilogue, if there is one, gets the sum and one element of each of
    `epilogue_ins`, read through `epilogue_maps` (identity by default) on the
    destination's dimensions, and yields the element that is stored.

    ```mlir
    func.func @layer(%x: tensor<?x64xf16>, %w: tensor<64x32xf16>,
                     %b: tensor<32xf32>, %y: tensor<?x32xf16>) -> tensor<?x32xf16> {
      %r = zyn.matmul ins(%x, %w : tensor<?x64xf16>, tensor<64x32xf16>)
                      outs(%y : tensor<?x32xf16>)
          epilogue_ins(%b : tensor<32xf32>)
          epilogue_maps = [affine_map<(i, j) -> (j)>]
          epilogue {
      ^bb0(%sum: f32, %bias: f32):
        %biased = arith.addf %sum, %bias : f32
        %half = arith.truncf %biased : f32 to f16
        zyn.yield %half : f16
      } -> tensor<?x32xf16>
      return %r : tensor<?x32xf16>
    }
    ```
  }];
  let arguments = (ins Zyn_Shaped:$lhs, Zyn_Shaped:$rhs,
                       Variadic<Zyn_Shaped>:$epilogue_inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$epilogue_maps,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       UnitAttr:$accumulate);
  let regions = (region AnyRegion:$epilogue);
  let assemblyFormat = [{
    oilist(`transpose_a` $transpose_a | `transpose_b` $transpose_b
           | `accumulate` $accumulate)
    `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    `outs` `(` $inits `:` type($inits) `)`
    (`epilogue_ins` `(` $epilogue_inputs^ `:` type($epilogue_inputs) `)`)?
    (`epilogue_maps` `=` $epilogue_maps^)?
    (`epilogue` $epilogue^)?
    attr-dict-with-keyword (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    ::mlir::Value getInit() { return getInits()[0]; }
    /// The map that epilogue input `i` is read through.
    ::mlir::AffineMap getEpilogueMap(unsigned i);
    /// The type that products are summed in.
    ::mlir::Type getAccumulatorType();
    unsigned getRank() {
      return ::llvm::cast<::mlir::ShapedType>(getInit().getType()).getRank();
    }
    /// Positions of M and K in A, and of K and N in B.
    int64_t getLhsM() { return getRank() - (getTransposeA() ? 1 : 2); }
    int64_t getLhsK() { return getRank() - (getTransposeA() ? 2 : 1); }
    int64_t getRhsK() { return getRank() - (getTransposeB() ? 1 : 2); }
    int64_t getRhsN() { return getRank() - (getTransposeB() ? 2 : 1); }
  }];
}

def Zyn_IndexOp : Zyn_Op<"index", [Pure, HasParent<"MapOp">]> {
  let summary = "Index of the element that a map's body computes";
  let description = [{
    The index along dimension `dimension` of the map's iteration space.

    ```mlir
    func.func @iota(%y: tensor<8xi32>) -> tensor<8xi32> {
      %r = zyn.map outs(%y : tensor<8xi32>) {
        %i = zyn.index 0 : index
        %v = arith.index_cast %i : index to i32
        zyn.yield %v : i32
      } -> tensor<8xi32>
      return %r : tensor<8xi32>
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$dimension attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Zyn_YieldOp : Zyn_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["MapOp", "ReduceOp", "MatmulOp"]>]> {
  let summary = "Ends a body with the elements that it computed";
  let description = [{
    One value for each destination, of its element type. The example of
    `zyn.map` shows it in use.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // ZYN_DIALECT_ZYN_IR_ZYNOPS_TD
