//===- FastAccess.cpp - Fast accesses to the memory -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastAccess.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::zyn;

/// The bytes of a word.
static constexpr uint64_t wordBytes = 4;

//===----------------------------------------------------------------------===//
// AccessForm
//===----------------------------------------------------------------------===//

/// The units after the first one of an access, and those before it that do not
/// depend on the offset.
static uint64_t getConstantUnits(AccessForm form, uint64_t window) {
  uint64_t units = form.getBytes() / form.getUnit() - 1;
  return form.use == AccessForm::Relative ? units + window / form.getUnit()
                                          : units;
}

static bool dependsOnOffset(AccessForm form) {
  return form.use == AccessForm::Words || form.use == AccessForm::Units;
}

AccessForm::AccessForm(Type type, uint64_t offset,
                       const DeviceLowering &lowering)
    : type(type) {
  uint64_t window = lowering.layout.getWindowBegin(), unit = getUnit();
  use = offset <= window          ? Relative
        : offset % wordBytes == 0 ? Words
        : offset % unit == 0      ? Units
                                  : Bytes;
  uint64_t units = getConstantUnits(*this, window);
  if (dependsOnOffset(*this))
    units += offset / unit;
  saturates = units * unit > lowering.layout.getLeastWindowEnd();
}

uint64_t AccessForm::getUnit() const { return std::min(getBytes(), wordBytes); }

std::string AccessForm::getName() const {
  constexpr const char *names[] = {"relative", "words", "units", "bytes"};
  std::string name;
  llvm::raw_string_ostream(name)
      << type << '_' << names[use] << (saturates ? "_saturating" : "");
  return name;
}

//===----------------------------------------------------------------------===//
// FastAccess
//===----------------------------------------------------------------------===//

Value FastAccess::rotate(Value value) {
  unsigned distance = llvm::Log2_64(form.getUnit());
  if (distance == 0)
    return value;
  return LLVM::FshrOp::create(builder, value, value,
                              builder.buildI32(distance));
}

Value FastAccess::buildDistance() {
  return builder.add(offset, builder.buildI32(-builder.getWindowBegin()));
}

Value FastAccess::buildWordAddress() {
  if (form.use == AccessForm::Words)
    return address;
  return builder.add(address, buildDistance());
}

Value FastAccess::buildLimit() {
  Value units = builder.buildFastEnd();
  unsigned shift = llvm::Log2_64(form.getUnit());
  if (shift > 0)
    units = arith::ShRUIOp::create(builder, units, builder.buildI32(shift));
  Value subtrahend =
      builder.buildI32(getConstantUnits(form, builder.getWindowBegin()));
  if (dependsOnOffset(form))
    subtrahend = builder.add(
        subtrahend,
        arith::ShRUIOp::create(builder, offset, builder.buildI32(shift)));
  if (!form.saturates)
    return arith::SubIOp::create(builder, units, subtrahend);
  return LLVM::CallIntrinsicOp::create(builder, builder.getI32Type(),
                                       builder.getStringAttr("llvm.usub.sat"),
                                       ValueRange{units, subtrahend})
      .getResults();
}

Value FastAccess::buildCheck() {
  Value limit = buildLimit();
  auto isInside = [&](Value begin) {
    return builder.compare(arith::CmpIPredicate::ult, rotate(begin), limit);
  };
  if (form.use == AccessForm::Relative)
    return isInside(buildWordAddress());
  if (form.use != AccessForm::Bytes)
    return isInside(address);
  Value sum = builder.add(address, offset);
  Value hasNoCarry = builder.compare(arith::CmpIPredicate::uge, sum, address);
  return arith::AndIOp::create(builder, hasNoCarry, isInside(sum));
}

Value FastAccess::buildPointer() {
  bool isWhole = form.getUnit() == wordBytes;
  Value start = buildWordAddress();
  Value two = builder.buildI32(2);
  Value word = isWhole ? Value(LLVM::FshrOp::create(builder, start, start, two))
                       : Value(arith::ShRUIOp::create(builder, start, two));
  Type pointer = builder.getPointerType(kGlobalSpace);
  Value row = LLVM::GEPOp::create(
      builder, pointer,
      LLVM::LLVMArrayType::get(builder.getI8Type(), kRowBytes),
      builder.getWindow(), builder.extend(word));
  auto move = [&](Value bytes) {
    row =
        LLVM::GEPOp::create(builder, pointer, builder.getI8Type(), row, bytes);
  };
  if (!isWhole)
    move(builder.extend(arith::AndIOp::create(
        builder, start, builder.buildI32(wordBytes - 1))));
  if (form.use == AccessForm::Words)
    move(arith::MulIOp::create(builder, builder.extend(buildDistance()),
                               builder.buildI64(kRowBytes / wordBytes)));
  return row;
}
