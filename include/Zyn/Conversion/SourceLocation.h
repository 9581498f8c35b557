//===- SourceLocation.h - Source locations as text --------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_SOURCELOCATION_H
#define ZYN_CONVERSION_SOURCELOCATION_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <optional>
#include <string>

namespace mlir::zyn {

/// Returns the first source location in `location` as "file:line:column".
inline std::optional<std::string> getSourceLocation(Location location) {
  std::optional<std::string> text;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    text = file.getFilename().str() + ":" + std::to_string(file.getLine()) +
           ":" + std::to_string(file.getColumn());
    return WalkResult::interrupt();
  });
  return text;
}

} // namespace mlir::zyn

#endif // ZYN_CONVERSION_SOURCELOCATION_H
