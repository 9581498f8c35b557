//===- WarpgroupOps.cpp - Matmuls of a warpgroup --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::kernel;
namespace limits = ::zyn::limits;

/// Size in bytes of K of one instruction, and of a row of a panel without a
/// swizzle.
static constexpr int64_t kDepthBytes = limits::wgmmaDepthBytes,
                         kPlainRowBytes = limits::matrixRowBytes;
/// Rows of A.
static constexpr int64_t kRows = limits::wgmmaRows;

//===----------------------------------------------------------------------===//
// wgmma.compute
//===----------------------------------------------------------------------===//

/// Returns the element type of a buffer; f32 in memory is read as tf32.
static Type getElementInMemory(Type memref) {
  Type element = cast<MemRefType>(memref).getElementType();
  return element.isF32() ? FloatTF32Type::get(element.getContext()) : element;
}

static int64_t getByteSize(Type element) {
  return element.isTF32() ? 4 : element.getIntOrFloatBitWidth() / 8;
}

Type WgmmaComputeOp::getElementA() {
  if (FragmentType fragment = getFragmentA())
    return fragment.getElementType();
  return getElementInMemory(getA().getType());
}

Type WgmmaComputeOp::getElementB() {
  return getElementInMemory(getB().getType());
}

int64_t WgmmaComputeOp::getK() {
  return kDepthBytes / getByteSize(getElementB());
}

static WgmmaComputeOp::Tile getTile(Type memref, int64_t swizzle,
                                    bool isMNMajor) {
  auto type = cast<MemRefType>(memref);
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t panelStride =
      type.getRank() < 3
          ? 0
          : strides[type.getRank() - 3] * getByteSize(type.getElementType());
  return {swizzle, isMNMajor, panelStride};
}

WgmmaComputeOp::Tile WgmmaComputeOp::getTileA() {
  return getTile(getA().getType(), getSwizzleA(), getColumnMajorA());
}

WgmmaComputeOp::Tile WgmmaComputeOp::getTileB() {
  return getTile(getB().getType(), getSwizzleB(), !getColumnMajorB());
}

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Checks the element types of A, B and C.
static LogicalResult verifyElements(WgmmaComputeOp op) {
  Type a = op.getElementA(), b = op.getElementB();
  Type c = op.getAccumulator().getType().getElementType();
  bool isInteger = b.isSignlessInteger(8);
  if (!isInteger && !isFloat8(b) && !b.isF16() && !b.isBF16() && !b.isTF32())
    return op.emitOpError("expected B of f16, bf16, f32 (read as tf32), "
                          "f8E4M3FN, f8E5M2 or i8, found ")
           << cast<MemRefType>(op.getB().getType());
  if (a != b && !(isFloat8(a) && isFloat8(b)))
    return op.emitOpError("expected A and B to have the same element type, or "
                          "8-bit float types, found ")
           << a << " and " << b;
  if (isInteger ? !c.isSignlessInteger(32)
                : !c.isF32() && !(c.isF16() && (b.isF16() || isFloat8(b))))
    return op.emitOpError("expected an accumulator of ")
           << (isInteger                  ? "i32"
               : b.isF16() || isFloat8(b) ? "f32 or f16"
                                          : "f32")
           << " for operands of " << b << ", found "
           << op.getAccumulator().getType();
  if (!isInteger &&
      (op.getUnsignedA() || op.getUnsignedB() || op.getSaturate()))
    return op.emitOpError("expected unsigned_a, unsigned_b and saturate for "
                          "operands of i8 only, found operands of ")
           << b;
  if (isInteger && (op.getNegateA() || op.getNegateB()))
    return op.emitOpError("expected negate_a and negate_b for operands of "
                          "floats only, found operands of i8");
  return success();
}

/// Checks the buffer of A or B, whose size of M or N is `extent`.
static LogicalResult verifyTile(WgmmaComputeOp op, StringRef name, Value buffer,
                                unsigned numIndices, WgmmaComputeOp::Tile tile,
                                int64_t extent) {
  auto type = cast<MemRefType>(buffer.getType());
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space || space.getValue() != gpu::AddressSpace::Workgroup)
    return op.emitOpError("expected ")
           << name << " in #gpu.address_space<workgroup>, found " << type;
  if (numIndices != type.getRank())
    return op.emitOpError("expected ")
           << type.getRank() << " indices of " << name << ", the rank of "
           << type << ", found " << numIndices;
  if (!limits::isTensorSwizzle(tile.swizzle))
    return op.emitOpError("expected a swizzle of ")
           << name << " of 32, 64 or 128 bytes, or none, found "
           << tile.swizzle;
  int64_t bytes = getByteSize(type.getElementType());
  if (tile.isMNMajor && bytes != 2)
    return op.emitOpError("expected ")
           << name << " whose rows are along K ("
           << (name == "A" ? "without" : "with")
           << " column_major), since its elements do not have 16 bits, found "
           << type;
  SmallVector<int64_t> strides;
  int64_t offset, rank = type.getRank();
  int64_t rowBytes = tile.swizzle ? tile.swizzle : kPlainRowBytes;
  int64_t rowElements = rowBytes / bytes;
  if (rank < 2 || failed(type.getStridesAndOffset(strides, offset)) ||
      type.getShape()[rank - 1] != rowElements || strides[rank - 1] != 1 ||
      strides[rank - 2] != rowElements)
    return op.emitOpError("expected a buffer of ")
           << name << " with contiguous rows of " << rowBytes
           << " bytes, as required " << (tile.swizzle ? "by its" : "without a")
           << " swizzle, found " << type;
  // Without a swizzle, the rows of a panel have 16 of the instruction's 32
  // bytes.
  int64_t panels = tile.isMNMajor ? llvm::divideCeil(extent, rowElements)
                   : tile.swizzle ? 1
                                  : kDepthBytes / kPlainRowBytes;
  int64_t rows = tile.isMNMajor ? op.getK() : extent;
  int64_t foundRows = type.getShape()[rank - 2];
  if (!ShapedType::isDynamic(foundRows) && foundRows < rows)
    return op.emitOpError("expected at least ")
           << rows << " rows in a panel of " << name << ", found " << type;
  if (panels == 1)
    return success();
  int64_t foundPanels = rank < 3 ? 1 : type.getShape()[rank - 3];
  if (!ShapedType::isDynamic(foundPanels) && foundPanels < panels)
    return op.emitOpError("expected at least ")
           << panels << " panels of " << name
           << " (its third dimension from the end), found " << type;
  if (ShapedType::isDynamic(strides[rank - 3]) ||
      strides[rank - 3] * bytes % (8 * rowBytes) != 0)
    return op.emitOpError("expected panels of ")
           << name << " at a static distance that is a multiple of "
           << 8 * rowBytes << " bytes, found " << type;
  return success();
}

/// Checks that the result is not used before a wait has returned it.
static LogicalResult verifyUses(WgmmaComputeOp op) {
  for (Operation *user : op->getUsers())
    if (!isa<WgmmaComputeOp, WgmmaFenceOp, WgmmaWaitOp,
             UnrealizedConversionCastOp>(user) &&
        !user->hasTrait<OpTrait::IsTerminator>())
      return op.emitOpError(
                 "expected its result to be used only by other "
                 "kernel.wgmma.compute ops, as a loop-carried value, or by "
                 "kernel.wgmma.wait, whose result must be used instead; found ")
             << user->getName();
  return success();
}

LogicalResult WgmmaComputeOp::verify() {
  FragmentType accumulator = getAccumulator().getType();
  if (accumulator.getRole() != FragmentRole::accumulator ||
      accumulator.getHolder() != FragmentHolder::warpgroup)
    return emitOpError("expected the accumulator of a warpgroup, found ")
           << accumulator;
  if (failed(verifyElements(*this)) ||
      failed(verifyTile(*this, "B", getB(), getBIndices().size(), getTileB(),
                        getN())) ||
      failed(verifyUses(*this)))
    return failure();
  FragmentType fragment = getFragmentA();
  if (!fragment)
    return verifyTile(*this, "A", getA(), getAIndices().size(), getTileA(),
                      kRows);
  if (fragment.getRole() != FragmentRole::a ||
      fragment.getHolder() != FragmentHolder::warpgroup)
    return emitOpError("expected A in shared memory or a fragment with role a "
                       "of a warpgroup, found ")
           << fragment;
  if (!getAIndices().empty() || getSwizzleA() != 0 || getColumnMajorA())
    return emitOpError("expected neither indices nor a swizzle nor "
                       "column_major if A is a fragment");
  return success();
}

TargetRequirement WgmmaComputeOp::getTargetRequirement() {
  return {90, getUnsignedA() == getUnsignedB() ? 80 : 84,
          /*isArchSpecific=*/true};
}

LogicalResult WgmmaComputeOp::canonicalize(WgmmaComputeOp op,
                                           PatternRewriter &rewriter) {
  if (!op.getAccumulate() || !matchPattern(op.getAccumulate(), m_One()))
    return rewriter.notifyMatchFailure(op, "not known to accumulate");
  rewriter.modifyOpInPlace(op, [&] { op.getAccumulateMutable().clear(); });
  return success();
}

//===----------------------------------------------------------------------===//
// Fence and wait
//===----------------------------------------------------------------------===//

static LogicalResult verifyHolder(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (cast<FragmentType>(type).getHolder() != FragmentHolder::warpgroup)
      return op->emitOpError("expected fragments of a warpgroup, found ")
             << type;
  return success();
}

LogicalResult WgmmaFenceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, operands.getTypes());
  return success();
}

LogicalResult WgmmaFenceOp::verify() { return verifyHolder(*this); }

LogicalResult WgmmaWaitOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &types) {
  llvm::append_range(types, operands.getTypes());
  return success();
}

LogicalResult WgmmaWaitOp::verify() {
  if (getPending() < 0 || getPending() > limits::maxPendingWgmmaGroups)
    return emitOpError("expected from 0 to ")
           << limits::maxPendingWgmmaGroups << " pending groups, found "
           << static_cast<int64_t>(getPending());
  return verifyHolder(*this);
}

//===----------------------------------------------------------------------===//
// set_max_registers
//===----------------------------------------------------------------------===//

LogicalResult SetMaxRegistersOp::verify() {
  int64_t registers = static_cast<int32_t>(getRegisters());
  if (registers < limits::minSetRegisters ||
      registers > limits::maxSetRegisters ||
      registers % limits::setRegistersStep != 0)
    return emitOpError("expected a multiple of ")
           << limits::setRegistersStep << " registers from "
           << limits::minSetRegisters << " to " << limits::maxSetRegisters
           << ", found " << registers;
  return success();
}
