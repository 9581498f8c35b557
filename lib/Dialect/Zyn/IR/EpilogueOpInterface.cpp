//===- EpilogueOpInterface.cpp - Ops with epilogues -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

using namespace mlir;
using namespace mlir::zyn;

#include "Zyn/Dialect/Zyn/IR/EpilogueOpInterface.cpp.inc"

AffineMap zyn::detail::getEpilogueMap(Operation *op, unsigned i) {
  auto epilogueOp = cast<EpilogueOpInterface>(op);
  return getMapOrIdentity(epilogueOp.getEpilogueMaps(), i, epilogueOp.getRank(),
                          op->getContext());
}

std::optional<FlopTerm> zyn::detail::getEpilogueFlopTerm(Operation *op) {
  auto epilogueOp = cast<EpilogueOpInterface>(op);
  std::optional<int64_t> count = countFlops(epilogueOp.getEpilogue());
  if (!count)
    return std::nullopt;
  FlopTerm term = {*count, {}};
  OpOperand *destination = cast<ComputeOpInterface>(op).getDpsInitOperand(0);
  for (unsigned dim = 0; dim < epilogueOp.getRank(); ++dim)
    term.sizes.push_back({destination, dim});
  return term;
}

LogicalResult zyn::verifyEpilogueInputs(EpilogueOpInterface op) {
  if (op.getEpilogue().empty() && !op.getEpilogueInputs().empty())
    return op->emitOpError("has epilogue_ins but no epilogue that uses them");
  return verifyMaps(op, "epilogue input", op.getEpilogueInputs(),
                    op.getEpilogueMaps(), op.getRank());
}

LogicalResult zyn::verifyEpilogue(EpilogueOpInterface op) {
  Region &epilogue = op.getEpilogue();
  if (epilogue.empty())
    return success();
  if (!epilogue.hasOneBlock())
    return op->emitOpError("expected an epilogue with one block");
  SmallVector<Type> arguments = {op.getAccumulatorType()};
  llvm::append_range(arguments, getElementTypes(op.getEpilogueInputs()));
  return verifyBody(op, epilogue.front(), arguments,
                    getElementTypes(op.getInit()));
}
