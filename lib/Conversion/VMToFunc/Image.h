//===- Image.h - The executable as generated code reads it ---- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_VMTOFUNC_IMAGE_H
#define ZYN_LIB_CONVERSION_VMTOFUNC_IMAGE_H

#include "BufferAccess.h"
#include "Zyn/Target/VMExecutable/Format.h"

namespace mlir::zyn {

/// An executable in memory; offsets of its sections are read once.
class Image {
public:
  Image(ImplicitLocOpBuilder &b, const MachineMemory &memory);

  /// A word of an instruction.
  Value loadInstruction(ImplicitLocOpBuilder &b, Value pc,
                        vm::executable::InstructionWord word);
  Value loadMatrix(ImplicitLocOpBuilder &b, Value matrix,
                   vm::executable::MatrixWord word);
  /// An element of a matrix, by its number within all values: an i32.
  Value loadValue(ImplicitLocOpBuilder &b, Value number);
  /// Two bytes, or one byte, of the structure as an i32.
  Value loadRowStart(ImplicitLocOpBuilder &b, Value byte);
  Value loadColumn(ImplicitLocOpBuilder &b, Value byte);
  /// Where a buffer is; `lane` is the instance's, an index.
  BufferPlace loadPlace(ImplicitLocOpBuilder &b, Value buffer,
                        const MachineMemory &memory, Value lane);
  Value getStackDepth() const { return stackDepth; }

private:
  Value loadRecord(ImplicitLocOpBuilder &b, vm::executable::Section section,
                   Value record, unsigned word);
  Value loadByte(ImplicitLocOpBuilder &b, Value byte);

  /// The bytes, and the same as words.
  Value bytes, words;
  /// i32: words from the begin, by section.
  SmallVector<Value> sections;
  Value stackDepth, sharedWords;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_IMAGE_H
