//===- Interfaces.cpp - Op interfaces used by passes ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Interfaces/FusableOpInterface.h"
#include "Zyn/Interfaces/MatrixFormatOpInterface.h"
#include "Zyn/Interfaces/PartialEvaluation.h"
#include "Zyn/Interfaces/UnrollableOpInterface.h"

using namespace mlir;

#include "Zyn/Interfaces/FusableOpInterface.cpp.inc"
#include "Zyn/Interfaces/MatrixFormatOpInterface.cpp.inc"
#include "Zyn/Interfaces/PartialEvaluation.cpp.inc"
#include "Zyn/Interfaces/UnrollableOpInterface.cpp.inc"
