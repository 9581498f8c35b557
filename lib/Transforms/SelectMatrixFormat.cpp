//===- SelectMatrixFormat.cpp - Selects formats of matrices ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "Zyn/Interfaces/MatrixFormatOpInterface.h"
#include "mlir/IR/Remarks.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNSELECTMATRIXFORMAT
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

static StringRef getName(MatrixStorage storage) {
  return storage == MatrixStorage::CSR ? "CSR" : "dense";
}

static void report(MatrixFormatOpInterface op, MatrixStorage storage,
                   const std::string &numbers) {
  remark::passed(op.getLoc(), remark::RemarkOpts::name("MatrixFormat")
                                  .category("zyn-select-matrix-format"))
      << remark::reason("{0}: {1}", getName(storage), numbers);
}

static void selectByTime(MatrixFormatOpInterface op) {
  int64_t csr = op.getMatrixCost(MatrixStorage::CSR);
  int64_t dense = op.getMatrixCost(MatrixStorage::Dense);
  MatrixStorage storage =
      csr <= dense ? MatrixStorage::CSR : MatrixStorage::Dense;
  op.setMatrixStorage(storage);
  report(op, storage,
         llvm::formatv("CSR takes {0} units of time, dense {1}", csr, dense));
}

static void selectByDensity(MatrixFormatOpInterface op, unsigned threshold) {
  MatrixStatistics matrix = op.getMatrixStatistics();
  int64_t all = matrix.rows * matrix.columns;
  MatrixStorage storage = matrix.nonZeros * 100 < all * threshold
                              ? MatrixStorage::CSR
                              : MatrixStorage::Dense;
  op.setMatrixStorage(storage);
  report(op, storage,
         llvm::formatv("{0} of {1} elements are non-zero, the threshold is "
                       "{2} percent",
                       matrix.nonZeros, all, threshold));
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
    getOperation()->walk([&](MatrixFormatOpInterface op) {
      if (format != "auto")
        return op.setMatrixStorage(format == "csr" ? MatrixStorage::CSR
                                                   : MatrixStorage::Dense);
      if (std::optional<MatrixStorage> storage = op.getMatrixStorage()) {
        remark::missed(op.getLoc(), remark::RemarkOpts::name("MatrixFormat")
                                        .category("zyn-select-matrix-format"))
            << remark::reason("the format is already set to {0}",
                              ::getName(*storage));
        return;
      }
      if (costModel)
        selectByTime(op);
      else
        selectByDensity(op, threshold);
    });
  }
};

} // namespace
