//===- InstructionSyntax.h - Custom directives of the vm ops -- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_IR_INSTRUCTIONSYNTAX_H
#define ZYN_LIB_DIALECT_VM_IR_INSTRUCTIONSYNTAX_H

#include "Zyn/Dialect/VM/IR/VM.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::vm {

// Custom directives of the assembly formats in the TableGen files, each with an
// example of the syntax.

/// i32, for !vm.state<i32>
ParseResult parseWordType(OpAsmParser &parser, Type &stateType);
void printWordType(OpAsmPrinter &printer, Operation *op, Type stateType);

/// {r1 = r0 + 2 * r3, r2 = 0} csr : i32
ParseResult parseMatrix(OpAsmParser &parser, MatrixAttr &matrix,
                        MatrixFormatAttr &format, Type &stateType);
void printMatrix(OpAsmPrinter &printer, Operation *op, MatrixAttr matrix,
                 MatrixFormatAttr format, Type stateType);

/// {r1 = muli r2, 5}
ParseResult parseOracle(OpAsmParser &parser, OracleKindAttr &kind,
                        IntegerAttr &dest, IntegerAttr &lhs, IntegerAttr &rhs,
                        IntegerAttr &third, IntegerAttr &immediate);
void printOracle(OpAsmPrinter &printer, Operation *op, OracleKindAttr kind,
                 IntegerAttr dest, IntegerAttr lhs, IntegerAttr rhs,
                 IntegerAttr third, IntegerAttr immediate);

/// {r1 slt 5}
ParseResult parseComparison(OpAsmParser &parser, PredicateAttr &predicate,
                            IntegerAttr &lhs, IntegerAttr &rhs,
                            IntegerAttr &immediate);
void printComparison(OpAsmPrinter &printer, Operation *op,
                     PredicateAttr predicate, IntegerAttr lhs, IntegerAttr rhs,
                     IntegerAttr immediate);

/// [r1, r2]
ParseResult parseRegisters(OpAsmParser &parser, DenseI32ArrayAttr &registers);
void printRegisters(OpAsmPrinter &printer, Operation *op,
                    DenseI32ArrayAttr registers);

/// {r1 = @buffer[r2 + 3]}
ParseResult parseLoad(OpAsmParser &parser, IntegerAttr &dest,
                      FlatSymbolRefAttr &buffer, IntegerAttr &address,
                      IntegerAttr &offset);
void printLoad(OpAsmPrinter &printer, Operation *op, IntegerAttr dest,
               FlatSymbolRefAttr buffer, IntegerAttr address,
               IntegerAttr offset);

/// {@buffer[r2 + 3] = r1}
ParseResult parseStore(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                       IntegerAttr &address, IntegerAttr &offset,
                       IntegerAttr &value);
void printStore(OpAsmPrinter &printer, Operation *op, FlatSymbolRefAttr buffer,
                IntegerAttr address, IntegerAttr offset, IntegerAttr value);

/// {r4 to r7 = @buffer[r0 to r3]}
ParseResult parseGather(OpAsmParser &parser, IntegerAttr &dest,
                        IntegerAttr &count, FlatSymbolRefAttr &buffer,
                        IntegerAttr &address);
void printGather(OpAsmPrinter &printer, Operation *op, IntegerAttr dest,
                 IntegerAttr count, FlatSymbolRefAttr buffer,
                 IntegerAttr address);

/// {@buffer[r0 to r3] = r4 to r7}
ParseResult parseScatter(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                         IntegerAttr &address, IntegerAttr &count,
                         IntegerAttr &value);
void printScatter(OpAsmPrinter &printer, Operation *op,
                  FlatSymbolRefAttr buffer, IntegerAttr address,
                  IntegerAttr count, IntegerAttr value);

/// {r3 = addi @buffer[r1], r2}
ParseResult parseAtomic(OpAsmParser &parser, IntegerAttr &dest,
                        AtomicKindAttr &kind, FlatSymbolRefAttr &buffer,
                        IntegerAttr &address, IntegerAttr &offset,
                        IntegerAttr &value, IntegerAttr &third);
void printAtomic(OpAsmPrinter &printer, Operation *op, IntegerAttr dest,
                 AtomicKindAttr kind, FlatSymbolRefAttr buffer,
                 IntegerAttr address, IntegerAttr offset, IntegerAttr value,
                 IntegerAttr third);

/// {@buffer, r1}
ParseResult parseAppend(OpAsmParser &parser, FlatSymbolRefAttr &buffer,
                        IntegerAttr &value);
void printAppend(OpAsmPrinter &printer, Operation *op, FlatSymbolRefAttr buffer,
                 IntegerAttr value);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_IR_INSTRUCTIONSYNTAX_H
