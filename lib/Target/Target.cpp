//===- Target.cpp - Table of targets --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <mutex>

using zyn::compiler::Target;

std::string Target::getDeviceName() const {
  runtime::Device device;
  device.kind = getDeviceKind();
  return llvm::StringRef(device.label()).split(':').first.str();
}

llvm::ArrayRef<const Target *> zyn::compiler::getTargets() {
  static const Target *const targets[] = {&getHostTarget(), &getPTXTarget(),
                                          &getEmulatorTarget()};
  return targets;
}

void zyn::compiler::initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (const Target *target : getTargets())
      target->initialize();
  });
}

const Target &zyn::compiler::getTarget(runtime::DeviceKind kind) {
  return **llvm::find_if(getTargets(), [&](const Target *target) {
    return target->getDeviceKind() == kind;
  });
}

auto zyn::compiler::findTarget(llvm::StringRef name)
    -> runtime::Expected<const Target *> {
  llvm::SmallVector<std::string> names;
  for (const Target *target : getTargets()) {
    names.push_back(target->getDeviceName());
    if (names.back() == name)
      return target;
  }
  std::string last = names.pop_back_val();
  return runtime::Error("unknown device '" + name.str() + "': expected " +
                        llvm::join(names, ", ") + " or " + last);
}
