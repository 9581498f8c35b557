//===- TensorCoreOps.td - A warp's matrix products ------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD
#define ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

/// What a thread holds of a matrix: pairs of elements.
class Kernel_Fragment<int pairs, list<Type> elements, string elementNames>
    : Type<FixedVectorOfShapeAndType<[pairs, 2], AnyTypeOf<elements>>.predicate,
           "vector<" # pairs # "x2> of " # elementNames, "::mlir::VectorType">;

def Kernel_MmaOp : Kernel_Op<"mma", [
    Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "Tensor-core product of a warp, 16x8x16";
  let description = [{
    `D = A·B + C` for a 16x16 A, a 16x8 B and 16x8 C and D, all 32 threads of
    the warp together. Each thread holds the parts of the matrices that the PTX
    ISA gives it ("Matrix fragments for mma.m16n8k16"): four pairs of A, two
    pairs of B, two pairs of the accumulator. A and B are f16 or bf16. All
    threads of the warp have to come here together.

    ```mlir
    gpu.module @m {
      gpu.func @f(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>,
                  %c: vector<2x2xf32>) kernel {
        %d = kernel.mma %a, %b, %c : vector<4x2xbf16>, vector<2x2xbf16>,
                                     vector<2x2xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
    Kernel_Fragment<4, [F16, BF16], "f16 or bf16">:$lhs,
    Kernel_Fragment<2, [F16, BF16], "f16 or bf16">:$rhs,
    Kernel_Fragment<2, [F32], "f32">:$accumulator);
  let results = (outs Kernel_Fragment<2, [F32], "f32">:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $accumulator attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($accumulator)
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD
