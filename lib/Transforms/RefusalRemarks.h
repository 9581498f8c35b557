//===- RefusalRemarks.h - Remarks of match failures ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TRANSFORMS_REFUSALREMARKS_H
#define ZYN_LIB_TRANSFORMS_REFUSALREMARKS_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace mlir::zyn {

/// Emits a remark for each reason passed to `notifyMatchFailure`.
class RefusalRemarks : public RewriterBase::Listener {
public:
  RefusalRemarks(StringRef name, StringRef category)
      : options(remark::RemarkOpts::name(name).category(category)) {}

  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> getReason) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    getReason(diagnostic);
    remark::missed(loc, options) << remark::reason("{0}", diagnostic.str());
  }

private:
  remark::RemarkOpts options;
};

} // namespace mlir::zyn

#endif // ZYN_LIB_TRANSFORMS_REFUSALREMARKS_H
