//===- InstanceArrays.cpp - Buffers of instances --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceArrays.h"
#include "Inputs.h"
#include "Outputs.h"

#include <cstring>

using namespace zyn::runtime;
using zyn::tools::InstanceArrays;

/// Reads the array that an option describes; `position` distinguishes the
/// random numbers of several arrays.
static Error readOption(const std::string &text, size_t position,
                        const zyn::tools::RunOptions &options, Context &context,
                        std::optional<Array> &result) {
  if (text.empty())
    return Error::success();
  Expected<Array> array =
      zyn::tools::readArray(text, options.seed, position, context);
  if (!array)
    return zyn::tools::inputError(text, array.takeError());
  result = std::move(*array);
  return Error::success();
}

Expected<InstanceArrays> InstanceArrays::read(const RunOptions &options,
                                              Context &context) {
  InstanceArrays arrays;
  arrays.inputText = options.inputRows;
  if (Error error =
          readOption(options.inputRows, 0, options, context, arrays.input))
    return error;
  if (arrays.input && arrays.input->shape().empty())
    return inputError(
        options.inputRows,
        Error("expected a row for each instance, found a number"));
  if (arrays.countRows() == 0)
    return inputError(options.inputRows,
                      Error("expected at least one row, found none"));
  if (Error error =
          readOption(options.sharedArray, 1, options, context, arrays.initial))
    return error;
  if (!options.outputRows.empty()) {
    Expected<Array> row = createArray(options.outputRows);
    if (!row)
      return inputError(options.outputRows, row.takeError());
    arrays.outputRow = std::move(*row);
  }
  size_t expected = arrays.outputRow.has_value() + arrays.initial.has_value(),
         given = options.outputs.size();
  if (given != 0 && given != expected)
    return Error("the output rows and the shared array are " +
                 std::to_string(expected) +
                 (expected == 1 ? " array, " : " arrays, ") +
                 std::to_string(given) + " -o given");
  if (Error error = checkOutputs(options.outputs))
    return error;
  return std::move(arrays);
}

std::optional<int64_t> InstanceArrays::countRows() const {
  return input ? std::optional(input->shape().front()) : std::nullopt;
}

Error InstanceArrays::reset(int64_t instances) {
  if (input && *countRows() != instances)
    return inputError(inputText,
                      Error("expected a row for each of " +
                            std::to_string(instances) + " instances, found " +
                            std::to_string(*countRows())));
  if (outputRow) {
    std::vector<int64_t> shape = {instances};
    shape.insert(shape.end(), outputRow->shape().begin(),
                 outputRow->shape().end());
    Expected<Array> array = Array::create(outputRow->type(), std::move(shape));
    if (!array)
      return array.takeError();
    output = std::move(*array);
  }
  if (initial) {
    Expected<Array> array = Array::create(initial->type(), initial->shape());
    if (!array)
      return array.takeError();
    shared = std::move(*array);
    std::memcpy(shared->begin(), initial->begin(), initial->bytes());
  }
  return Error::success();
}

InstanceBuffers InstanceArrays::getBuffers() {
  InstanceBuffers buffers;
  if (shared)
    buffers.shared = {shared->begin(), shared->bytes()};
  if (input)
    buffers.input = {input->begin(), input->bytes() / *countRows()};
  if (output)
    buffers.output = {output->begin(), outputRow->bytes()};
  return buffers;
}

Error InstanceArrays::write(const RunOptions &options) const {
  std::vector<Array> arrays;
  if (output)
    arrays.push_back(*output);
  if (shared)
    arrays.push_back(*shared);
  return writeOutputs(options, arrays);
}
