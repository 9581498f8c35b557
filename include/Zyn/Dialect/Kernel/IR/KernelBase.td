//===- KernelBase.td - Base classes of kernel ops -------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELBASE_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELBASE_TD

include "Zyn/Dialect/Kernel/IR/KernelDialect.td"
include "Zyn/Dialect/Kernel/IR/KernelEnums.td"
include "Zyn/Dialect/Kernel/IR/KernelInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// The target that an op requires: the compute capability times ten, the PTX
/// version times ten, and whether only that architecture supports it
/// ("sm_90a").
class Kernel_Target<int sm, int ptx, bit isArchSpecific = false> {
  string requirement = "return {" # sm # ", " # ptx # ", " #
                       !if(isArchSpecific, "true", "false") # "};";
}
def Kernel_AnyTarget : Kernel_Target<70, 70>;
def Kernel_Turing : Kernel_Target<75, 70>;
def Kernel_Ampere : Kernel_Target<80, 70>;
def Kernel_Hopper : Kernel_Target<90, 78>;
/// Targets with the asynchronous proxy.
def Kernel_AsyncProxy : Kernel_Target<90, 80>;
def Kernel_HopperOnly : Kernel_Target<90, 80, true>;

/// Ops of the dialect are executed by a function: lowerings rely on it.
def Kernel_InsideFunction : NativeOpTrait<"InsideFunction"> {
  let cppNamespace = "::mlir::kernel";
}

/// The op is executed by the threads of a device.
def Kernel_InsideKernel : NativeOpTrait<"InsideKernel"> {
  let cppNamespace = "::mlir::kernel";
}

/// An op of the dialect that host code executes. If the required target depends
/// on the op's types, it sets `dynamicTarget` and defines
/// `getTargetRequirement` itself.
class Kernel_HostOp<string mnemonic, list<Trait> traits = [],
                    Kernel_Target target = Kernel_AnyTarget,
                    bit dynamicTarget = false>
    : Op<Kernel_Dialect, mnemonic,
         !listconcat(traits, [Kernel_InsideFunction, !if(dynamicTarget,
             DeclareOpInterfaceMethods<Kernel_TargetRequirementInterface>,
             Kernel_TargetRequirementInterface)])> {
  code targetDeclaration = !if(dynamicTarget, "",
      "::mlir::kernel::TargetRequirement getTargetRequirement() { " #
      target.requirement # " }");
  let extraClassDeclaration = targetDeclaration;
}

/// An op of kernels, with the parameters of `Kernel_HostOp`.
class Kernel_Op<string mnemonic, list<Trait> traits = [],
                Kernel_Target target = Kernel_AnyTarget,
                bit dynamicTarget = false>
    : Kernel_HostOp<mnemonic, !listconcat(traits, [Kernel_InsideKernel]),
                    target, dynamicTarget>;

/// Element types of buffers, and the buffer types of operands and results.
def Kernel_BufferElement : Type<
    CPred<"::mlir::kernel::isBufferElement($_self)">,
    "integer or float of 1 to 8, 16, 32, 64 or 128 bits, complex of them, "
    "index or mbarrier">;
def Kernel_Buffer : MemRefOf<[Kernel_BufferElement]>;
def Kernel_Non0RankedBuffer : Non0RankedMemRefOf<[Kernel_BufferElement]>;
def Kernel_StridedBuffer : StridedMemRefOf<[Kernel_BufferElement]>;

#endif // ZYN_DIALECT_KERNEL_IR_KERNELBASE_TD
