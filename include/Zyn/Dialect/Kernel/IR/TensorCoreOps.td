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

def Kernel_MmaFillOp : Kernel_Op<"mma.fill", [Pure,
    TypesMatchWith<"the value is of the fragment's element type", "result",
      "value",
      "::llvm::cast<::mlir::kernel::FragmentType>($_self).getStorageType()">]> {
  let summary = "A fragment whose elements are all the same";
  let description = [{
    Every element of the fragment is `value`. Becomes moves.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32) kernel {
        %0 = kernel.mma.fill %x : !kernel.fragment<16x8xf32, accumulator>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnyFloat, AnySignlessInteger]>:$value);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = "$value attr-dict `:` qualified(type($result))";
}

def Kernel_MmaUnpackOp : Kernel_Op<"mma.unpack", [Pure,
    TypesMatchWith<"the vector is what a thread holds of the fragment",
      "fragment", "result",
      "::llvm::cast<::mlir::kernel::FragmentType>($_self).getThreadVectorType()">]> {
  let summary = "The elements of a fragment that the thread holds";
  let description = [{
    The thread's elements in the order of the PTX ISA, which the type's
    description gives. Becomes no instruction.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: f32) kernel {
        %0 = kernel.mma.fill %x : !kernel.fragment<16x8xf32, accumulator>
        %1 = kernel.mma.unpack %0 : !kernel.fragment<16x8xf32, accumulator> // vector<4xf32>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_FragmentType:$fragment);
  let results = (outs AnyFixedVectorOfNonZeroRank:$result);
  let assemblyFormat = "$fragment attr-dict `:` qualified(type($fragment))";
  let hasFolder = 1;
}

def Kernel_MmaPackOp : Kernel_Op<"mma.pack", [Pure,
    TypesMatchWith<"the vector is what a thread holds of the fragment",
      "result", "elements",
      "::llvm::cast<::mlir::kernel::FragmentType>($_self).getThreadVectorType()">]> {
  let summary = "A fragment of the elements that each thread gives";
  let description = [{
    The inverse of `kernel.mma.unpack`. Becomes no instruction.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: vector<8xbf16>) kernel {
        %0 = kernel.mma.pack %x : !kernel.fragment<16x16xbf16, a>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins AnyFixedVectorOfNonZeroRank:$elements);
  let results = (outs Kernel_FragmentType:$result);
  let assemblyFormat = "$elements attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_TENSORCOREOPS_TD
