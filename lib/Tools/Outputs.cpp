//===- Outputs.cpp - Outputs of functions and kernels ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "Zyn/Compiler/Signature.h"
#include "Zyn/Support/Float8.h"
#include "Zyn/Support/HalfPrecision.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdio>
#include <unistd.h>

using zyn::runtime::Array;
using zyn::runtime::ElementType;
using zyn::runtime::Error;

static Error cannotWrite(const std::string &path, const std::string &why) {
  return Error::at(path, "cannot write: " + why);
}

Error zyn::tools::checkOutputs(const std::vector<std::string> &paths) {
  llvm::StringSet<> seen;
  for (const std::string &path : paths) {
    if (!seen.insert(path).second)
      return cannotWrite(path, "another -o has the same path");
    std::string folder = llvm::sys::path::parent_path(path).str();
    if (folder.empty())
      folder = ".";
    if (!llvm::sys::fs::exists(folder))
      return cannotWrite(path, "the folder '" + folder + "' does not exist");
    if (!llvm::sys::fs::is_directory(folder))
      return cannotWrite(path, "'" + folder + "' is not a folder");
    if (llvm::sys::fs::is_directory(path))
      return cannotWrite(path, "it is a folder");
    // A device or a pipe is written to directly.
    bool isReplaced =
        !llvm::sys::fs::exists(path) || llvm::sys::fs::is_regular_file(path);
    if (isReplaced ? access(folder.c_str(), W_OK | X_OK) != 0
                   : access(path.c_str(), W_OK) != 0)
      return cannotWrite(
          path,
          "no permission" +
              (isReplaced ? " in the folder '" + folder + "'" : std::string()));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

template <typename T>
static T load(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

static std::string formatFloat(double value, const char *format) {
  char text[40];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

static std::string formatElement(ElementType type, const char *element) {
  switch (type) {
  case ElementType::Bool:
    return *element ? "true" : "false";
  case ElementType::I8:
    return std::to_string(load<int8_t>(element));
  case ElementType::I16:
    return std::to_string(load<int16_t>(element));
  case ElementType::I32:
    return std::to_string(load<int32_t>(element));
  case ElementType::I64:
    return std::to_string(load<int64_t>(element));
  case ElementType::U8:
    return std::to_string(load<uint8_t>(element));
  case ElementType::U16:
    return std::to_string(load<uint16_t>(element));
  case ElementType::U32:
    return std::to_string(load<uint32_t>(element));
  case ElementType::U64:
    return std::to_string(load<uint64_t>(element));
  case ElementType::F8E4M3FN:
    return formatFloat(zyn::fromF8E4M3FN(load<uint8_t>(element)), "%.4g");
  case ElementType::F8E5M2:
    return formatFloat(zyn::fromF8E5M2(load<uint8_t>(element)), "%.4g");
  case ElementType::F16:
    return formatFloat(zyn::fromF16(load<uint16_t>(element)), "%.4g");
  case ElementType::BF16:
    return formatFloat(zyn::fromBF16(load<uint16_t>(element)), "%.4g");
  case ElementType::F32:
    return formatFloat(load<float>(element), "%.7g");
  case ElementType::F64:
    return formatFloat(load<double>(element), "%.15g");
  }
  return "?";
}

namespace {
class ArrayPrinter {
public:
  explicit ArrayPrinter(const Array &array)
      : array(array), size(zyn::runtime::elementBytes(array.type())),
        isLong(array.bytes() / size > longCount) {}

  std::string print() {
    append(0, static_cast<const char *>(array.begin()), array.bytes());
    return std::move(text);
  }

private:
  /// Arrays with more elements are abbreviated.
  static constexpr uint64_t longCount = 100;
  static constexpr int64_t edge = 3;

  /// Appends the `bytes` bytes at `begin`, whose outermost dimension is
  /// `dimension`.
  void append(size_t dimension, const char *begin, uint64_t bytes) {
    if (dimension == array.shape().size()) {
      text += formatElement(array.type(), begin);
      return;
    }
    int64_t count = array.shape()[dimension];
    bool isInnermost = dimension + 1 == array.shape().size();
    std::string separator =
        isInnermost ? ", " : ",\n" + std::string(dimension + 1, ' ');
    text += '[';
    for (int64_t i = 0; i < count; ++i) {
      if (i)
        text += separator;
      if (isLong && i == edge && count > 2 * edge) {
        text += "..." + separator;
        i = count - edge;
      }
      append(dimension + 1, begin + i * (bytes / count), bytes / count);
    }
    text += ']';
  }

  const Array &array;
  const uint64_t size;
  const bool isLong;
  std::string text;
};
} // namespace

std::string zyn::tools::formatArray(const Array &array) {
  return ArrayPrinter(array).print();
}

/// Returns "tensor<2x3xf32>", or `number` for a result that is a number.
static std::string describe(const Array &array, const std::string &number) {
  if (!number.empty())
    return number;
  return "tensor<" + zyn::compiler::formatShape(array.shape(), array.type()) +
         ">";
}

Error zyn::tools::writeOutputs(const RunOptions &options,
                               const std::vector<Array> &arrays,
                               const std::vector<std::string> &numbers) {
  for (auto [i, array] : llvm::enumerate(arrays)) {
    if (!options.outputs.empty()) {
      if (Error error = runtime::writeNpy(options.outputs[i], array.type(),
                                          array.shape(), array.begin()))
        return error;
    } else if (!options.noOutput) {
      std::string type =
          describe(array, i < numbers.size() ? numbers[i] : std::string());
      std::printf("#%zu: %s\n%s\n", size_t(i), type.c_str(),
                  formatArray(array).c_str());
    }
  }
  return Error::success();
}
