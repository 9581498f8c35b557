//===- Image.h - Access to the executable --------------------- -*- C++ -*-===//
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

/// An executable in memory, as generated code reads it. The offsets of its
/// sections are loaded once.
class Image {
public:
  Image(ImplicitLocOpBuilder &b, const MachineMemory &memory);

  /// Returns a word of an instruction.
  Value loadInstruction(ImplicitLocOpBuilder &b, Value pc,
                        vm::executable::InstructionWord word);
  Value loadMatrix(ImplicitLocOpBuilder &b, Value matrix,
                   vm::executable::MatrixWord word);
  /// Returns an element of a matrix as an i32; `number` is its index among all
  /// values.
  Value loadValue(ImplicitLocOpBuilder &b, Value number);
  /// Return two bytes or one byte of the structure section as an i32.
  Value loadRowStart(ImplicitLocOpBuilder &b, Value byte);
  Value loadColumn(ImplicitLocOpBuilder &b, Value byte);
  /// Returns the view of a buffer; `lane` is the lane of the instance (an
  /// index).
  BufferView loadBufferView(ImplicitLocOpBuilder &b, Value buffer,
                            const MachineMemory &memory, Value lane);
  Value getStackDepth() const { return stackDepth; }

private:
  Value loadRecord(ImplicitLocOpBuilder &b, vm::executable::Section section,
                   Value record, unsigned word);
  Value loadByte(ImplicitLocOpBuilder &b, Value byte);

  /// The executable as bytes and as words.
  Value bytes, words;
  /// i32: offsets of the sections in words.
  SmallVector<Value> sections;
  Value stackDepth, sharedWords;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_VMTOFUNC_IMAGE_H
