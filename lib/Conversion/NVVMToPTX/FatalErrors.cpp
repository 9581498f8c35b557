//===- FatalErrors.cpp - Recovery from LLVM's fatal errors ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is what llvm::CrashRecoveryContext does, which also installs signal
// handlers: these are the application's, not a library's.
//
//===----------------------------------------------------------------------===//

#include "FatalErrors.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <csetjmp>
#include <mutex>

namespace {
struct Recovery {
  std::jmp_buf point;
  std::string reason;
};

/// Installs the handler, of which LLVM has one for all threads, while there are
/// such objects.
class HandlerScope {
public:
  HandlerScope();
  ~HandlerScope();

private:
  static std::mutex mutex;
  static unsigned count;
};
} // namespace

std::mutex HandlerScope::mutex;
unsigned HandlerScope::count = 0;

static thread_local Recovery *recovery = nullptr;

static void handleFatalError(void *, const char *reason, bool) {
  if (!recovery) {
    // As without a handler. LLVM ends the process on return.
    llvm::errs() << "LLVM ERROR: " << reason << "\n";
    return;
  }
  recovery->reason = llvm::StringRef(reason).ltrim().split('\n').first.str();
  std::longjmp(recovery->point, 1);
}

HandlerScope::HandlerScope() {
  std::lock_guard<std::mutex> lock(mutex);
  if (count++ == 0)
    llvm::install_fatal_error_handler(handleFatalError);
}

HandlerScope::~HandlerScope() {
  std::lock_guard<std::mutex> lock(mutex);
  if (--count == 0)
    llvm::remove_fatal_error_handler();
}

std::optional<std::string>
mlir::zyn::catchFatalError(llvm::function_ref<void()> work) {
  HandlerScope scope;
  Recovery here;
  const void *stackTrace = llvm::SavePrettyStackState();
  recovery = &here;
  bool isFatal = setjmp(here.point) != 0;
  if (!isFatal)
    work();
  recovery = nullptr;
  if (!isFatal)
    return std::nullopt;
  // Its entries were on the part of the stack that is gone.
  llvm::RestorePrettyStackState(stackTrace);
  return std::move(here.reason);
}
