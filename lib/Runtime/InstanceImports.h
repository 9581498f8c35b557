//===- InstanceImports.h - Matches imports by declaration ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_INSTANCEIMPORTS_H
#define ZYN_LIB_RUNTIME_INSTANCEIMPORTS_H

#include "Zyn/Runtime/InstanceStore.h"

namespace zyn::runtime {

/// The type of an object that is imported or exported; fields that a kind of
/// object does not have are zero.
struct ObjectType {
  InstanceModule::Export::Kind kind = InstanceModule::Export::Function;
  CallType call;
  ValueKind value = ValueKind::I32;
  bool isMutable = false;
  uint64_t size = 0;
  std::optional<uint64_t> maximum;

  /// "a function of type () -> (i32)".
  std::string str() const;
};

/// The error for an import that does not exist.
Error unknownImport(const InstanceModule::Import &import,
                    const ObjectType &declared);

/// The error for an import whose type does not match.
Error incompatibleImport(const InstanceModule::Import &import,
                         const ObjectType &declared, const ObjectType &found);

/// Sets `word` to a reference to the object that `imports` has for `import`.
/// Returns an error if there is none or if its type does not match.
Error resolveImport(const InstanceImports &imports,
                    const InstanceModule::Import &import,
                    const ObjectType &declared, uint64_t &word);

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_INSTANCEIMPORTS_H
