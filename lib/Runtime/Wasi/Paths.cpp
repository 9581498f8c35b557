//===- Paths.cpp - Calls that take a path ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <algorithm>

using namespace zyn::runtime::wasi;

Errno Process::loadPath(uint32_t path, uint32_t size, std::string &result) {
  // Longer ones are refused when they are resolved.
  constexpr uint32_t maxBytes = 8192;
  if (size > maxBytes)
    return Errno::NameTooLong;
  result.resize(size);
  return memory->read(path, result.data(), size) ? Errno::Success
                                                 : Errno::Fault;
}

Errno Process::resolve(uint32_t fd, uint64_t rights, uint32_t path,
                       uint32_t size, bool followsLast, PathTarget &target) {
  Descriptor *descriptor;
  if (Errno error = find(fd, 0, descriptor); error != Errno::Success)
    return error;
  if (descriptor->type != FileType::Folder)
    return Errno::NotFolder;
  if (Errno error = find(fd, rights, descriptor); error != Errno::Success)
    return error;
  std::string text;
  if (Errno error = loadPath(path, size, text); error != Errno::Success)
    return error;
  return resolvePath(descriptor->node, text, followsLast, target);
}

Errno Process::openPath(uint32_t fd, uint32_t lookup, uint32_t path,
                        uint32_t pathSize, uint32_t openFlags, uint64_t rights,
                        uint64_t inheriting, uint32_t flags, uint32_t result) {
  uint64_t needed = RightOpen;
  if (openFlags & OpenCreate)
    needed |= RightCreateFile;
  if (openFlags & OpenTruncate)
    needed |= RightPathSetSize;
  PathTarget target;
  // An exclusive creation fails even if the link leads nowhere.
  bool follows = (lookup & LookupFollow) && !(openFlags & OpenExclusive);
  if (Errno error = resolve(fd, needed, path, pathSize, follows, target);
      error != Errno::Success)
    return error;
  const Descriptor &folder = *descriptors[fd];
  if (flags & ~allDescriptorFlags)
    return Errno::Invalid;
  if (!target.node) {
    if (!(openFlags & OpenCreate))
      return Errno::NoEntry;
    if (target.mustBeFolder || (openFlags & OpenFolder))
      return Errno::IsFolder;
    target.node = Node::create(quota, FileType::File);
    if (!target.node)
      return Errno::NoSpace;
    target.folder->insert(target.name, target.node);
  } else if ((openFlags & OpenCreate) && (openFlags & OpenExclusive)) {
    return Errno::Exists;
  }
  FileType type = target.node->type;
  if (type == FileType::Symlink)
    return Errno::Loop;
  if ((openFlags & OpenFolder) && type != FileType::Folder)
    return Errno::NotFolder;
  if (type == FileType::Folder) {
    bool modifies = openFlags & (OpenCreate | OpenTruncate);
    if (modifies || ((rights & RightWrite) && !(openFlags & OpenFolder)))
      return Errno::IsFolder;
  } else if (openFlags & OpenTruncate) {
    if (Errno error = target.node->resize(0); error != Errno::Success)
      return error;
  }
  Descriptor descriptor;
  descriptor.node = target.node;
  descriptor.type = type;
  descriptor.flags = flags;
  // Libraries ask for more than an entry of this type can have.
  descriptor.rights = rights & folder.inheriting &
                      (type == FileType::Folder ? folderRights : fileRights);
  descriptor.inheriting = inheriting & folder.inheriting;
  uint32_t opened;
  if (Errno error = open(std::move(descriptor), opened);
      error != Errno::Success)
    return error;
  return store(result, opened);
}

Errno Process::createFolder(uint32_t fd, uint32_t path, uint32_t pathSize) {
  PathTarget target;
  if (Errno error =
          resolve(fd, RightCreateFolder, path, pathSize, false, target);
      error != Errno::Success)
    return error;
  if (target.node)
    return Errno::Exists;
  std::shared_ptr<Node> node = Node::create(quota, FileType::Folder);
  if (!node)
    return Errno::NoSpace;
  target.folder->insert(target.name, std::move(node));
  return Errno::Success;
}

Errno Process::removeFolder(uint32_t fd, uint32_t path, uint32_t pathSize) {
  PathTarget target;
  if (Errno error =
          resolve(fd, RightRemoveFolder, path, pathSize, false, target);
      error != Errno::Success)
    return error;
  if (!target.node)
    return Errno::NoEntry;
  if (target.node->type != FileType::Folder)
    return Errno::NotFolder;
  if (!target.folder)
    return Errno::Busy;
  if (!target.node->isEmpty())
    return Errno::NotEmpty;
  target.folder->remove(target.name);
  return Errno::Success;
}

Errno Process::unlinkFile(uint32_t fd, uint32_t path, uint32_t pathSize) {
  PathTarget target;
  if (Errno error = resolve(fd, RightUnlink, path, pathSize, false, target);
      error != Errno::Success)
    return error;
  if (!target.node)
    return Errno::NoEntry;
  if (target.node->type == FileType::Folder)
    return Errno::IsFolder;
  --target.node->links;
  target.folder->remove(target.name);
  return Errno::Success;
}

Errno Process::renamePath(uint32_t fd, uint32_t path, uint32_t pathSize,
                          uint32_t newFd, uint32_t newPath,
                          uint32_t newPathSize) {
  PathTarget from, to;
  if (Errno error = resolve(fd, RightRenameSource, path, pathSize, false, from);
      error != Errno::Success)
    return error;
  if (Errno error =
          resolve(newFd, RightRenameTarget, newPath, newPathSize, false, to);
      error != Errno::Success)
    return error;
  if (!from.node)
    return Errno::NoEntry;
  if (!from.folder || (to.node && !to.folder))
    return Errno::Busy;
  if (from.node == to.node)
    return Errno::Success;
  bool isFolder = from.node->type == FileType::Folder;
  if (isFolder && from.node->contains(*to.folder))
    return Errno::Invalid;
  if (to.node) {
    bool replacesFolder = to.node->type == FileType::Folder;
    if (isFolder && !replacesFolder)
      return Errno::NotFolder;
    if (!isFolder && replacesFolder)
      return Errno::IsFolder;
    if (replacesFolder && !to.node->isEmpty())
      return Errno::NotEmpty;
    --to.node->links;
  } else if (to.mustBeFolder && !isFolder) {
    return Errno::NotFolder;
  }
  from.folder->remove(from.name);
  to.folder->insert(to.name, from.node);
  return Errno::Success;
}

Errno Process::linkPath(uint32_t fd, uint32_t lookup, uint32_t path,
                        uint32_t pathSize, uint32_t newFd, uint32_t newPath,
                        uint32_t newPathSize) {
  PathTarget from, to;
  if (Errno error = resolve(fd, RightLinkSource, path, pathSize,
                            lookup & LookupFollow, from);
      error != Errno::Success)
    return error;
  if (Errno error =
          resolve(newFd, RightLinkTarget, newPath, newPathSize, false, to);
      error != Errno::Success)
    return error;
  if (!from.node)
    return Errno::NoEntry;
  if (from.node->type == FileType::Folder)
    return Errno::NotPermitted;
  if (to.node)
    return Errno::Exists;
  if (to.mustBeFolder)
    return Errno::NoEntry;
  ++from.node->links;
  to.folder->insert(to.name, from.node);
  return Errno::Success;
}

Errno Process::createSymlink(uint32_t target, uint32_t targetSize, uint32_t fd,
                             uint32_t path, uint32_t pathSize) {
  std::string text;
  if (Errno error = loadPath(target, targetSize, text); error != Errno::Success)
    return error;
  PathTarget link;
  if (Errno error = resolve(fd, RightSymlink, path, pathSize, false, link);
      error != Errno::Success)
    return error;
  if (link.node)
    return Errno::Exists;
  if (text.empty() || link.mustBeFolder)
    return Errno::NoEntry;
  // It could not be followed.
  if (text[0] == '/')
    return Errno::NotCapable;
  std::shared_ptr<Node> node = Node::create(quota, FileType::Symlink);
  if (!node)
    return Errno::NoSpace;
  if (Errno error = node->write(0, text.data(), text.size());
      error != Errno::Success)
    return error;
  link.folder->insert(link.name, std::move(node));
  return Errno::Success;
}

Errno Process::readSymlink(uint32_t fd, uint32_t path, uint32_t pathSize,
                           uint32_t buffer, uint32_t bufferSize,
                           uint32_t size) {
  PathTarget target;
  if (Errno error = resolve(fd, RightReadlink, path, pathSize, false, target);
      error != Errno::Success)
    return error;
  if (!target.node)
    return Errno::NoEntry;
  if (target.node->type != FileType::Symlink)
    return Errno::Invalid;
  const std::string *text = target.node->contents();
  if (!text)
    return Errno::Access;
  uint32_t count = std::min<uint64_t>(bufferSize, text->size());
  if (!memory->write(buffer, text->data(), count))
    return Errno::Fault;
  return store(size, count);
}

Errno Process::getPathStat(uint32_t fd, uint32_t lookup, uint32_t path,
                           uint32_t pathSize, uint32_t stat) {
  PathTarget target;
  if (Errno error = resolve(fd, RightPathStat, path, pathSize,
                            lookup & LookupFollow, target);
      error != Errno::Success)
    return error;
  return target.node ? store(stat, target.node->stat()) : Errno::NoEntry;
}

Errno Process::setPathTimes(uint32_t fd, uint32_t lookup, uint32_t path,
                            uint32_t pathSize, uint64_t accessTime,
                            uint64_t modifyTime, uint32_t flags) {
  PathTarget target;
  if (Errno error = resolve(fd, RightPathSetTimes, path, pathSize,
                            lookup & LookupFollow, target);
      error != Errno::Success)
    return error;
  return target.node ? setTimes(*target.node, accessTime, modifyTime, flags)
                     : Errno::NoEntry;
}
