//===- FunctionImporter.h - Validates and builds bodies ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_WASM_FUNCTIONIMPORTER_H
#define ZYN_LIB_TARGET_WASM_FUNCTIONIMPORTER_H

#include "BinaryReader.h"
#include "LocalVariables.h"
#include "ModuleSymbols.h"
#include "Opcodes.h"
#include "SourceLines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace mlir::wasm {

/// Decodes and validates the body of a function, with the algorithm of the
/// specification (appendix "Validation Algorithm"), and builds its ops in the
/// same pass. No ops are built for unreachable code.
class FunctionImporter {
public:
  FunctionImporter(const WasmModule &module, ModuleSymbols &symbols,
                   const Function &function, BinaryReader body, func::FuncOp op,
                   const SourceLines &lines);

  /// Returns whether the function is valid; otherwise, the error of the reader
  /// is set.
  bool run();

private:
  /// An operand, whose value is null in unreachable code.
  struct Operand {
    ValueType type;
    Value value;
  };
  /// A block, loop, if or function that has not ended.
  struct Frame {
    enum Kind { Function, Block, Loop, If, Else } kind;
    ValueTypes parameters, results;
    /// The number of operands below its own.
    size_t height = 0;
    /// Whether the rest of the block is unreachable.
    bool isUnreachable = false;
    /// The target of branches, created by the first one; the header of a loop.
    mlir::Block *target = nullptr;
    /// For an if that is reachable: its other side, and the operands there.
    mlir::Block *otherwise = nullptr;
    SmallVector<Value> arguments;

    /// The types of the operands of a branch to this block.
    const ValueTypes &getLabelTypes() const {
      return kind == Loop ? parameters : results;
    }
  };

  // Validation (FunctionImporter.cpp).
  void fail(const llvm::Twine &message) { reader.fail(message, opcodeOffset); }
  void readLocals();
  uint32_t readIndex(uint64_t count, const char *kind);
  ValueType readValueType(bool isReference = false);
  void push(ValueType type, Value value) { operands.push_back({type, value}); }
  void push(ArrayRef<ValueType> types, ValueRange values);
  Operand pop();
  Value pop(ValueType type);
  SmallVector<Value> pop(ArrayRef<ValueType> types);
  /// Checks the operands of a branch without removing them, and returns them.
  SmallVector<Value> peek(ArrayRef<ValueType> types);
  void setUnreachable();

  /// Whether to build ops.
  bool isReachable() const {
    return builder.getInsertionBlock() && !reader.failed();
  }
  void startBlock(mlir::Block *block);
  mlir::Block *createBlock(ArrayRef<ValueType> arguments);
  Value toCondition(Value value);

  // Dispatch.
  void importInstruction(uint32_t opcode);
  template <typename Build>
  void importOp(ValueType result, ArrayRef<ValueType> types, Build build);

  // Control flow (ImportControl.cpp).
  Signature readBlockType();
  void pushFrame(Frame::Kind kind, Signature type);
  Frame popFrame();
  Frame *readLabel();
  mlir::Block *getTarget(Frame &frame);
  void branch(Frame &frame, ValueRange values);
  void importUnreachable();
  void importNop() {}
  void importBlock();
  void importLoop();
  void importIf();
  void importElse();
  void importEnd();
  void importBr();
  void importBrIf();
  void importBrTable();
  void importReturn();
  void importCall();
  void importCallIndirect();
  void pushResults(ArrayRef<ValueType> types, Operation *op);

  // Variables (ImportVariables.cpp).
  void importDrop() { pop(); }
  void importSelect();
  void importTypedSelect();
  void buildSelect(ValueType type, Value condition, Value lhs, Value rhs);
  void importLocalGet();
  void importLocalSet();
  void importLocalTee();
  void importGlobalGet();
  void importGlobalSet();
  void importConstant(ValueType type);

  // Memory (ImportMemory.cpp).
  struct MemoryAccess {
    FlatSymbolRefAttr memory;
    IntegerAttr offset;
    /// Null if the access is aligned.
    IntegerAttr align;
  };
  MemoryAccess readMemoryAccess(unsigned bits);
  FlatSymbolRefAttr readMemory();
  FlatSymbolRefAttr readData();
  template <typename Extend>
  void importLoad(ValueType type, unsigned bits);
  void importStore(ValueType type, unsigned bits);
  void importMemorySize();
  void importMemoryGrow();
  void importMemoryInit();
  void importMemoryCopy();
  void importMemoryFill();
  void importDataDrop();

  // Tables and references (ImportTables.cpp).
  void importTableGet();
  void importTableSet();
  void importTableInit();
  void importTableCopy();
  void importTableGrow();
  void importTableSize();
  void importTableFill();
  void importElemDrop();
  void importRefNull();
  void importRefIsNull();
  void importRefFunc();

  const WasmModule &module;
  ModuleSymbols &symbols;
  const Function &function;
  BinaryReader reader;
  func::FuncOp op;
  const SourceLines &lines;
  ImplicitLocOpBuilder builder;

  uint64_t opcodeOffset = 0;
  llvm::StringRef opcodeName;
  SmallVector<Operand> operands;
  std::vector<Frame> frames;
  ValueTypes localTypes;
  SmallVector<Type> localIRTypes;
  std::optional<LocalVariables> locals;
};

/// Builds an op with operands of `types` and one result.
template <typename Build>
void FunctionImporter::importOp(ValueType result, ArrayRef<ValueType> types,
                                Build build) {
  SmallVector<Value> values = pop(types);
  push(result, isReachable() ? build(values) : Value());
}

} // namespace mlir::wasm

#endif // ZYN_LIB_TARGET_WASM_FUNCTIONIMPORTER_H
