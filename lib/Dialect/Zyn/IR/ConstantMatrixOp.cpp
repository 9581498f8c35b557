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

static int64_t getElementBytes(ElementsAttr elements) {
  Type type = elements.getElementType();
  return type.isIndex() ? sizeof(int64_t)
                        : llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Whether elements that are in a resource are all there.
static bool hasAllElements(ElementsAttr elements) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource)
    return true;
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  int64_t bytes = getElementBytes(elements);
  return blob && blob->getData().size() % bytes == 0 &&
         static_cast<int64_t>(blob->getData().size() / bytes) ==
             elements.getNumElements();
}

/// Returns an element of integers that are all there.
static int64_t getInteger(ElementsAttr elements, int64_t i) {
  if (auto dense = dyn_cast<DenseIntElementsAttr>(elements))
    return dense.getValues<APInt>()[i].getSExtValue();
  using llvm::support::endian::read;
  constexpr llvm::endianness native = llvm::endianness::native;
  int64_t bytes = getElementBytes(elements);
  auto resource = cast<DenseResourceElementsAttr>(elements);
  const char *at =
      resource.getRawHandle().getBlob()->getData().data() + i * bytes;
  switch (bytes) {
  case 1:
    return static_cast<int8_t>(*at);
  case 2:
    return read<int16_t>(at, native);
  case 4:
    return read<int32_t>(at, native);
  default:
    return read<int64_t>(at, native);
  }
}

/// Checks the order and the range of the columns of a row, whose elements have
/// the numbers from `first` to `end`.
static LogicalResult verifyColumns(ConstantMatrixOp op, int64_t row,
                                   int64_t first, int64_t end) {
  int64_t previous = -1, numColumns = *op.getNumColumns();
  for (int64_t i = first; i < end; ++i) {
    int64_t column = getInteger(*op.getColumns(), i);
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
  int64_t last = offsets.getNumElements() - 1;
  int64_t front = getInteger(offsets, 0), back = getInteger(offsets, last);
  if (front != 0 || back != numValues)
    return op.emitOpError("expected row offsets from 0 to the number of "
                          "values, ")
           << numValues << ", found " << front << " to " << back;
  // There may be very many empty rows.
  if (offsets.isSplat())
    return success();
  for (int64_t row = 0; row < last; ++row) {
    int64_t first = getInteger(offsets, row),
            end = getInteger(offsets, row + 1);
    if (end < first)
      return op.emitOpError("expected row offsets that do not decrease, found ")
             << end << " after " << first;
    if (end > numValues)
      return op.emitOpError("expected row offsets up to the number of values, ")
             << numValues << ", found " << end;
    if (failed(verifyColumns(op, row, first, end)))
      return failure();
  }
  return success();
}

LogicalResult ConstantMatrixOp::verify() {
  for (auto [name, elements] :
       {std::pair("offsets", getOffsets()), std::pair("columns", getColumns()),
        std::pair("values", std::optional(getValues()))})
    if (elements && !hasAllElements(*elements))
      return emitOpError("expected a resource with all elements of '")
             << name << "'";
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
