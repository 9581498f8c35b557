//===- Validator.h - Validation of executables ---------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_VMEXECUTABLE_VALIDATOR_H
#define ZYN_LIB_TARGET_VMEXECUTABLE_VALIDATOR_H

#include "Zyn/Target/VMExecutable/Executable.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace mlir::vm {

/// Validates everything that the engines rely on. Each step may rely on what
/// the previous ones have validated. Only the first error is reported.
class ExecutableValidator {
public:
  ExecutableValidator(const Executable &executable, std::string &error)
      : file(executable), error(error) {}

  bool validate() {
    return validateHeader() && validateSections() && validateStrings() &&
           validateLocations() && validateRoutines() && validatePlan() &&
           validateBuffers() && validateMatrices() && validateInstructions();
  }

private:
  bool fail(const llvm::Twine &message) {
    error = escape(message.str());
    return false;
  }

  bool isZero(uint32_t element) const {
    return file.isFloat() ? element << 1 == 0 : element == 0;
  }

  // ValidateTables.cpp
  bool validateHeader();
  bool validateSections();
  bool validateStrings();
  bool validateLocations();
  bool validateRoutines();
  bool validatePlan();
  bool validateName(uint32_t offset, const llvm::Twine &where);
  bool validateSymbol(uint32_t offset, const llvm::Twine &where);
  bool validateLocation(uint32_t location, const llvm::Twine &where);

  // ValidateBuffers.cpp
  bool validateBuffers();
  bool validateBuffer(uint32_t number, const llvm::Twine &where);
  bool validateOverlaps();

  // ValidateMatrices.cpp
  bool validateMatrices();
  bool validateCSR(const Executable::Matrix &matrix, const llvm::Twine &where);
  bool validateDense(const Executable::Matrix &matrix,
                     const llvm::Twine &where);

  // ValidateInstructions.cpp
  bool validateInstructions();

  const Executable &file;
  std::string &error;
  /// Names of buffers, routines and phases, which share a namespace.
  llvm::StringMap<char> names;
  uint32_t numPhases = 0;

  friend class InstructionValidator;
};

} // namespace mlir::vm

#endif // ZYN_LIB_TARGET_VMEXECUTABLE_VALIDATOR_H
