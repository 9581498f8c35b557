//===- TensorMapTypes.cpp - Tensor maps for TMA ---------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

Type TensorMapType::getStorageType() const {
  if (getElementType().isTF32())
    return Float32Type::get(getContext());
  return getElementType();
}

int64_t TensorMapType::getBytes() const {
  int64_t bytes = getStorageType().getIntOrFloatBitWidth() / 8;
  for (int64_t size : getBox())
    bytes *= size;
  return bytes;
}

/// Parses a corner, such as `[1, -1]`.
static ParseResult parseCorner(AsmParser &parser,
                               SmallVector<int64_t> &corner) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(corner.emplace_back());
  });
}

Type TensorMapType::parse(AsmParser &parser) {
  SmallVector<int64_t> box, lower, upper, steps;
  Type element;
  unsigned swizzle = 0, l2 = 0;
  bool fillNaN = false;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(box, /*allowDynamic=*/false) ||
      parser.parseType(element))
    return Type();
  while (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc keywordLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword) || parser.parseEqual())
      return Type();
    ParseResult result = success();
    if (keyword == "swizzle")
      result = parser.parseInteger(swizzle);
    else if (keyword == "l2")
      result = parser.parseInteger(l2);
    else if (keyword == "fill") {
      result = parser.parseKeyword("nan");
      fillNaN = true;
    } else if (keyword == "im2col") {
      result = failure(parseCorner(parser, lower) ||
                       parser.parseKeyword("to") || parseCorner(parser, upper));
      if (succeeded(result) && succeeded(parser.parseOptionalKeyword("step")))
        result = parseCorner(parser, steps);
      else
        steps.assign(lower.size(), 1);
    } else
      result = parser.emitError(keywordLoc, "expected 'swizzle', 'l2', 'fill' "
                                            "or 'im2col', found '")
               << keyword << "'";
    if (result)
      return Type();
  }
  if (parser.parseGreater())
    return Type();
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    ArrayRef<int64_t>(box), element, swizzle, l2, fillNaN,
                    ArrayRef<int64_t>(lower), ArrayRef<int64_t>(upper),
                    ArrayRef<int64_t>(steps));
}

void TensorMapType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getBox());
  printer << "x" << getElementType();
  if (getSwizzle())
    printer << ", swizzle = " << getSwizzle();
  if (getL2())
    printer << ", l2 = " << getL2();
  if (getFillNaN())
    printer << ", fill = nan";
  if (isIm2col())
    printer << ", im2col = [" << getLower() << "] to [" << getUpper() << "]";
  if (llvm::any_of(getSteps(), [](int64_t step) { return step != 1; }))
    printer << " step [" << getSteps() << "]";
  printer << ">";
}

bool TensorMapType::isValidElement(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type, FloatTF32Type>(
          type))
    return true;
  if (isa<FloatType>(type))
    return type.getIntOrFloatBitWidth() == 8;
  return type.isSignlessInteger() &&
         llvm::is_contained({8, 16, 32, 64}, type.getIntOrFloatBitWidth());
}

/// Checks that the corners of the bounding box have as many coordinates as
/// images have spatial dimensions, in the ranges that a map can represent.
static LogicalResult verifyIm2col(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> box,
                                  ArrayRef<int64_t> lower,
                                  ArrayRef<int64_t> upper,
                                  ArrayRef<int64_t> steps) {
  if (lower.size() != upper.size() || lower.size() > limits::maxSpatialRank)
    return emitError() << "expected two corners of 1 to "
                       << limits::maxSpatialRank << " coordinates each, found "
                       << lower.size() << " and " << upper.size();
  if (box.size() != 2)
    return emitError() << "expected a tile of pixels x channels for im2col, "
                          "found "
                       << box.size() << " dimensions";
  if (box[0] < 1 || box[0] > limits::maxTilePixels)
    return emitError() << "expected 1 to " << limits::maxTilePixels
                       << " pixels, found " << box[0];
  int64_t limit = limits::im2colCornerLimit(lower.size());
  for (ArrayRef<int64_t> corner : {lower, upper})
    for (int64_t coordinate : corner)
      if (coordinate < -limit || coordinate >= limit)
        return emitError() << "expected corner coordinates from " << -limit
                           << " to " << limit - 1 << " with " << lower.size()
                           << " spatial dimensions, found " << coordinate;
  if (steps.size() != lower.size())
    return emitError() << "expected a step for each of " << lower.size()
                       << " spatial dimensions, found " << steps.size();
  for (int64_t step : steps)
    if (step < 1 || step > limits::maxTensorStep)
      return emitError() << "expected steps from 1 to " << limits::maxTensorStep
                         << ", found " << step;
  return success();
}

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, Type element, unsigned swizzle,
                      unsigned l2, bool fillNaN, ArrayRef<int64_t> lower,
                      ArrayRef<int64_t> upper, ArrayRef<int64_t> steps) {
  if (!isValidElement(element))
    return emitError() << "expected elements of i8, i16, i32, i64, f16, bf16, "
                          "f32, f64, tf32 or an 8-bit float, found "
                       << element;
  if (box.empty() || static_cast<int64_t>(box.size()) > limits::maxTensorRank)
    return emitError() << "expected a tile of 1 to " << limits::maxTensorRank
                       << " dimensions, found " << box.size();
  bool isIm2col = !lower.empty() || !upper.empty();
  if (isIm2col && failed(verifyIm2col(emitError, box, lower, upper, steps)))
    return failure();
  for (int64_t size : box.drop_front(isIm2col ? 1 : 0))
    if (size < 1 || size > limits::maxTileSize)
      return emitError() << "expected dimensions of a tile from 1 to "
                         << limits::maxTileSize << ", found " << size;
  if (!limits::isTensorSwizzle(swizzle))
    return emitError() << "expected a swizzle of 32, 64 or 128 bytes, found "
                       << swizzle;
  if (!limits::isTensorL2Promotion(l2))
    return emitError() << "expected 'l2' of 64, 128 or 256 bytes, found " << l2;
  int64_t bits = element.isTF32() ? 32 : element.getIntOrFloatBitWidth();
  int64_t rowBytes = box.back() * bits / 8;
  if (rowBytes % limits::tensorGranule != 0)
    return emitError() << "expected rows of a multiple of "
                       << limits::tensorGranule << " bytes, found " << rowBytes
                       << " bytes of " << box.back() << " x " << element;
  if (swizzle && rowBytes > swizzle)
    return emitError() << "expected rows of at most " << swizzle
                       << " bytes with 'swizzle = " << swizzle << "', found "
                       << rowBytes << " bytes of " << box.back() << " x "
                       << element << "; use several tiles";
  if (fillNaN && !isa<FloatType>(element))
    return emitError() << "expected floats for 'fill = nan', found " << element;
  if (fillNaN && bits == 8)
    return emitError() << "expected floats of at least 16 bits for 'fill = "
                          "nan', found "
                       << element;
  return success();
}
