//===- MatrixSyntax.cpp - Assembly format of matrices ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionSyntax.h"
#include "RegisterSyntax.h"
#include "Zyn/Dialect/VM/IR/VM.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::vm;

namespace {

struct Term {
  Number factor;
  /// A register, or `kOne`.
  unsigned column = kOne;
  SMLoc loc;
};

struct Row {
  unsigned number;
  SmallVector<Term> terms;
};

} // namespace

/// term ::= number `*` register | register | number
static ParseResult parseTerm(AsmParser &parser, Term &term) {
  term.loc = parser.getCurrentLocation();
  StringRef name;
  if (succeeded(parser.parseOptionalKeyword(&name))) {
    term.factor.integer = APInt(65, 1);
    if (name == "inf" || name == "nan") {
      term.factor.isFloat = true;
      term.factor.real = name == "inf" ? INFINITY : NAN;
      if (succeeded(parser.parseOptionalStar()))
        return parseRegister(parser, term.column);
      return success();
    }
    return parseRegister(parser, term.loc, name, term.column);
  }
  if (parseUnsigned(parser, term.factor))
    return failure();
  if (succeeded(parser.parseOptionalStar()))
    return parseRegister(parser, term.column);
  return success();
}

/// row ::= register `=` `-`? term ((`+` | `-`) term)*
static ParseResult parseRow(AsmParser &parser, Row &row) {
  if (parseRegister(parser, row.number) || parser.parseEqual())
    return failure();
  bool isNegative = succeeded(parser.parseOptionalMinus());
  while (true) {
    Term &term = row.terms.emplace_back();
    if (parseTerm(parser, term))
      return failure();
    if (isNegative)
      term.factor.negate();
    isNegative = succeeded(parser.parseOptionalMinus());
    if (!isNegative && failed(parser.parseOptionalPlus()))
      return success();
  }
}

static ParseResult setRow(AsmParser &parser, const Row &row, Matrix &matrix,
                          uint32_t &seen) {
  SMLoc loc = row.terms.front().loc;
  if (seen >> row.number & 1)
    return parser.emitError(loc) << "expected each register once, found r"
                                 << row.number << " set twice";
  seen |= 1u << row.number;
  matrix.clearRow(row.number);
  uint32_t used = 0;
  for (const Term &term : row.terms) {
    if (used >> term.column & 1)
      return parser.emitError(term.loc)
             << "expected each term of a sum once, found "
             << (term.column == kOne
                     ? std::string("two constants")
                     : "r" + std::to_string(term.column) + " twice");
    used |= 1u << term.column;
    FailureOr<uint32_t> bits =
        toBits(parser, term.factor, matrix.getWordType(), term.loc);
    if (failed(bits))
      return failure();
    matrix.at(row.number, term.column) = *bits;
  }
  return success();
}

static ParseResult parseRows(AsmParser &parser, SmallVector<Row> &rows) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
    return parseRow(parser, rows.emplace_back());
  });
}

static FailureOr<MatrixAttr> makeMatrix(AsmParser &parser, SMLoc loc,
                                        ArrayRef<Row> rows, Type wordType) {
  if (!wordType.isSignlessInteger(32) && !wordType.isF32()) {
    parser.emitError(loc, "expected elements of i32 or f32, found ")
        << wordType;
    return failure();
  }
  Matrix matrix(wordType);
  uint32_t seen = 0;
  for (const Row &row : rows)
    if (setRow(parser, row, matrix, seen))
      return failure();
  return MatrixAttr::get(parser.getContext(), matrix);
}

/// Creates a matrix from a `dense` or `sparse` constant of all elements.
static FailureOr<MatrixAttr> makeMatrix(AsmParser &parser, SMLoc loc,
                                        ElementsAttr elements, Type wordType) {
  auto expected = RankedTensorType::get({kNumWords, kNumWords}, wordType);
  if (elements.getShapedType() != expected) {
    parser.emitError(loc, "expected a matrix of type ")
        << expected << ", found " << elements.getShapedType();
    return failure();
  }
  if (!isa<DenseElementsAttr, SparseElementsAttr>(elements)) {
    parser.emitError(loc, "expected a matrix given as dense or sparse "
                          "elements, found ")
        << elements;
    return failure();
  }
  if (auto sparse = dyn_cast<SparseElementsAttr>(elements)) {
    // Which of two values of the same position counts is unspecified.
    llvm::SmallDenseSet<std::pair<int64_t, int64_t>> seen;
    SmallVector<int64_t> indices(sparse.getIndices().getValues<int64_t>());
    for (size_t i = 0; i + 1 < indices.size(); i += 2)
      if (!seen.insert({indices[i], indices[i + 1]}).second) {
        parser.emitError(loc, "expected each position of the sparse matrix "
                              "once, found [")
            << indices[i] << ", " << indices[i + 1] << "] twice";
        return failure();
      }
  }
  Matrix matrix(wordType);
  unsigned position = 0;
  auto set = [&](uint32_t bits) {
    matrix.at(position / kNumWords, position % kNumWords) = bits;
    ++position;
  };
  if (wordType.isF32())
    for (const APFloat &element : elements.getValues<APFloat>())
      set(llvm::bit_cast<uint32_t>(element.convertToFloat()));
  else
    for (const APInt &element : elements.getValues<APInt>())
      set(static_cast<uint32_t>(element.getZExtValue()));
  auto emitError = [&] { return parser.emitError(loc); };
  auto attribute =
      MatrixAttr::getChecked(emitError, parser.getContext(), matrix);
  if (!attribute)
    return failure();
  return attribute;
}

static void printTerm(raw_ostream &os, const Matrix &matrix, unsigned column,
                      uint32_t bits) {
  if (column != kOne && bits == matrix.getOneBits()) {
    os << 'r' << column;
    return;
  }
  printImmediate(os, bits, matrix.getWordType());
  if (column != kOne)
    os << " * r" << column;
}

/// Returns the absolute value of a negative coefficient, which is printed after
/// a minus sign, or nullopt if the coefficient is not negative or its absolute
/// value is not representable.
static std::optional<uint32_t> negated(const Matrix &matrix, uint32_t bits) {
  if (matrix.isFloat())
    return bits >> 31 ? std::optional<uint32_t>(bits ^ 0x80000000u)
                      : std::nullopt;
  if (static_cast<int32_t>(bits) >= 0 || bits == 0x80000000u)
    return std::nullopt;
  return -bits;
}

static void printRow(raw_ostream &os, const Matrix &matrix, unsigned row) {
  os << 'r' << row << " = ";
  if (matrix.countNonZeros(row) == 0)
    os << '0';
  bool isFirst = true;
  for (unsigned column = 0; column < kNumWords; ++column) {
    uint32_t bits = matrix.at(row, column);
    if (matrix.isZero(bits))
      continue;
    if (std::optional<uint32_t> positive = negated(matrix, bits)) {
      os << (isFirst ? "-" : " - ");
      bits = *positive;
    } else if (!isFirst) {
      os << " + ";
    }
    printTerm(os, matrix, column, bits);
    isFirst = false;
  }
}

static void printRows(raw_ostream &os, MatrixAttr attribute) {
  Matrix matrix = attribute.toMatrix();
  os << '{';
  bool isFirst = true;
  for (unsigned row = 0; row < kNumRegisters; ++row) {
    if (!(attribute.getRows() >> row & 1))
      continue;
    os << (isFirst ? "" : ", ");
    printRow(os, matrix, row);
    isFirst = false;
  }
  os << '}';
}

Attribute MatrixAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Row> rows;
  Type wordType;
  if (parser.parseLess() || parseRows(parser, rows) || parser.parseColon() ||
      parser.parseType(wordType) || parser.parseGreater())
    return {};
  FailureOr<MatrixAttr> matrix = makeMatrix(parser, loc, rows, wordType);
  return failed(matrix) ? Attribute() : Attribute(*matrix);
}

void MatrixAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printRows(printer.getStream(), *this);
  printer << " : " << getWordType() << '>';
}

ParseResult vm::parseMatrix(OpAsmParser &parser, MatrixAttr &matrix,
                            MatrixFormatAttr &format, Type &stateType) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Row> rows;
  ElementsAttr elements;
  if (succeeded(parser.parseOptionalComma())) {
    loc = parser.getCurrentLocation();
    if (parser.parseAttribute(elements))
      return failure();
  } else if (parseRows(parser, rows)) {
    return failure();
  }
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword, {"csr", "dense"})))
    format = MatrixFormatAttr::get(parser.getContext(),
                                   *symbolizeMatrixFormat(keyword));
  if (parser.parseColon() || parseWordType(parser, stateType))
    return failure();
  Type wordType = cast<StateType>(stateType).getWordType();
  FailureOr<MatrixAttr> parsed =
      elements ? makeMatrix(parser, loc, elements, wordType)
               : makeMatrix(parser, loc, rows, wordType);
  if (failed(parsed))
    return failure();
  matrix = *parsed;
  return success();
}

void vm::printMatrix(OpAsmPrinter &printer, Operation *, MatrixAttr matrix,
                     MatrixFormatAttr format, Type stateType) {
  printRows(printer.getStream(), matrix);
  if (format)
    printer << ' ' << stringifyMatrixFormat(format.getValue());
  printer << " : ";
  printWordType(printer, nullptr, stateType);
}
