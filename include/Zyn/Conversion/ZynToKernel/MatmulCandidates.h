//===- MatmulCandidates.h - The model's best tiles of a matmul --*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_ZYNTOKERNEL_MATMULCANDIDATES_H
#define ZYN_CONVERSION_ZYNTOKERNEL_MATMULCANDIDATES_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

namespace mlir::zyn {

/// Returns the tiles for a matmul on buffers in a function, in the order of the
/// model that `--convert-zyn-to-kernel` selects by, and at most `most`. They
/// are those of the unit that it selects for the architecture `chip`. Returns
/// nothing if the sizes are not known.
SmallVector<TileAttr> getMatmulCandidates(MatmulOp op, StringRef chip,
                                          size_t most);

/// Whether the kernel of a matmul on buffers computes an operand instead of a
/// map, so that tiles cannot be measured without that map.
bool computesOperand(MatmulOp op, StringRef chip);

/// Returns a tile without its unit as text, such as "64x64 split".
std::string toText(TileAttr tile);

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_ZYNTOKERNEL_MATMULCANDIDATES_H
