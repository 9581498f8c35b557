//===- MatmulTiles.cpp - Tiles that attributes name -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#zyn.tile` describes a tile of the table instead of numbering it, so that a
// program keeps its meaning when tiles are added.
//
//===----------------------------------------------------------------------===//

#include "MatmulTiles.h"
#include "FusedOperand.h"
#include "MatmulUnits.h"

#include "Zyn/Conversion/Passes.h"
#include "Zyn/Conversion/ZynToKernel/MatmulCandidates.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::MatmulTile;

static TileAttr describe(MLIRContext *context, TileUnit unit,
                         const MatmulTile &tile) {
  return TileAttr::get(context, unit, tile.rows, tile.columns,
                       tile.isTransposed, tile.isSplit);
}

std::string mlir::zyn::toText(TileAttr tile) {
  return (Twine(tile.getRows()) + "x" + Twine(tile.getColumns()) +
          (tile.getTransposed() ? " transposed" : "") +
          (tile.getSplit() ? " split" : ""))
      .str();
}

const MatmulTile *mlir::zyn::findTile(const MatmulEmitter &emitter,
                                      TileAttr named) {
  for (const MatmulTile &tile :
       ::zyn::schedule::getMatmulTiles(emitter.getKind()))
    if (describe(named.getContext(), named.getUnit(), tile) == named)
      return &tile;
  return nullptr;
}

LogicalResult mlir::zyn::checkNamedTile(MatmulOp op, StringRef chip) {
  auto named = op->getAttrOfType<TileAttr>(kTileAttrName);
  if (!named)
    return success();
  KernelHints hints(op);
  TileUnit unit = named.getUnit();
  if (std::optional<StringRef> obstacle = getObstacle(op, unit, chip, hints)) {
    bool hasWarps = !getObstacle(op, TileUnit::Warps, chip, hints);
    return op.emitOpError("has a zyn.tile of ")
           << stringifyEnum(unit) << ", but " << *obstacle << "; expected "
           << (hasWarps ? "warps or threads" : "threads");
  }
  KernelModules kernels(::zyn::schedule::getGPUTarget(chip));
  kernels.setHints(hints);
  std::unique_ptr<MatmulEmitter> emitter =
      createEmitter(kernels, op, unit, chip);
  const MatmulTile *tile = findTile(*emitter, named);
  if (!tile) {
    InFlightDiagnostic error = op.emitOpError("has the unknown zyn.tile ");
    error << toText(named) << "; those of " << stringifyEnum(unit)
          << " for these elements are ";
    llvm::interleaveComma(::zyn::schedule::getMatmulTiles(emitter->getKind()),
                          error, [&](const MatmulTile &known) {
                            error << toText(
                                describe(op.getContext(), unit, known));
                          });
    return error;
  }
  int64_t available =
      hints.getSharedMemory(emitter->target.sharedBytesPerBlock);
  int64_t stages = emitter->getStages(op, *tile);
  int64_t needed = stages * tile->getStageBytes();
  if (needed > available)
    return op.emitOpError("has the zyn.tile ")
           << toText(named) << ", whose stages need " << needed
           << " bytes of shared memory, found " << available
           << "; expected a smaller one";
  return success();
}

bool mlir::zyn::computesOperand(MatmulOp op, StringRef chip) {
  return findFusedOperand(op, ::zyn::schedule::getGPUTarget(chip)).has_value();
}

/// Loads the dialects of kernels, as the pass manager does for the pass.
static void loadKernelDialects(MLIRContext &context) {
  DialectRegistry registry;
  createConvertZynToKernel()->getDependentDialects(registry);
  context.appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context.getOrLoadDialect(name);
}

SmallVector<TileAttr>
mlir::zyn::getMatmulCandidates(MatmulOp op, StringRef chip, size_t most) {
  loadKernelDialects(*op.getContext());
  // A copy of the function holds the ops that copy operands, and its module
  // their kernels.
  IRMapping copies;
  OwningOpRef<ModuleOp> module = ModuleOp::create(op.getLoc());
  module->push_back(op->getParentOfType<FunctionOpInterface>()->clone(copies));
  auto copy = cast<MatmulOp>(copies.lookup(op.getOperation()));
  KernelHints hints(copy);
  KernelModules kernels(::zyn::schedule::getGPUTarget(chip));
  kernels.setHints(hints);
  OpBuilder host(copy);
  IndexBuilder h(op.getLoc(), host);
  auto isKnown = [](Value condition) {
    return getConstantIntValue(condition).value_or(0) != 0;
  };
  TileUnit unit = TileUnit::Lanes;
  if (!isKnown(isThin(h, copy, chip))) {
    unit = selectUnit(copy, chip, hints);
    if (unit == TileUnit::Warpgroups && isKnown(isDominatedByCopies(h, copy)))
      unit = getUnitWithoutCopies(op);
  }
  std::unique_ptr<MatmulEmitter> emitter =
      createEmitter(kernels, copy, unit, chip);
  SmallVector<TileAttr> result;
  for (const MatmulTile *tile : rankTiles(*emitter, host, copy))
    if (result.size() < most)
      result.push_back(describe(op.getContext(), unit, *tile));
  return result;
}
