//===- Device.cpp - Finding devices ---------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Device.h"
#include "Backends.h"

#include <cstdlib>

using namespace zyn::runtime;

std::string Device::label() const {
  const BackendEntry &entry = backendEntry(kind);
  std::string label = entry.name;
  return entry.isNumbered ? label + ":" + std::to_string(ordinal) : label;
}

std::vector<Device> zyn::runtime::listDevices() {
  std::vector<Device> devices;
  for (const BackendEntry &entry : backendEntries())
    if (entry.isPhysical)
      if (Expected<std::vector<Device>> found = entry.list())
        devices.insert(devices.end(), found->begin(), found->end());
  return devices;
}

Expected<uint64_t> zyn::runtime::freeDeviceMemory(const Device &device) {
  return backendEntry(device.kind).freeMemory(device);
}

static Error missingDevice(const BackendEntry &entry,
                           const std::string &requested,
                           Expected<std::vector<Device>> devices) {
  std::string found;
  if (!devices) {
    found = devices.takeError().message();
  } else {
    found = "found " + std::to_string(devices->size()) + " " + entry.noun +
            (devices->size() == 1 ? "" : "s");
    for (const Device &device : *devices)
      found += (device.ordinal == 0 ? " (" : ", ") + device.label();
    found += devices->empty() ? "" : ")";
  }
  return Error::format("no GPU: requested '%s', %s", requested.c_str(),
                       found.c_str());
}

/// Whether `name` is NAME or NAME:N of `entry`; sets `ordinal` to N. A number
/// that overflows saturates and so does not name a device either.
static bool isNameOf(const BackendEntry &entry, const std::string &name,
                     unsigned long &ordinal) {
  ordinal = 0;
  if (name == entry.name)
    return true;
  const std::string prefix = std::string(entry.name) + ":";
  if (!entry.isNumbered || name.size() == prefix.size() ||
      name.compare(0, prefix.size(), prefix) != 0 ||
      name.find_first_not_of("0123456789", prefix.size()) != name.npos)
    return false;
  ordinal = std::strtoul(name.c_str() + prefix.size(), nullptr, 10);
  return true;
}

static Error unknownDevice(const std::string &name) {
  std::vector<std::string> names = {"auto"};
  for (const BackendEntry &entry : backendEntries()) {
    names.push_back(entry.name);
    if (entry.isNumbered)
      names.push_back(std::string(entry.name) + ":N");
  }
  std::string text = "unknown device '" + name + "': expected ";
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return Error(text);
}

Expected<Device> zyn::runtime::findDevice(const std::string &name) {
  if (name == "auto")
    return listDevices().front();
  for (const BackendEntry &entry : backendEntries()) {
    unsigned long ordinal;
    if (!isNameOf(entry, name, ordinal))
      continue;
    Expected<std::vector<Device>> devices = entry.list();
    if (devices && ordinal < devices->size())
      return (*devices)[ordinal];
    return missingDevice(entry, name, std::move(devices));
  }
  return unknownDevice(name);
}
