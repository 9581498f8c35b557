//===- TranslationOptions.cpp - Options of translations -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Translation/TranslationOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using llvm::StringRef;

namespace {
struct Restriction {
  cl::Option *option;
  llvm::SmallVector<StringRef, 2> translations;
};

struct Registry {
  std::vector<Restriction> restrictions;
  std::vector<const cl::opt<std::string> *> outputs;
  std::vector<StringRef> binaryTranslations;
};
} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

void zyn::compiler::restrictOptions(
    llvm::ArrayRef<StringRef> translations,
    std::initializer_list<cl::Option *> options) {
  for (cl::Option *option : options)
    getRegistry().restrictions.push_back(
        {option, llvm::SmallVector<StringRef, 2>(translations)});
}

void zyn::compiler::addOutputOption(const cl::opt<std::string> &option) {
  getRegistry().outputs.push_back(&option);
}

void zyn::compiler::addBinaryTranslation(StringRef translation) {
  getRegistry().binaryTranslations.push_back(translation);
}

/// Whether two paths are those of one file, which may not exist yet.
static bool isSameFile(StringRef left, StringRef right) {
  if (left == "-" || right == "-")
    return left == right;
  auto normalize = [](StringRef path) {
    llvm::SmallString<128> absolute(path);
    llvm::sys::fs::make_absolute(absolute);
    llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
    return absolute;
  };
  bool isSame = normalize(left) == normalize(right);
  bool isEquivalent = false;
  if (!llvm::sys::fs::equivalent(left, right, isEquivalent))
    isSame |= isEquivalent;
  // What is written to a device such as /dev/null is not overwritten.
  return isSame &&
         (!llvm::sys::fs::exists(left) || llvm::sys::fs::is_regular_file(left));
}

/// Checks that each output is another file, and that there is one of each.
static std::string findOutputProblem(StringRef translation, StringRef output,
                                     bool splitsInput) {
  llvm::SmallVector<std::pair<std::string, StringRef>> files;
  for (const cl::opt<std::string> *option : getRegistry().outputs)
    if (!option->empty())
      files.emplace_back("--" + option->ArgStr.str(), *option);
  if (splitsInput) {
    if (output != "-" &&
        llvm::is_contained(getRegistry().binaryTranslations, translation))
      files.emplace_back("-o", output);
    return files.empty() ? ""
                         : "--split-input-file translates several modules, but "
                           "the output of " +
                               files.front().first + " can only be one";
  }
  for (const auto &[option, file] : files)
    if (isSameFile(output, file))
      return "expected -o and " + option + " to name two files, found '" +
             file.str() + "' for both";
  return "";
}

std::string zyn::compiler::findOptionProblem(StringRef translation,
                                             StringRef output,
                                             bool splitsInput) {
  for (const Restriction &restriction : getRegistry().restrictions)
    if (restriction.option->getNumOccurrences() &&
        !llvm::is_contained(restriction.translations, translation))
      return "--" + restriction.option->ArgStr.str() + " applies to --" +
             llvm::join(restriction.translations, " and --") + ", not to --" +
             translation.str();
  return findOutputProblem(translation, output, splitsInput);
}
