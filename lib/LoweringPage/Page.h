//===- Page.h - A lowering as HTML ---------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_LOWERINGPAGE_PAGE_H
#define ZYN_LIB_LOWERINGPAGE_PAGE_H

#include "Notes.h"
#include "Stage.h"

namespace zyn::compiler {

struct PageHeading {
  std::string title;
  /// Words about the lowering, such as the device.
  std::vector<std::string> facts;
};

/// Returns the page of a lowering, made from page.html, page.css and page.js.
std::string formatPage(Lowering &lowering, const PageHeading &heading);

/// Returns text for HTML, with everything escaped.
std::string escape(llvm::StringRef text);

/// Returns the tables of kernels and of warnings and remarks, or nothing if
/// there are none.
std::string formatKernels(const Lowering &lowering, const Notes &notes);
std::string formatNotes(const Lowering &lowering, const Notes &notes);

} // namespace zyn::compiler

#endif // ZYN_LIB_LOWERINGPAGE_PAGE_H
