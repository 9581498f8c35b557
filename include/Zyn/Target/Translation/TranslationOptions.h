//===- TranslationOptions.h - Options of translations --------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_TRANSLATION_TRANSLATIONOPTIONS_H
#define ZYN_TARGET_TRANSLATION_TRANSLATIONOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

#include <initializer_list>
#include <string>

namespace zyn::compiler {

/// Declares that options of zyn-translate apply to some translations only,
/// which are given by the names of their options.
void restrictOptions(llvm::ArrayRef<llvm::StringRef> translations,
                     std::initializer_list<llvm::cl::Option *> options);

/// Declares that an option of zyn-translate is the name of a file that a
/// translation writes, in addition to that of -o.
void addOutputOption(const llvm::cl::opt<std::string> &option);

/// Declares that the output of a translation is binary, so that several ones
/// cannot follow each other in a file.
void addBinaryTranslation(llvm::StringRef translation);

/// Returns why the options on the command line do not go with a translation
/// that writes to `output`, or with each other, or an empty string.
std::string findOptionProblem(llvm::StringRef translation,
                              llvm::StringRef output, bool splitsInput);

} // namespace zyn::compiler

#endif // ZYN_TARGET_TRANSLATION_TRANSLATIONOPTIONS_H
