//===- Descriptors.cpp - Open files, folders and streams ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <algorithm>

using namespace zyn::runtime::wasi;

/// So that a program cannot use up the memory of the host.
static constexpr size_t maxDescriptors = 1024;

Errno Process::find(uint32_t fd, uint64_t rights, Descriptor *&descriptor) {
  if (fd >= descriptors.size() || !descriptors[fd])
    return Errno::BadDescriptor;
  descriptor = &*descriptors[fd];
  return (descriptor->rights & rights) == rights ? Errno::Success
                                                 : Errno::NotCapable;
}

Errno Process::findContents(uint32_t fd, uint64_t rights,
                            Descriptor *&descriptor) {
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  if (descriptor->type == FileType::Folder)
    return Errno::IsFolder;
  return find(fd, rights, descriptor);
}

Errno Process::findFile(uint32_t fd, uint64_t rights, Descriptor *&descriptor) {
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  if (!descriptor->node)
    return Errno::SeekPipe;
  if (descriptor->type == FileType::Folder)
    return Errno::IsFolder;
  return find(fd, rights, descriptor);
}

Errno Process::open(Descriptor descriptor, uint32_t &fd) {
  auto unused = std::find(descriptors.begin(), descriptors.end(), std::nullopt);
  if (unused == descriptors.end()) {
    if (descriptors.size() == maxDescriptors)
      return Errno::TooManyFiles;
    unused = descriptors.emplace(unused);
  }
  fd = unused - descriptors.begin();
  *unused = std::move(descriptor);
  return Errno::Success;
}

Errno Process::close(uint32_t fd) {
  Descriptor *descriptor;
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  descriptors[fd].reset();
  return Errno::Success;
}

Errno Process::renumber(uint32_t from, uint32_t to) {
  Descriptor *source, *target;
  if (Errno error = find(from, 0, source); error != Errno::Success)
    return error;
  if (Errno error = find(to, 0, target); error != Errno::Success)
    return error;
  if (from == to)
    return Errno::Success;
  *target = std::move(*source);
  descriptors[from].reset();
  return Errno::Success;
}

Errno Process::getDescriptorStat(uint32_t fd, uint32_t stat) {
  Descriptor *descriptor;
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  DescriptorStat result = {};
  result.type = descriptor->type;
  result.flags = descriptor->flags;
  result.rights = descriptor->rights;
  result.inheriting = descriptor->inheriting;
  return store(stat, result);
}

Errno Process::setDescriptorFlags(uint32_t fd, uint32_t flags) {
  Descriptor *descriptor;
  if (Errno error = find(fd, RightSetFlags, descriptor);
      error != Errno::Success)
    return error;
  if (flags & ~allDescriptorFlags)
    return Errno::Invalid;
  descriptor->flags = flags;
  return Errno::Success;
}

Errno Process::setDescriptorRights(uint32_t fd, uint64_t rights,
                                   uint64_t inheriting) {
  Descriptor *descriptor;
  // Rights can only be given up.
  if (Errno error = find(fd, rights, descriptor); error != Errno::Success)
    return error;
  if (inheriting & ~descriptor->inheriting)
    return Errno::NotCapable;
  descriptor->rights = rights;
  descriptor->inheriting = inheriting;
  return Errno::Success;
}

Errno Process::getPrestat(uint32_t fd, uint32_t prestat) {
  Descriptor *descriptor;
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  if (!descriptor->name)
    return Errno::BadDescriptor;
  return store(prestat,
               Prestat{0, static_cast<uint32_t>(descriptor->name->size())});
}

Errno Process::getPrestatName(uint32_t fd, uint32_t name, uint32_t size) {
  Descriptor *descriptor;
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  if (!descriptor->name)
    return Errno::BadDescriptor;
  if (size < descriptor->name->size())
    return Errno::NameTooLong;
  return memory->write(name, descriptor->name->data(), descriptor->name->size())
             ? Errno::Success
             : Errno::Fault;
}

Errno Process::readFolder(uint32_t fd, uint32_t buffer, uint32_t bufferSize,
                          uint64_t cookie, uint32_t size) {
  Descriptor *descriptor;
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  if (descriptor->type != FileType::Folder)
    return Errno::NotFolder;
  if (Errno error = find(fd, RightReadFolder, descriptor);
      error != Errno::Success)
    return error;
  auto &listing = descriptor->listing;
  if (cookie == 0 || listing.empty()) {
    listing = descriptor->node->list();
    // The folder that contains this one may be out of reach.
    listing.insert(listing.begin(),
                   {{".", descriptor->node}, {"..", descriptor->node}});
  }
  uint32_t used = 0;
  // An entry that does not fit is truncated, which says that there are more.
  auto append = [&](const void *bytes, uint32_t count) {
    count = std::min(count, bufferSize - used);
    bool isWritten = memory->write(buffer + used, bytes, count);
    used += count;
    return isWritten;
  };
  for (; cookie < listing.size() && used < bufferSize; ++cookie) {
    auto &[name, node] = listing[cookie];
    FolderEntry entry = {};
    entry.next = cookie + 1;
    entry.number = node->number;
    entry.nameSize = name.size();
    entry.type = node->type;
    if (!append(&entry, sizeof(entry)) || !append(name.data(), name.size()))
      return Errno::Fault;
  }
  return store(size, used);
}
