//===- KernelToRuntime.h - Tensor maps in host code -------------*- C++ -*-===//
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

/// Converts tensor maps in host code to an array of their 128 bytes, which
/// launches pass as an argument. Used by the lowerings of launches.
void populateTensorMapTypeConversion(TypeConverter &converter);

} // namespace zyn
} // namespace mlir

#endif // ZYN_CONVERSION_KERNELTORUNTIME_KERNELTORUNTIME_H
