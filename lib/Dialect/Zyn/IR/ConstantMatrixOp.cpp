//===- ConstantMatrixOp.cpp - The op zyn.constant_matrix ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns integers, or nothing if they are in a resource that does not have
/// them.
static std::optional<SmallVector<int64_t>> readIntegers(ElementsAttr elements) {
  if (auto dense = dyn_cast<DenseIntElementsAttr>(elements))
    return llvm::map_to_vector(
        dense.getValues<APInt>(),
        [](const APInt &value) { return value.getSExtValue(); });
  AsmResourceBlob *blob =
      cast<DenseResourceElementsAttr>(elements).getRawHandle().getBlob();
  auto integer = dyn_cast<IntegerType>(elements.getElementType());
  size_t bytes = integer ? integer.getWidth() / 8 : sizeof(int64_t);
  if (!blob || blob->getData().size() != elements.getNumElements() * bytes)
    return std::nullopt;
  SmallVector<int64_t> values;
  for (int64_t i = 0; i < elements.getNumElements(); ++i) {
    const char *at = blob->getData().data() + i * bytes;
    switch (bytes) {
    case 1:
      values.push_back(static_cast<int8_t>(*at));
      break;
    case 2:
      values.push_back(
          llvm::support::endian::read<int16_t>(at, llvm::endianness::native));
      break;
    case 4:
      values.push_back(
          llvm::support::endian::read<int32_t>(at, llvm::endianness::native));
      break;
    default:
      values.push_back(
          llvm::support::endian::read<int64_t>(at, llvm::endianness::native));
    }
  }
  return values;
}

/// Checks the order and the range of the columns of a row.
static LogicalResult verifyColumns(ConstantMatrixOp op, int64_t row,
                                   ArrayRef<int64_t> columns) {
  int64_t previous = -1, numColumns = *op.getNumColumns();
  for (int64_t column : columns) {
    if (column < 0 || column >= numColumns)
      return op.emitOpError("expected columns of at least 0 and below "
                            "'num_columns', ")
             << numColumns << ", found " << column << " in row " << row;
    if (column <= previous)
      return op.emitOpError("expected columns that increase in each row, "
                            "found ")
             << column << " after " << previous << " in row " << row;
    previous = column;
  }
  return success();
}

/// Checks the arrays of a matrix in CSR format.
static LogicalResult verifyCSR(ConstantMatrixOp op) {
  if (!op.getOffsets() || !op.getColumns() || !op.getNumColumns())
    return op.emitOpError("expected 'offsets', 'columns' and 'num_columns' of "
                          "a matrix in CSR format");
  ElementsAttr offsets = *op.getOffsets(), columns = *op.getColumns();
  for (ElementsAttr elements : op.getElements())
    if (elements.getShapedType().getRank() != 1)
      return op.emitOpError("expected row offsets, columns and values of rank "
                            "1, found ")
             << elements.getShapedType();
  if (failed(verifyIndexType(op, "row offsets", offsets.getShapedType())) ||
      failed(verifyIndexType(op, "columns", columns.getShapedType())))
    return failure();
  int64_t numValues = op.getValues().getNumElements();
  if (columns.getNumElements() != numValues)
    return op.emitOpError("expected as many columns as values, found ")
           << columns.getNumElements() << " and " << numValues;
  if (offsets.empty())
    return op.emitOpError("expected one row offset more than rows, found none");
  std::optional<SmallVector<int64_t>> rows = readIntegers(offsets),
                                      allColumns = readIntegers(columns);
  if (!rows || !allColumns)
    return op.emitOpError("expected a resource with all elements of ")
           << (rows ? "'columns'" : "'offsets'");
  if (rows->front() != 0 || rows->back() != numValues)
    return op.emitOpError("expected row offsets from 0 to the number of "
                          "values, ")
           << numValues << ", found " << rows->front() << " to "
           << rows->back();
  for (int64_t row = 0, last = rows->size() - 1; row < last; ++row) {
    int64_t first = (*rows)[row], end = (*rows)[row + 1];
    if (end < first)
      return op.emitOpError("expected row offsets that do not decrease, found ")
             << end << " after " << first;
    if (end > numValues)
      return op.emitOpError("expected row offsets up to the number of values, ")
             << numValues << ", found " << end;
    if (failed(verifyColumns(op, row,
                             ArrayRef(*allColumns).slice(first, end - first))))
      return failure();
  }
  return success();
}

LogicalResult ConstantMatrixOp::verify() {
  if (getFormat() == MatrixFormat::CSR)
    return verifyCSR(*this);
  if (getOffsets() || getColumns() || getNumColumns())
    return emitOpError("has 'offsets', 'columns' or 'num_columns', which are "
                       "only valid with the format csr");
  if (getValues().getShapedType().getRank() != 2)
    return emitOpError("expected values of rank 2, found ")
           << getValues().getShapedType();
  return success();
}

/// Returns those of the attributes that are results.
static SmallVector<ElementsAttr>
getElementsOf(std::optional<ElementsAttr> offsets,
              std::optional<ElementsAttr> columns, ElementsAttr values) {
  SmallVector<ElementsAttr> elements;
  for (std::optional<ElementsAttr> indices : {offsets, columns})
    if (indices)
      elements.push_back(*indices);
  elements.push_back(values);
  return elements;
}

SmallVector<ElementsAttr> ConstantMatrixOp::getElements() {
  return getElementsOf(getOffsets(), getColumns(), getValues());
}

LogicalResult ConstantMatrixOp::inferReturnTypes(MLIRContext *,
                                                 std::optional<Location>,
                                                 Adaptor adaptor,
                                                 SmallVectorImpl<Type> &types) {
  for (ElementsAttr elements : getElementsOf(
           adaptor.getOffsets(), adaptor.getColumns(), adaptor.getValues()))
    types.push_back(elements.getShapedType());
  return success();
}
