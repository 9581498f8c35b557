//===- FragmentType.cpp - Matrices in registers ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

int64_t FragmentType::getNumThreads() const {
  return getHolder() == FragmentHolder::warp ? limits::warpSize
                                             : limits::warpgroupSize;
}

int64_t FragmentType::getElementsPerThread() const {
  return getRows() * getColumns() / getNumThreads();
}

Type FragmentType::getStorageType() const {
  return getElementType().isTF32() ? Float32Type::get(getContext())
                                   : getElementType();
}

int64_t FragmentType::getElementsPerRegister() const {
  return std::max<int64_t>(1, 32 / getStorageType().getIntOrFloatBitWidth());
}

int64_t FragmentType::getRegistersPerThread() const {
  return getElementsPerThread() / getElementsPerRegister();
}

VectorType FragmentType::getThreadVectorType() const {
  return VectorType::get(getElementsPerThread(), getStorageType());
}

std::pair<int64_t, int64_t> FragmentType::getElementPosition(int64_t i) const {
  int64_t width = getElementsPerRegister();
  int64_t inRegister = i % width, index = i / width;
  switch (getRole()) {
  case FragmentRole::a:
    return {8 * (index % 2), inRegister + 4 * width * (index / 2)};
  case FragmentRole::b:
    return {inRegister + 4 * width * index, 0};
  case FragmentRole::accumulator:
    return {8 * (i / 2 % 2), i % 2 + 8 * (i / 4)};
  }
  llvm_unreachable("not a role");
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

Type FragmentType::parse(AsmParser &parser) {
  SmallVector<int64_t, 2> shape;
  Type element;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  SMLoc shapeStart = parser.getCurrentLocation();
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma())
    return {};
  if (shape.size() != 2) {
    parser.emitError(shapeStart, "expected rows and columns, such as 16x8xf32, "
                                 "found ")
        << shape.size() << " dimensions";
    return {};
  }
  FailureOr<FragmentRole> role = FieldParser<FragmentRole>::parse(parser);
  if (failed(role))
    return {};
  FragmentHolder holder = FragmentHolder::warp;
  if (succeeded(parser.parseOptionalComma())) {
    FailureOr<FragmentHolder> parsed =
        FieldParser<FragmentHolder>::parse(parser);
    if (failed(parsed))
      return {};
    holder = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(start); },
                    parser.getContext(), shape[0], shape[1], element, *role,
                    holder);
}

void FragmentType::print(AsmPrinter &printer) const {
  printer << '<' << getRows() << 'x' << getColumns() << 'x' << getElementType()
          << ", " << stringifyEnum(getRole());
  if (getHolder() != FragmentHolder::warp)
    printer << ", " << stringifyEnum(getHolder());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Returns the sizes of K that a matmul of a warp supports.
static SmallVector<int64_t, 3> warpDepths(Type element) {
  if (element.isF16() || element.isBF16())
    return {8, 16};
  if (element.isTF32())
    return {4, 8};
  if (element.isF64())
    return {4, 8, 16};
  if (element.isSignlessInteger(8))
    return {16, 32};
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element))
    return {32};
  return {};
}

/// Returns K of a matmul of a warpgroup, which is 32 bytes, or 0 if the element
/// type is not supported.
static int64_t warpgroupDepth(Type element) {
  SmallVector<int64_t, 3> depths = warpDepths(element);
  return depths.empty() || element.isF64() ? 0 : depths.back();
}

/// Checks the shape against the legal ones for this role and element.
static LogicalResult verifyShape(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t rows, int64_t columns, Type element,
                                 ArrayRef<std::pair<int64_t, int64_t>> legal) {
  if (llvm::is_contained(legal, std::pair(rows, columns)))
    return success();
  InFlightDiagnostic error = emitError() << "expected a fragment of ";
  llvm::interleave(
      legal,
      [&](auto shape) {
        error << shape.first << 'x' << shape.second << 'x' << element;
      },
      [&] { error << " or "; });
  return error << ", found " << rows << 'x' << columns << 'x' << element;
}

static LogicalResult
verifyAccumulator(function_ref<InFlightDiagnostic()> emitError, int64_t rows,
                  int64_t columns, Type element, FragmentHolder holder) {
  bool isInteger = element.isSignlessInteger(32);
  bool isWarp = holder == FragmentHolder::warp;
  if (!isInteger && !element.isF32() && !element.isF16() && !element.isBF16() &&
      !(isWarp && element.isF64()))
    return emitError() << "expected an accumulator of f32, f16, bf16"
                       << (isWarp ? ", f64" : "") << " or i32, found "
                       << element;
  if (isWarp)
    return verifyShape(
        emitError, rows, columns, element,
        element.isF64() ? ArrayRef<std::pair<int64_t, int64_t>>{{8, 8}, {16, 8}}
                        : ArrayRef<std::pair<int64_t, int64_t>>{{16, 8}});
  if (rows == limits::wgmmaRows && columns >= limits::wgmmaColumnsStep &&
      columns <= limits::maxWgmmaColumns &&
      columns % limits::wgmmaColumnsStep == 0 &&
      (!isInteger || columns == 8 || columns == 24 || columns % 16 == 0))
    return success();
  return emitError() << "expected an accumulator of 64xN, N "
                     << (isInteger ? "8, 24, or a multiple of 16 up to 256"
                                   : "a multiple of 8 from 8 to 256")
                     << ", found " << rows << 'x' << columns << 'x' << element;
}

LogicalResult FragmentType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t rows, int64_t columns, Type element,
                                   FragmentRole role, FragmentHolder holder) {
  if (role == FragmentRole::accumulator)
    return verifyAccumulator(emitError, rows, columns, element, holder);
  if (holder == FragmentHolder::warpgroup) {
    if (role == FragmentRole::b)
      return emitError() << "expected role a or accumulator, found b; a "
                            "warpgroup's B is a tile of shared memory";
    int64_t depth = warpgroupDepth(element);
    if (depth == 0)
      return emitError() << "expected elements f16, bf16, tf32, f8E4M3FN, "
                            "f8E5M2 or i8, found "
                         << element;
    return verifyShape(emitError, rows, columns, element,
                       {{limits::wgmmaRows, depth}});
  }
  SmallVector<int64_t, 3> depths = warpDepths(element);
  if (depths.empty())
    return emitError() << "expected elements f16, bf16, tf32, f64, f8E4M3FN, "
                          "f8E5M2 or i8, found "
                       << element
                       << (element.isF32() ? "; the elements of a fragment of "
                                             "tf32 are f32 in memory"
                                           : "");
  SmallVector<std::pair<int64_t, int64_t>> legal;
  if (element.isF64() && role == FragmentRole::a)
    legal.push_back({8, 4});
  for (int64_t depth : depths)
    legal.push_back(role == FragmentRole::a
                        ? std::pair<int64_t, int64_t>{16, depth}
                        : std::pair<int64_t, int64_t>{depth, 8});
  return verifyShape(emitError, rows, columns, element, legal);
}
