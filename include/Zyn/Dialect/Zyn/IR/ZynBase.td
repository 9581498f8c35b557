//===- ZynBase.td - Base classes of zyn ops -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYNBASE_TD
#define ZYN_DIALECT_ZYN_IR_ZYNBASE_TD

include "Zyn/Dialect/Zyn/IR/ZynDialect.td"
include "Zyn/Interfaces/ComputeOpInterface.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Zyn_Op<string mnemonic, list<Trait> traits = []>
    : Op<Zyn_Dialect, mnemonic, traits>;

/// The floats for which there is code. tf32 has no size in memory: it is stored
/// as f32 until tensor cores read it.
defvar zynFloats = [F8E4M3FN, F8E5M2, F16, BF16, F32, F64, F80, F128];
defvar zynFloatNames = "f8E4M3FN, f8E5M2, f16, bf16, f32, f64, f80 or f128";
defvar zynComplexFloats = [F16, BF16, F32, F64];
defvar zynComplexNames = "f16, bf16, f32 or f64";

/// A scalar that has a size in memory.
def Zyn_Element : AnyTypeOf<[
    Index, Complex<AnyTypeOf<zynComplexFloats>>, AnyTypeOf<zynFloats>,
    ConfinedType<AnyInteger, [CPred<"$_self.getIntOrFloatBitWidth() > 0">]>],
    !strconcat("integer of at least one bit, float (", zynFloatNames,
               "), complex number of ", zynComplexNames, ", or index")>;

/// A tensor before bufferization, a buffer after it.
def Zyn_Shaped : AnyTypeOf<[RankedTensorOf<[Zyn_Element]>,
                            StridedMemRefOf<[Zyn_Element]>],
    !strconcat("ranked tensor or strided buffer of integers of at least one "
               "bit, floats (", zynFloatNames, "), complex numbers of ",
               zynComplexNames, ", or index")>;

/// The base class of all compute ops: inputs, destinations in an operand group
/// `inits`, a region on scalars, and results with the types of the
/// destinations. `overridden` lists the methods of ComputeOpInterface with a
/// default implementation that the op overrides. `speculatability` states
/// whether the op may be executed although the program would not; without a
/// trait, it may not.
class Zyn_ComputeOp<string mnemonic, list<string> overridden = [],
                    list<Trait> traits = [],
                    list<Trait> speculatability = [RecursivelySpeculatable]>
    : Zyn_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<Zyn_ComputeOpInterface, overridden>,
        MemoryEffectsOpInterface,
        ReifyRankedShapedTypeOpInterface] # speculatability> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code baseClassDeclaration = [{
    /// The destinations: one for each result on tensors.
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
    void getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance>
            &effects) {
      ::mlir::zyn::getComputeEffects(*this, effects);
    }
    ::llvm::LogicalResult reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::zyn::reifyDestinationShapes(builder, *this, shapes);
    }
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_ZYNBASE_TD
