//===- SelectMatrixFormat.cpp - Selects formats of matrices ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "RefusalRemarks.h"
#include "Zyn/Interfaces/MatrixFormatOpInterface.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSELECTMATRIXFORMAT
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static remark::RemarkOpts formatRemark() {
  return remark::RemarkOpts::name("MatrixFormat")
      .category("zyn-select-matrix-format");
}

/// Returns what `chosen` saves, compared with the first candidate of the other
/// format.
static std::string describeSavings(ArrayRef<MatrixCandidate> candidates,
                                   const MatrixCandidate &chosen) {
  const MatrixCandidate *other =
      llvm::find_if(candidates, [&](const MatrixCandidate &candidate) {
        return candidate.storage != chosen.storage;
      });
  if (other == candidates.end())
    return "";
  return llvm::formatv("; {0} bytes and {1} multiply-adds for each vector "
                       "instead of {2} and {3}",
                       chosen.bytes, chosen.multiplyAdds, other->bytes,
                       other->multiplyAdds);
}

/// Returns the first candidate of a format. The op reports why there is none if
/// it is told to use it.
static MatrixCandidate getCandidate(ArrayRef<MatrixCandidate> candidates,
                                    MatrixStorage storage) {
  const MatrixCandidate *found =
      llvm::find_if(candidates, [&](const MatrixCandidate &candidate) {
        return candidate.storage == storage;
      });
  return found == candidates.end() ? MatrixCandidate{storage, ""} : *found;
}

static bool isChip(StringRef chip) {
  unsigned capability;
  return chip.consume_front("sm_") && !chip.consumeInteger(10, capability);
}

namespace {

struct ZynSelectMatrixFormat
    : zyn::impl::ZynSelectMatrixFormatBase<ZynSelectMatrixFormat> {
  using ZynSelectMatrixFormatBase::ZynSelectMatrixFormatBase;

  void runOnOperation() override {
    if (format != "auto" && format != "csr" && format != "dense") {
      emitError(getOperation()->getLoc())
          << "expected format auto, csr or dense, found '" << format << "'";
      return signalPassFailure();
    }
    if (threshold > 100) {
      emitError(getOperation()->getLoc())
          << "expected a threshold from 0 to 100 percent, found "
          << threshold.getValue();
      return signalPassFailure();
    }
    if (!isChip(chip)) {
      emitError(getOperation()->getLoc())
          << "unknown chip '" << chip
          << "': expected an architecture such as sm_80 or sm_90a";
      return signalPassFailure();
    }
    RefusalRemarks refusals("MatrixFormat", "zyn-select-matrix-format");
    IRRewriter rewriter(&getContext(), &refusals);
    SmallVector<MatrixFormatOpInterface> ops;
    getOperation()->walk(
        [&](MatrixFormatOpInterface op) { ops.push_back(op); });
    for (MatrixFormatOpInterface op : ops)
      if (std::optional<MatrixStatistics> matrix = op.getMatrixStatistics())
        select(rewriter, op, *matrix);
  }

private:
  void select(RewriterBase &rewriter, MatrixFormatOpInterface op,
              const MatrixStatistics &matrix);
};

} // namespace

void ZynSelectMatrixFormat::select(RewriterBase &rewriter,
                                   MatrixFormatOpInterface op,
                                   const MatrixStatistics &matrix) {
  std::optional<MatrixStorage> known = op.getMatrixStorage();
  if (known && format == "auto") {
    remark::missed(op.getLoc(), formatRemark())
        << remark::reason("the format is already set to {0}",
                          *known == MatrixStorage::CSR ? "CSR" : "dense");
    return;
  }
  SmallVector<MatrixCandidate> candidates =
      op.getMatrixCandidates({chip, allow3xTF32});
  MatrixCandidate chosen;
  std::string reason;
  if (format != "auto") {
    chosen = getCandidate(candidates, format == "csr" ? MatrixStorage::CSR
                                                      : MatrixStorage::Dense);
    reason = "it was asked for";
  } else if (costModel) {
    // Of several that take the same time, the first one.
    chosen = *llvm::min_element(
        candidates, [](const MatrixCandidate &a, const MatrixCandidate &b) {
          return a.time < b.time;
        });
    for (const MatrixCandidate &candidate : candidates)
      reason += llvm::formatv("{0}{1} takes {2}{3}", reason.empty() ? "" : ", ",
                              candidate.name, candidate.time,
                              reason.empty() ? " units of time" : "");
  } else {
    int64_t all = matrix.rows * matrix.columns;
    bool isSparse = matrix.nonZeros * 100 < all * threshold;
    chosen = getCandidate(candidates,
                          isSparse ? MatrixStorage::CSR : MatrixStorage::Dense);
    reason = llvm::formatv("{0} of {1} elements are non-zero, the threshold "
                           "is {2} percent",
                           matrix.nonZeros, all, threshold);
  }
  reason += describeSavings(candidates, chosen);
  Location loc = op.getLoc();
  if (succeeded(op.useMatrixCandidate(rewriter, chosen)))
    remark::passed(loc, formatRemark())
        << remark::reason("{0}: {1}", chosen.name, reason);
}
