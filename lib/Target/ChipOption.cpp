//===- ChipOption.cpp - The option --chip ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/ChipOption.h"
#include "Zyn/Target/Translation/TranslationOptions.h"

#include <memory>

namespace cl = llvm::cl;

cl::list<std::string> &zyn::compiler::getChipOption() {
  static cl::list<std::string> chips(
      "chip", cl::CommaSeparated, cl::value_desc("architectures"),
      cl::desc("--zyn-to-ptx, --zyn-to-object: architecture, such as sm_90a "
               "(default: that of the module, or sm_80); for --zyn-to-ptx, "
               "several, separated by commas, give an offload binary with the "
               "PTX of each"));
  // Its operator& returns the address of the values.
  static const bool isRestricted = [] {
    restrictOptions({"zyn-to-ptx", "zyn-to-object"}, {std::addressof(chips)});
    return true;
  }();
  (void)isRestricted;
  return chips;
}
