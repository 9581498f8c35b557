//===- FastAccess.h - Fast accesses to the memory --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_INSTANCETOKERNEL_FASTACCESS_H
#define ZYN_LIB_CONVERSION_INSTANCETOKERNEL_FASTACCESS_H

#include "DeviceLowering.h"

#include <string>

namespace mlir::zyn {

/// What the code of an access depends on, apart from values: its type, and how
/// it uses the offset, which is constant.
struct AccessForm {
  enum OffsetUse {
    /// At most the address where the window begins: what makes the address
    /// relative to the window is not positive.
    Relative,
    /// More than that, and a multiple of words or of units, which are
    /// subtracted
    /// from those of the window. Words are then added to the pointer.
    Words,
    Units,
    /// Any other: the sum of the address and the offset may have a carry.
    Bytes
  };

  AccessForm(Type type, uint64_t offset, const DeviceLowering &lowering);

  uint64_t getBytes() const { return type.getIntOrFloatBitWidth() / 8; }
  /// The bytes that a fast access is aligned to, at most a word.
  uint64_t getUnit() const;
  /// Returns "i32_words", and so on.
  std::string getName() const;

  Type type;
  OffsetUse use;
  /// Whether the window may have fewer units than are subtracted.
  bool saturates;
};

/// A fast access at `address + offset`, an i32 each: it is inside of the memory
/// and the window, and aligned.
///
/// Rotating the address right by log2(unit) bits moves the bits that must be
/// zero to the top. So the number of the unit, which is needed anyway, is less
/// than the number of units of the window only if the address is aligned.
/// Subtracting the beginning of the window first makes addresses below it, like
/// those that overflow, greater than the size of any memory.
class FastAccess {
public:
  FastAccess(DeviceBuilder &builder, AccessForm form, Value address,
             Value offset)
      : builder(builder), form(form), address(address), offset(offset) {}

  /// Returns whether the access is fast.
  Value buildCheck();
  /// Returns the pointer to the first word, or part of one.
  Value buildPointer();

  /// Whether all accesses in bounds are fast.
  bool isAlwaysFast() const {
    return form.getUnit() == 1 &&
           !builder.getLowering().layout.hasMemoryOutsideWindow();
  }

private:
  Value rotate(Value value);
  /// The offset from the beginning of the window.
  Value buildDistance();
  /// The address, or the effective address, relative to the window unless that
  /// is left to add.
  Value buildWordAddress();
  /// What the number of the first unit must be less than.
  Value buildLimit();

  DeviceBuilder &builder;
  const AccessForm form;
  const Value address, offset;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_INSTANCETOKERNEL_FASTACCESS_H
