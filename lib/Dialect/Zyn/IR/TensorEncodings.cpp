//===- TensorEncodings.cpp - Encodings of tensors -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::zyn;

ShapeAttr zyn::getShapeEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<ShapeAttr>(tensor.getEncoding()) : nullptr;
}

DeviceAttr zyn::getDevice(Type type) {
  if (ShapeAttr shape = getShapeEncoding(type))
    return shape.getDevice();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<DeviceAttr>(tensor.getEncoding()) : nullptr;
}

std::optional<int64_t> zyn::getMaxSize(ComputeOpInterface op, unsigned loop) {
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(kMaxSizesAttrName);
  if (!sizes || sizes[loop] < 0)
    return std::nullopt;
  return sizes[loop];
}

//===----------------------------------------------------------------------===//
// DeviceAttr
//===----------------------------------------------------------------------===//

std::string DeviceAttr::getName() const {
  std::string kind = stringifyDeviceKind(getKind()).str();
  return getKind() == DeviceKind::CUDA
             ? kind + ":" + std::to_string(getNumber())
             : kind;
}

/// Parses `cpu`, `cuda:N` or `emulate`.
static DeviceAttr parseDevice(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  std::optional<DeviceKind> kind;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    kind = symbolizeDeviceKind(keyword);
  if (!kind) {
    parser.emitError(loc, "expected a device: 'cpu', 'cuda:N' or 'emulate'");
    return {};
  }
  unsigned number = 0;
  if (*kind == DeviceKind::CUDA &&
      (parser.parseColon() || parser.parseInteger(number)))
    return {};
  return DeviceAttr::get(parser.getContext(), *kind, number);
}

Attribute DeviceAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  DeviceAttr device = parseDevice(parser);
  if (!device || parser.parseGreater())
    return {};
  return device;
}

void DeviceAttr::print(AsmPrinter &printer) const {
  printer << '<' << getName() << '>';
}

//===----------------------------------------------------------------------===//
// ShapeAttr
//===----------------------------------------------------------------------===//

namespace {
/// What is between the angle brackets of a `#zyn.shape`.
struct ShapeParser {
  AsmParser &parser;
  SmallVector<StringAttr> names;
  SmallVector<int64_t> maxima;
  DeviceAttr device;

  ParseResult parseElement() {
    if (succeeded(parser.parseOptionalKeyword("device"))) {
      if (device)
        return parser.emitError(parser.getCurrentLocation(),
                                "expected one device");
      return failure(parser.parseEqual() || !(device = parseDevice(parser)));
    }
    SMLoc loc = parser.getCurrentLocation();
    if (device)
      return parser.emitError(loc,
                              "expected the device to be the last element");
    if (succeeded(parser.parseOptionalKeyword("_"))) {
      names.push_back(StringAttr::get(parser.getContext()));
      maxima.push_back(0);
      return success();
    }
    std::string name;
    if (failed(parser.parseOptionalString(&name)))
      return parser.emitError(loc,
                              "expected the name of a size, such as \"M\", or "
                              "'_' for a dimension without a name");
    if (name.empty())
      return parser.emitError(loc, "expected a name that is not empty; '_' is "
                                   "a dimension without a name");
    int64_t max = 0;
    if (succeeded(parser.parseOptionalKeyword("max"))) {
      loc = parser.getCurrentLocation();
      if (parser.parseInteger(max))
        return failure();
      if (max < 1)
        return parser.emitError(loc, "expected a 'max' of at least 1, found ")
               << max;
    }
    names.push_back(StringAttr::get(parser.getContext(), name));
    maxima.push_back(max);
    return success();
  }
};
} // namespace

Attribute ShapeAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  ShapeParser shape{parser, {}, {}, {}};
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     [&] { return shape.parseElement(); }))
    return {};
  return parser.getChecked<ShapeAttr>(loc, parser.getContext(),
                                      ArrayRef(shape.names),
                                      ArrayRef(shape.maxima), shape.device);
}

void ShapeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(llvm::zip(getNames(), getMaxima()), printer,
                        [&](auto element) {
                          auto [name, max] = element;
                          if (name.empty())
                            printer << '_';
                          else
                            printer << name;
                          if (max)
                            printer << " max " << max;
                        });
  if (DeviceAttr device = getDevice())
    printer << (getNames().empty() ? "" : ", ")
            << "device = " << device.getName();
  printer << '>';
}

LogicalResult
ShapeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  ArrayRef<StringAttr> names, ArrayRef<int64_t> maxima,
                  DeviceAttr) {
  if (names.size() != maxima.size())
    return emitError() << "expected a maximum, or 0, for each of the "
                       << names.size() << " names, found " << maxima.size();
  llvm::SmallDenseMap<StringAttr, int64_t> known;
  for (auto [name, max] : llvm::zip(names, maxima)) {
    if (max < 0 || (max && name.empty()))
      return emitError() << "expected a 'max' of at least 1 for a name, found "
                         << max << " for " << name;
    int64_t &first = known.try_emplace(name, max).first->second;
    if (first && max && first != max)
      return emitError() << "expected one 'max' for " << name << ", found "
                         << first << " and " << max;
    first = std::max(first, max);
  }
  return success();
}

LogicalResult ShapeAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    llvm::function_ref<InFlightDiagnostic()> emitError) const {
  if (getNames().size() == shape.size())
    return success();
  return emitError() << "expected names, or '_', for the " << shape.size()
                     << " dimensions of the tensor, found " << getNames().size()
                     << " in " << *this;
}
