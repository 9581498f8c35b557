//===- Overlay.cpp - Files of one instance --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overlay.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace zyn::runtime::wasi;

uint64_t zyn::runtime::wasi::currentTime() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Node::Node(Quota &quota, FileType type, HostNode *host)
    : type(type), number(host ? host->number : quota.nextNumber++),
      quota(quota), host(host), isCopied(!host) {
  if (host) {
    accessTime = host->accessTime;
    modifyTime = host->modifyTime;
    changeTime = host->changeTime;
  } else {
    accessTime = modifyTime = changeTime = currentTime();
  }
}

std::shared_ptr<Node> Node::create(Quota &quota, FileType type) {
  if (!quota.take(nodeBytes))
    return nullptr;
  return std::make_shared<Node>(quota, type);
}

Node::~Node() {
  quota.available += (host ? 0 : nodeBytes) + own.size();
  // Not recursive: a program may nest folders deeply.
  std::vector<std::shared_ptr<Node>> last;
  auto take = [&](Node &node) {
    for (auto &[name, entry] : node.entries)
      if (entry && entry.use_count() == 1)
        last.push_back(std::move(entry));
    node.entries.clear();
  };
  take(*this);
  while (!last.empty()) {
    std::shared_ptr<Node> node = std::move(last.back());
    last.pop_back();
    take(*node);
  }
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

std::shared_ptr<Node> Node::find(const std::string &name) {
  auto found = entries.find(name);
  if (found != entries.end())
    return found->second;
  if (!host)
    return nullptr;
  auto entry = host->entries().find(name);
  if (entry == host->entries().end())
    return nullptr;
  HostNode *node = entry->second.get();
  auto created = std::make_shared<Node>(quota, node->type, node);
  created->parent = weak_from_this();
  entries[name] = created;
  return created;
}

std::vector<std::pair<std::string, std::shared_ptr<Node>>> Node::list() {
  if (host)
    for (auto &[name, node] : host->entries())
      find(name);
  std::vector<std::pair<std::string, std::shared_ptr<Node>>> result;
  for (auto &[name, node] : entries)
    if (node)
      result.push_back({name, node});
  return result;
}

void Node::insert(const std::string &name, std::shared_ptr<Node> node) {
  node->parent = weak_from_this();
  entries[name] = std::move(node);
  touch();
}

void Node::remove(const std::string &name) {
  // Only an entry of the host has to be hidden.
  if (host && host->entries().count(name))
    entries[name] = nullptr;
  else
    entries.erase(name);
  touch();
}

bool Node::contains(const Node &node) const {
  if (this == &node)
    return true;
  for (std::shared_ptr<Node> folder = node.parent.lock(); folder;
       folder = folder->parent.lock())
    if (folder.get() == this)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

uint64_t Node::size() const { return isCopied ? own.size() : host->size; }

const std::string *Node::contents() const {
  return isCopied ? &own : host->contents();
}

Errno Node::copy() {
  if (isCopied)
    return Errno::Success;
  const std::string *bytes = host->contents();
  if (!bytes)
    return Errno::Access;
  if (!quota.take(bytes->size()))
    return Errno::NoSpace;
  own = *bytes;
  isCopied = true;
  return Errno::Success;
}

Errno Node::resize(uint64_t newSize) {
  // Nothing is kept, so that nothing has to be read.
  if (newSize == 0 && !isCopied)
    isCopied = true;
  if (Errno error = copy(); error != Errno::Success)
    return error;
  if (newSize > own.size() && !quota.take(newSize - own.size()))
    return Errno::NoSpace;
  if (newSize < own.size())
    quota.available += own.size() - newSize;
  own.resize(newSize);
  touch();
  return Errno::Success;
}

Errno Node::write(uint64_t offset, const void *bytes, uint64_t count) {
  uint64_t end = offset + count;
  if (end < offset)
    return Errno::FileTooLarge;
  if (Errno error = resize(std::max(size(), end)); error != Errno::Success)
    return error;
  std::memcpy(own.data() + offset, bytes, count);
  return Errno::Success;
}

void Node::touch() { modifyTime = changeTime = currentTime(); }

FileStat Node::stat() const {
  FileStat stat = {};
  stat.device = 1;
  stat.number = number;
  stat.type = type;
  stat.links = links;
  stat.size = type == FileType::Folder ? 0 : size();
  stat.accessTime = accessTime;
  stat.modifyTime = modifyTime;
  stat.changeTime = changeTime;
  return stat;
}
