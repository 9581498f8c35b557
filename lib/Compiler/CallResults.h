//===- CallResults.h - Results of calls of compiled code ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_CALLRESULTS_H
#define ZYN_LIB_COMPILER_CALLRESULTS_H

#include "Descriptor.h"
#include "Zyn/Compiler/InPlaceArguments.h"

#include "llvm/ADT/ArrayRef.h"

namespace zyn::compiler {

/// The results of a call: the struct that MLIR's C interface writes, or the
/// single number that it returns.
class CallResults {
public:
  explicit CallResults(const Signature &signature);

  bool isReturnedNumber() const {
    return signature.results.size() == 1 && !signature.results[0].isArray;
  }

  /// The memory that compiled code writes the results to.
  void *address() { return storage.data(); }

  /// Copies the results to the host.
  runtime::Expected<std::vector<runtime::Array>>
  read(runtime::Context &context);

  /// Takes the results, which remain on the device and belong to `stream`, the
  /// one of the call.
  runtime::Expected<std::vector<Result>> take(runtime::Stream &stream);

  /// The sizes of a result that is an array.
  std::vector<int64_t> shapeOf(size_t result);
  /// The address of its first element; offsets are in elements.
  char *elementsOf(size_t result);

  /// Frees the buffers of the last call, if there was one, except for those
  /// that begin at one of `kept`.
  void release(runtime::Context &context, llvm::ArrayRef<void *> kept = {});

private:
  char *at(size_t result) {
    return reinterpret_cast<char *>(storage.data()) + offsets[result];
  }
  DynamicMemRefType<char> bufferAt(size_t result);
  runtime::Expected<DeviceArray> takeArray(runtime::Stream &stream,
                                           size_t result,
                                           std::shared_ptr<void> memory);

  const Signature &signature;
  std::vector<size_t> offsets;
  std::vector<uint64_t> storage;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_CALLRESULTS_H
