//===- Passes.td - Conversions between dialects ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_PASSES_TD
#define ZYN_CONVERSION_PASSES_TD

include "Zyn/Conversion/BF16ToInteger/Passes.td"
include "Zyn/Conversion/ControlFlowToRuntime/Passes.td"
include "Zyn/Conversion/DeviceToNVVM/Passes.td"
include "Zyn/Conversion/Float8ToInteger/Passes.td"
include "Zyn/Conversion/GPUToKernel/Passes.td"
include "Zyn/Conversion/GPUToRuntime/Passes.td"
include "Zyn/Conversion/InstanceToKernel/Passes.td"
include "Zyn/Conversion/InstanceToRuntime/Passes.td"
include "Zyn/Conversion/KernelToEmulator/Passes.td"
include "Zyn/Conversion/KernelToGPU/Passes.td"
include "Zyn/Conversion/KernelToRuntime/Passes.td"
include "Zyn/Conversion/LinalgToHostLoops/Passes.td"
include "Zyn/Conversion/LLVMToRuntime/Passes.td"
include "Zyn/Conversion/LinalgToZyn/Passes.td"
include "Zyn/Conversion/MathToNVVM/Passes.td"
include "Zyn/Conversion/MathToPolynomials/Passes.td"
include "Zyn/Conversion/MemRefToRuntime/Passes.td"
include "Zyn/Conversion/NVGPUToKernel/Passes.td"
include "Zyn/Conversion/NVVMToPTX/Passes.td"
include "Zyn/Conversion/SCFToRuntime/Passes.td"
include "Zyn/Conversion/TMTensorToZyn/Passes.td"
include "Zyn/Conversion/TosaToZyn/Passes.td"
include "Zyn/Conversion/VMToFunc/Passes.td"
include "Zyn/Conversion/ZynToKernel/Passes.td"
include "Zyn/Conversion/ZynToLinalg/Passes.td"
include "Zyn/Conversion/ZynToRuntime/Passes.td"

#endif // ZYN_CONVERSION_PASSES_TD
