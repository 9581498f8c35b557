//===- SparseMatrix.cpp - Constant matrices in CSR format -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseMatrix.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

std::optional<StoredMatrix> StoredMatrix::get(Value tensor) {
  ElementsAttr elements;
  if (auto constant = tensor.getDefiningOp<ConstantMatrixOp>()) {
    if (constant.getFormat() == MatrixFormat::CSR)
      return std::nullopt;
    elements = constant.getValues();
  } else if (!matchPattern(tensor, m_Constant(&elements))) {
    return std::nullopt;
  }
  StoredMatrix matrix;
  matrix.element = elements.getElementType();
  if (!matrix.element.isIntOrFloat() ||
      matrix.element.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  matrix.elementBytes = matrix.element.getIntOrFloatBitWidth() / 8;
  ArrayRef<int64_t> shape = elements.getShapedType().getShape();
  if (shape.empty())
    return std::nullopt;
  matrix.numColumns = shape.back();
  for (int64_t size : shape.drop_back())
    matrix.numRows *= size;
  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(elements)) {
    matrix.isSplat = dense.isSplat();
    matrix.bytes = dense.getRawData();
    return matrix;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob || static_cast<int64_t>(blob->getData().size()) !=
                   matrix.numRows * matrix.numColumns * matrix.elementBytes)
    return std::nullopt;
  matrix.bytes = blob->getData();
  return matrix;
}

bool StoredMatrix::isZero(int64_t row, int64_t column) const {
  ArrayRef<char> stored = getElement(row, column);
  // The last byte has the sign, since the order of bytes is that of the host.
  static_assert(llvm::endianness::native == llvm::endianness::little);
  char signBit = isa<FloatType>(element) ? static_cast<char>(0x80) : 0;
  return llvm::all_of(stored.drop_back(),
                      [](char byte) { return byte == 0; }) &&
         (stored.back() & ~signBit) == 0;
}

int64_t StoredMatrix::countNonZeros() const {
  if (numRows == 0 || numColumns == 0)
    return 0;
  if (isSplat)
    return isZero(0, 0) ? 0 : numRows * numColumns;
  int64_t count = 0;
  for (int64_t row = 0; row < numRows; ++row)
    for (int64_t column = 0; column < numColumns; ++column)
      count += !isZero(row, column);
  return count;
}

ConstantMatrixOp StoredMatrix::createCSR(OpBuilder &builder, Location loc,
                                         bool isTransposed) const {
  int64_t rows = isTransposed ? numColumns : numRows,
          columns = isTransposed ? numRows : numColumns;
  SmallVector<int32_t> offsets = {0}, indices;
  SmallVector<char> values;
  bool isEmpty = countNonZeros() == 0;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns && !isEmpty; ++j) {
      int64_t row = isTransposed ? j : i, column = isTransposed ? i : j;
      if (isZero(row, column))
        continue;
      indices.push_back(j);
      llvm::append_range(values, getElement(row, column));
    }
    offsets.push_back(indices.size());
  }
  auto getType = [](int64_t size, Type type) {
    return RankedTensorType::get(size, type);
  };
  Type index = builder.getI32Type();
  int64_t numValues = indices.size();
  auto type = getType(numValues, element);
  auto stored = isEmpty ? DenseElementsAttr::get(type, ArrayRef<Attribute>())
                        : DenseElementsAttr::getFromRawBuffer(type, values);
  return ConstantMatrixOp::create(
      builder, loc, MatrixFormat::CSR,
      DenseElementsAttr::get(getType(offsets.size(), index),
                             ArrayRef<int32_t>(offsets)),
      DenseElementsAttr::get(getType(numValues, index),
                             ArrayRef<int32_t>(indices)),
      builder.getI64IntegerAttr(columns), stored);
}
