//===- KernelToRuntime.h - Tensor maps in host code ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_KERNELTORUNTIME_KERNELTORUNTIME_H
#define ZYN_CONVERSION_KERNELTORUNTIME_KERNELTORUNTIME_H

namespace mlir {
class TypeConverter;

namespace zyn {

/// In host code, a tensor map is its 128 bytes, as an array: what a launch puts
/// among the arguments. For the lowerings of launches.
void populateTensorMapTypeConversion(TypeConverter &converter);

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTORUNTIME_KERNELTORUNTIME_H
