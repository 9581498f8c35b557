//===- MatmulTiles.h - Tiles that attributes name ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILES_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILES_H

#include "MatmulEmitter.h"

namespace mlir::zyn {

/// Returns the emitter's tile that `named` describes, or null if there is none.
const ::zyn::schedule::MatmulTile *findTile(const MatmulEmitter &emitter,
                                            TileAttr named);

/// Checks that the architecture `chip` has the tile that a matmul names, if it
/// names one, and that it can compute the matmul.
LogicalResult checkNamedTile(MatmulOp op, StringRef chip);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_MATMULTILES_H
