//===- KernelTypes.td - Types and attributes of the kernel dialect  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD
#define ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class Kernel_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Kernel_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

class Kernel_Attr<string name, string attrMnemonic>
    : AttrDef<Kernel_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Kernel_ConstantSpaceAttr : Kernel_Attr<"ConstantSpace", "constant"> {
  let summary = "Memory space of constants";
  let description = [{
    The memory space of a buffer of constants, which no thread writes: address
    space 4 of PTX. Upstream's `#gpu.address_space` has the others.
  }];
}

def Kernel_MBarrierType : Kernel_Type<"MBarrier", "mbarrier", [
    MemRefElementTypeInterface]> {
  let summary = "A barrier in shared memory that counts arrivals and bytes";
  let description = [{
    The element type of buffers of mbarriers, 8 bytes each, in shared memory.
    What it holds is only touched by the `kernel.mbarrier` ops. PTX ISA,
    "Parallel Synchronization and Communication Instructions: mbarrier".
  }];
}

#endif // ZYN_DIALECT_KERNEL_IR_KERNELTYPES_TD
