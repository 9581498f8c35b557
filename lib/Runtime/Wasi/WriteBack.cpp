//===- WriteBack.cpp - Writes modified files to the host ------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overlay.h"
#include "Zyn/Runtime/AtomicFile.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace zyn::runtime;
using namespace zyn::runtime::wasi;

namespace zyn::runtime::wasi {
/// Collects what to do before doing it, since renamed files are read from the
/// names that they had.
class WriteBack {
public:
  /// Compares `folder` with the host's folder that it was read from.
  void compare(Node &folder);
  Error write();

private:
  void remove(HostNode &node);
  void create(Node &node, std::string path);

  struct Creation {
    Node *node;
    std::string path;
  };
  /// The contents of folders precede them.
  std::vector<const HostNode *> removed;
  /// Folders precede their contents.
  std::vector<Creation> created;
};
} // namespace zyn::runtime::wasi

void WriteBack::compare(Node &folder) {
  const HostNode::Entries &existing = folder.host->entries();
  for (auto &[name, node] : folder.entries) {
    auto found = existing.find(name);
    HostNode *old = found == existing.end() ? nullptr : found->second.get();
    if (node && old && node->host == old) {
      if (node->type == FileType::Folder)
        compare(*node);
      else if (node->isCopied)
        created.push_back({node.get(), old->path});
      continue;
    }
    if (old)
      remove(*old);
    if (node)
      create(*node, folder.host->path + "/" + name);
  }
}

void WriteBack::remove(HostNode &node) {
  if (node.type == FileType::Folder)
    for (auto &[name, entry] : node.entries())
      remove(*entry);
  removed.push_back(&node);
}

void WriteBack::create(Node &node, std::string path) {
  created.push_back({&node, path});
  if (node.type != FileType::Folder) {
    (void)node.contents();
    return;
  }
  for (auto &[name, entry] : node.list())
    create(*entry, path + "/" + name);
}

static Error systemError(const std::string &path, const char *what) {
  return Error::at(path,
                   std::string("cannot ") + what + ": " + std::strerror(errno));
}

Error WriteBack::write() {
  for (const HostNode *node : removed) {
    bool isFolder = node->type == FileType::Folder;
    if ((isFolder ? rmdir(node->path.c_str()) : unlink(node->path.c_str())) !=
        0)
      return systemError(node->path, "remove");
  }
  for (auto &[node, path] : created) {
    if (node->type == FileType::Folder) {
      if (mkdir(path.c_str(), 0777) != 0)
        return systemError(path, "create");
      continue;
    }
    const std::string *contents = node->contents();
    if (!contents)
      return Error::at(path, "cannot read the file that it was copied from");
    if (node->type == FileType::Symlink) {
      if (symlink(contents->c_str(), path.c_str()) != 0)
        return systemError(path, "create");
    } else if (Error error =
                   replaceFile(path, {{contents->data(), contents->size()}})) {
      return Error::at(path, "cannot write: " + error.message());
    }
  }
  return Error::success();
}

Error zyn::runtime::wasi::writeBack(Node &root) {
  WriteBack changes;
  changes.compare(root);
  return changes.write();
}
