//===- PathResolution.cpp - Paths that stay in their folder ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <algorithm>

using namespace zyn::runtime::wasi;

static constexpr size_t maxPathBytes = 4096, maxNameBytes = 255;
static constexpr unsigned maxSymlinks = 40;

/// Splits a path into names, in reverse, so that the next one is the last.
/// A slash at the end counts as a last name ".".
static void pushNames(const std::string &path,
                      std::vector<std::string> &names) {
  size_t end = path.size();
  if (!path.empty() && path.back() == '/')
    names.push_back(".");
  while (end > 0) {
    size_t slash = path.rfind('/', end - 1);
    size_t begin = slash == std::string::npos ? 0 : slash + 1;
    if (begin < end)
      names.push_back(path.substr(begin, end - begin));
    end = begin == 0 ? 0 : begin - 1;
  }
}

Errno zyn::runtime::wasi::resolvePath(const std::shared_ptr<Node> &root,
                                      const std::string &path, bool followsLast,
                                      PathTarget &target) {
  if (path.empty())
    return Errno::NoEntry;
  if (path.size() > maxPathBytes)
    return Errno::NameTooLong;
  if (path.find('\0') != std::string::npos)
    return Errno::Invalid;
  if (path[0] == '/')
    return Errno::NotCapable;
  std::vector<std::string> names;
  pushNames(path, names);
  // The folders from the root to the current one.
  std::vector<std::shared_ptr<Node>> folders = {root};
  std::vector<std::string> folderNames = {""};
  unsigned numSymlinks = 0;
  while (!names.empty()) {
    std::string name = std::move(names.back());
    names.pop_back();
    if (name == ".")
      continue;
    if (name == "..") {
      if (folders.size() == 1)
        return Errno::NotCapable;
      folders.pop_back();
      folderNames.pop_back();
      continue;
    }
    if (name.size() > maxNameBytes)
      return Errno::NameTooLong;
    bool isLast =
        std::all_of(names.begin(), names.end(),
                    [](const std::string &rest) { return rest == "."; });
    std::shared_ptr<Node> node = folders.back()->find(name);
    bool mustBeFolder = !names.empty();
    if (node && node->type == FileType::Symlink &&
        (!isLast || followsLast || mustBeFolder)) {
      const std::string *link = node->contents();
      if (++numSymlinks > maxSymlinks)
        return Errno::Loop;
      if (!link || link->empty())
        return Errno::NoEntry;
      if ((*link)[0] == '/')
        return Errno::NotCapable;
      pushNames(*link, names);
      continue;
    }
    if (node && node->type == FileType::Folder) {
      folders.push_back(std::move(node));
      folderNames.push_back(std::move(name));
      continue;
    }
    if (!isLast)
      return node ? Errno::NotFolder : Errno::NoEntry;
    if (node && mustBeFolder)
      return Errno::NotFolder;
    target = {folders.back(), std::move(name), std::move(node), mustBeFolder};
    return Errno::Success;
  }
  target.node = folders.back();
  if (folders.size() > 1)
    target.folder = folders[folders.size() - 2];
  target.name = folderNames.back();
  target.mustBeFolder = true;
  return Errno::Success;
}
