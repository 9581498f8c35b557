//===- HostSchedule.cpp - Tile sizes for the host -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostSchedule.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir::zyn;

int64_t HostSchedule::nativeVectorBytes() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return 64;
  return features.lookup("avx2") ? 32 : 16;
}

MatmulTiles HostSchedule::getMatmulTiles(unsigned bits) const {
  // The sums take 24 of 32 registers, or 12 (8) of 16; the others hold a row of
  // B and a broadcast element of A.
  bool isWide = bits > 32;
  switch (vectorBytes) {
  case 64:
    return {12, 2, 192, isWide ? 128 : 256, 256};
  case 32:
    return {6, 2, 96, isWide ? 128 : 256, 256};
  default:
    return {4, 2, 96, isWide ? 64 : 128, 256};
  }
}
