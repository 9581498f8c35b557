//===- InstructionSyntax.cpp - Custom directives of the vm ops ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionSyntax.h"
#include "RegisterSyntax.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::vm;

static IntegerAttr getAttr(AsmParser &parser, uint32_t value) {
  return parser.getBuilder().getI32IntegerAttr(static_cast<int32_t>(value));
}

static uint32_t getNumber(IntegerAttr attribute) {
  return static_cast<uint32_t>(attribute.getValue().getZExtValue());
}

static ParseResult parseRegisterAttr(AsmParser &parser,
                                     IntegerAttr &attribute) {
  unsigned number;
  if (parseRegister(parser, number))
    return failure();
  attribute = getAttr(parser, number);
  return success();
}

static void printRegister(AsmPrinter &printer, IntegerAttr attribute) {
  printer << 'r' << getNumber(attribute);
}

/// Parses a register, or an immediate of the given type.
static ParseResult parseOperand(AsmParser &parser, IntegerAttr &number,
                                IntegerAttr &immediate, Type type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  // `inf` and `nan` are keywords, too.
  if (succeeded(parser.parseOptionalKeyword(&name))) {
    if (type.isF32() && (name == "inf" || name == "nan")) {
      immediate = getAttr(parser, name == "inf" ? 0x7f800000u : 0x7fc00000u);
      return success();
    }
    unsigned value;
    if (parseRegister(parser, loc, name, value))
      return failure();
    number = getAttr(parser, value);
    return success();
  }
  FailureOr<uint32_t> bits = parseImmediate(parser, type);
  if (failed(bits))
    return failure();
  immediate = getAttr(parser, *bits);
  return success();
}

static void printOperand(AsmPrinter &printer, IntegerAttr number,
                         IntegerAttr immediate, Type type) {
  if (number)
    return printRegister(printer, number);
  printImmediate(printer.getStream(), getNumber(immediate), type);
}

template <typename Kind>
static ParseResult parseKind(AsmParser &parser, Kind &kind,
                             std::optional<Kind> (*symbolize)(StringRef),
                             StringRef what) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<Kind> found = symbolize(name);
  if (!found)
    return parser.emitError(loc)
           << "expected " << what << ", found '" << name << "'";
  kind = *found;
  return success();
}

ParseResult vm::parseWordType(OpAsmParser &parser, Type &stateType) {
  SMLoc loc = parser.getCurrentLocation();
  Type wordType;
  if (parser.parseType(wordType))
    return failure();
  stateType = StateType::getChecked([&] { return parser.emitError(loc); },
                                    parser.getContext(), wordType);
  return success(static_cast<bool>(stateType));
}

void vm::printWordType(OpAsmPrinter &printer, Operation *, Type stateType) {
  printer << cast<StateType>(stateType).getWordType();
}

ParseResult vm::parseOracle(OpAsmParser &parser, OracleKindAttr &kind,
                            IntegerAttr &dest, IntegerAttr &lhs,
                            IntegerAttr &rhs, IntegerAttr &third,
                            IntegerAttr &immediate) {
  OracleKind value;
  if (parser.parseLBrace() || parseRegisterAttr(parser, dest) ||
      parser.parseEqual() ||
      parseKind(parser, value, symbolizeOracleKind,
                "a function of an oracle, such as muli") ||
      parseRegisterAttr(parser, lhs))
    return failure();
  kind = OracleKindAttr::get(parser.getContext(), value);
  Type type = takesFloats(value) ? Type(parser.getBuilder().getF32Type())
                                 : parser.getBuilder().getI32Type();
  unsigned count = getNumOperands(value);
  if (count >= 2 && (parser.parseComma() ||
                     (count == 3 ? parseRegisterAttr(parser, rhs)
                                 : parseOperand(parser, rhs, immediate, type))))
    return failure();
  if (count == 3 && (parser.parseComma() || parseRegisterAttr(parser, third)))
    return failure();
  return parser.parseRBrace();
}

void vm::printOracle(OpAsmPrinter &printer, Operation *op, OracleKindAttr kind,
                     IntegerAttr dest, IntegerAttr lhs, IntegerAttr rhs,
                     IntegerAttr third, IntegerAttr immediate) {
  printer << '{';
  printRegister(printer, dest);
  printer << " = " << stringifyOracleKind(kind.getValue()) << ' ';
  printRegister(printer, lhs);
  if (rhs || immediate) {
    printer << ", ";
    Builder builder(op->getContext());
    printOperand(printer, rhs, immediate,
                 takesFloats(kind.getValue()) ? Type(builder.getF32Type())
                                              : builder.getI32Type());
  }
  if (third) {
    printer << ", ";
    printRegister(printer, third);
  }
  printer << '}';
}

ParseResult vm::parseComparison(OpAsmParser &parser, PredicateAttr &predicate,
                                IntegerAttr &lhs, IntegerAttr &rhs,
                                IntegerAttr &immediate) {
  Predicate value;
  if (parser.parseLBrace() || parseRegisterAttr(parser, lhs) ||
      parseKind(parser, value, symbolizePredicate,
                "a comparison, such as slt or olt"))
    return failure();
  predicate = PredicateAttr::get(parser.getContext(), value);
  Type type = comparesFloats(value) ? Type(parser.getBuilder().getF32Type())
                                    : parser.getBuilder().getI32Type();
  return failure(parseOperand(parser, rhs, immediate, type) ||
                 parser.parseRBrace());
}

void vm::printComparison(OpAsmPrinter &printer, Operation *op,
                         PredicateAttr predicate, IntegerAttr lhs,
                         IntegerAttr rhs, IntegerAttr immediate) {
  printer << '{';
  printRegister(printer, lhs);
  printer << ' ' << stringifyPredicate(predicate.getValue()) << ' ';
  Builder builder(op->getContext());
  printOperand(printer, rhs, immediate,
               comparesFloats(predicate.getValue()) ? Type(builder.getF32Type())
                                                    : builder.getI32Type());
  printer << '}';
}

ParseResult vm::parseRegisters(OpAsmParser &parser,
                               DenseI32ArrayAttr &registers) {
  SmallVector<int32_t> numbers;
  auto parseOne = [&]() -> ParseResult {
    unsigned number;
    if (parseRegister(parser, number))
      return failure();
    numbers.push_back(number);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  registers = parser.getBuilder().getDenseI32ArrayAttr(numbers);
  return success();
}

void vm::printRegisters(OpAsmPrinter &printer, Operation *,
                        DenseI32ArrayAttr registers) {
  printer << '[';
  llvm::interleaveComma(registers.asArrayRef(), printer,
                        [&](int32_t number) { printer << 'r' << number; });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// @buffer[r1 + 3], @buffer[r1], @buffer[3]
static ParseResult parseAddress(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                                IntegerAttr &address, IntegerAttr &offset) {
  Type type = parser.getBuilder().getI32Type();
  if (parser.parseAttribute(buffer) || parser.parseLSquare() ||
      parseOperand(parser, address, offset, type))
    return failure();
  bool isNegative = address && succeeded(parser.parseOptionalMinus());
  if (address && (isNegative || succeeded(parser.parseOptionalPlus()))) {
    FailureOr<uint32_t> bits = parseImmediate(parser, type);
    if (failed(bits))
      return failure();
    offset = getAttr(parser, isNegative ? -*bits : *bits);
  }
  if (!offset)
    offset = getAttr(parser, 0);
  return parser.parseRSquare();
}

static void printAddress(OpAsmPrinter &printer, FlatSymbolRefAttr buffer,
                         IntegerAttr address, IntegerAttr offset) {
  int64_t constant = offset ? offset.getInt() : 0;
  printer << buffer << '[';
  if (address) {
    printRegister(printer, address);
    if (constant > 0)
      printer << " + " << constant;
    else if (constant < 0)
      printer << " - " << -constant;
  } else {
    printer << constant;
  }
  printer << ']';
}

ParseResult vm::parseLoad(OpAsmParser &parser, IntegerAttr &dest,
                          FlatSymbolRefAttr &buffer, IntegerAttr &address,
                          IntegerAttr &offset) {
  return failure(parser.parseLBrace() || parseRegisterAttr(parser, dest) ||
                 parser.parseEqual() ||
                 parseAddress(parser, buffer, address, offset) ||
                 parser.parseRBrace());
}

void vm::printLoad(OpAsmPrinter &printer, Operation *, IntegerAttr dest,
                   FlatSymbolRefAttr buffer, IntegerAttr address,
                   IntegerAttr offset) {
  printer << '{';
  printRegister(printer, dest);
  printer << " = ";
  printAddress(printer, buffer, address, offset);
  printer << '}';
}

ParseResult vm::parseStore(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                           IntegerAttr &address, IntegerAttr &offset,
                           IntegerAttr &value) {
  return failure(parser.parseLBrace() ||
                 parseAddress(parser, buffer, address, offset) ||
                 parser.parseEqual() || parseRegisterAttr(parser, value) ||
                 parser.parseRBrace());
}

void vm::printStore(OpAsmPrinter &printer, Operation *,
                    FlatSymbolRefAttr buffer, IntegerAttr address,
                    IntegerAttr offset, IntegerAttr value) {
  printer << '{';
  printAddress(printer, buffer, address, offset);
  printer << " = ";
  printRegister(printer, value);
  printer << '}';
}

/// Parses `r4 to r7` into the first register and the count.
static ParseResult parseRange(OpAsmParser &parser, IntegerAttr &first,
                              unsigned &count) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned begin, end;
  if (parseRegister(parser, begin) || parser.parseKeyword("to") ||
      parseRegister(parser, end))
    return failure();
  if (end < begin)
    return parser.emitError(loc) << "expected registers in ascending order, "
                                 << "found r" << begin << " to r" << end;
  first = getAttr(parser, begin);
  count = end - begin + 1;
  return success();
}

static void printRange(OpAsmPrinter &printer, IntegerAttr first,
                       IntegerAttr count) {
  printRegister(printer, first);
  printer << " to r" << getNumber(first) + getNumber(count) - 1;
}

/// @buffer[r0 to r3]
static ParseResult parseAddresses(OpAsmParser &parser,
                                  FlatSymbolRefAttr &buffer,
                                  IntegerAttr &address, unsigned &count) {
  return failure(parser.parseAttribute(buffer) || parser.parseLSquare() ||
                 parseRange(parser, address, count) || parser.parseRSquare());
}

static ParseResult checkCounts(OpAsmParser &parser, SMLoc loc,
                               unsigned addresses, unsigned words,
                               IntegerAttr &count) {
  if (addresses != words)
    return parser.emitError(loc)
           << "expected as many addresses as words, found " << addresses
           << " addresses, " << words << " words";
  count = getAttr(parser, words);
  return success();
}

ParseResult vm::parseGather(OpAsmParser &parser, IntegerAttr &dest,
                            IntegerAttr &count, FlatSymbolRefAttr &buffer,
                            IntegerAttr &address) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned words, addresses;
  return failure(parser.parseLBrace() || parseRange(parser, dest, words) ||
                 parser.parseEqual() ||
                 parseAddresses(parser, buffer, address, addresses) ||
                 checkCounts(parser, loc, addresses, words, count) ||
                 parser.parseRBrace());
}

void vm::printGather(OpAsmPrinter &printer, Operation *, IntegerAttr dest,
                     IntegerAttr count, FlatSymbolRefAttr buffer,
                     IntegerAttr address) {
  printer << '{';
  printRange(printer, dest, count);
  printer << " = " << buffer << '[';
  printRange(printer, address, count);
  printer << "]}";
}

ParseResult vm::parseScatter(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                             IntegerAttr &address, IntegerAttr &count,
                             IntegerAttr &value) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned words, addresses;
  return failure(parser.parseLBrace() ||
                 parseAddresses(parser, buffer, address, addresses) ||
                 parser.parseEqual() || parseRange(parser, value, words) ||
                 checkCounts(parser, loc, addresses, words, count) ||
                 parser.parseRBrace());
}

void vm::printScatter(OpAsmPrinter &printer, Operation *,
                      FlatSymbolRefAttr buffer, IntegerAttr address,
                      IntegerAttr count, IntegerAttr value) {
  printer << '{' << buffer << '[';
  printRange(printer, address, count);
  printer << "] = ";
  printRange(printer, value, count);
  printer << '}';
}

ParseResult vm::parseAtomic(OpAsmParser &parser, IntegerAttr &dest,
                            AtomicKindAttr &kind, FlatSymbolRefAttr &buffer,
                            IntegerAttr &address, IntegerAttr &offset,
                            IntegerAttr &value, IntegerAttr &third) {
  AtomicKind change;
  if (parser.parseLBrace() || parseRegisterAttr(parser, dest) ||
      parser.parseEqual() ||
      parseKind(parser, change, symbolizeAtomicKind,
                "an atomic operation, such as addi or cas") ||
      parseAddress(parser, buffer, address, offset) || parser.parseComma() ||
      parseRegisterAttr(parser, value))
    return failure();
  kind = AtomicKindAttr::get(parser.getContext(), change);
  if (change == AtomicKind::cas &&
      (parser.parseComma() || parseRegisterAttr(parser, third)))
    return failure();
  return parser.parseRBrace();
}

void vm::printAtomic(OpAsmPrinter &printer, Operation *, IntegerAttr dest,
                     AtomicKindAttr kind, FlatSymbolRefAttr buffer,
                     IntegerAttr address, IntegerAttr offset, IntegerAttr value,
                     IntegerAttr third) {
  printer << '{';
  printRegister(printer, dest);
  printer << " = " << stringifyAtomicKind(kind.getValue()) << ' ';
  printAddress(printer, buffer, address, offset);
  printer << ", ";
  printRegister(printer, value);
  if (third) {
    printer << ", ";
    printRegister(printer, third);
  }
  printer << '}';
}

ParseResult vm::parseAppend(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                            IntegerAttr &value) {
  return failure(parser.parseLBrace() || parser.parseAttribute(buffer) ||
                 parser.parseComma() || parseRegisterAttr(parser, value) ||
                 parser.parseRBrace());
}

void vm::printAppend(OpAsmPrinter &printer, Operation *,
                     FlatSymbolRefAttr buffer, IntegerAttr value) {
  printer << '{' << buffer << ", ";
  printRegister(printer, value);
  printer << '}';
}
