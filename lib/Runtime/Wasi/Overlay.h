//===- Overlay.h - Files of one instance ---------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_WASI_OVERLAY_H
#define ZYN_LIB_RUNTIME_WASI_OVERLAY_H

#include "HostFolder.h"
#include "Zyn/Runtime/Error.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace zyn::runtime::wasi {

/// The bytes that the files and entries of an instance may occupy beyond those
/// of the host.
struct Quota {
  uint64_t available = 0;
  uint64_t nextNumber = UINT64_C(1) << 48;

  bool take(uint64_t bytes) {
    if (bytes > available)
      return false;
    available -= bytes;
    return true;
  }
};

/// A file, folder or symbolic link as one instance sees it: that of the host
/// until it is modified, which copies it.
class Node : public std::enable_shared_from_this<Node> {
public:
  /// What is charged for a node in addition to its contents.
  static constexpr uint64_t nodeBytes = 512;

  /// A node of the host, or a new one if `host` is null.
  Node(Quota &quota, FileType type, HostNode *host = nullptr);
  ~Node();

  /// Returns a new node, or null if the quota is used up.
  static std::shared_ptr<Node> create(Quota &quota, FileType type);

  // Folders.
  /// Returns null if there is no such entry.
  std::shared_ptr<Node> find(const std::string &name);
  std::vector<std::pair<std::string, std::shared_ptr<Node>>> list();
  bool isEmpty() { return list().empty(); }
  /// Adds or replaces an entry.
  void insert(const std::string &name, std::shared_ptr<Node> node);
  void remove(const std::string &name);
  /// Whether `node` is this folder or below it.
  bool contains(const Node &node) const;

  // Files and links.
  uint64_t size() const;
  /// Returns null if the host cannot read it.
  const std::string *contents() const;
  /// Sets the size; new bytes are zero.
  Errno resize(uint64_t newSize);
  /// Writes within or beyond the end of the file.
  Errno write(uint64_t offset, const void *bytes, uint64_t count);

  void touch();
  FileStat stat() const;

  const FileType type;
  const uint64_t number;
  uint32_t links = 1;
  uint64_t accessTime, modifyTime, changeTime;

private:
  friend class WriteBack;
  /// Copies the contents from the host.
  Errno copy();

  Quota &quota;
  HostNode *host;
  /// Whether `own` has the contents.
  bool isCopied;
  std::string own;
  /// Entries that were accessed or modified; removed ones are null. Other ones
  /// are those of the host.
  std::map<std::string, std::shared_ptr<Node>> entries;
  /// The folder of a folder.
  std::weak_ptr<Node> parent;
};

/// Nanoseconds since 1970.
uint64_t currentTime();

/// Makes the folder of the host that `root` was read from equal to it.
Error writeBack(Node &root);

} // namespace zyn::runtime::wasi

#endif // ZYN_LIB_RUNTIME_WASI_OVERLAY_H
