//===- Tools.cpp - Tools and the cache in Python --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tools.h"
#include "Diagnostics.h"
#include "Zyn-c/Cache.h"
#include "Zyn-c/Tools.h"

namespace py = pybind11;
using namespace zyn::python;

/// Calls the main function of a tool with the words of its command line.
template <int (*main)(int, char **)>
static int runTool(std::vector<std::string> words) {
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  Unlocked unlocked;
  return main(static_cast<int>(words.size()), pointers.data());
}

static py::str getCacheFolder() {
  std::string folder;
  zynCacheGetFolder(append, &folder);
  return decode(folder);
}

/// Returns a list of (path, kind, bytes, seconds).
static py::list listCache() {
  struct Entry {
    std::string path, kind;
    uint64_t bytes;
    int64_t seconds;
  };
  std::vector<Entry> entries;
  zynCacheForEachEntry(
      [](const ZynCacheEntry *entry, void *userData) {
        static_cast<std::vector<Entry> *>(userData)->push_back(
            {toString(entry->path), toString(entry->kind), entry->bytes,
             entry->seconds});
      },
      &entries);
  py::list list;
  for (const Entry &entry : entries)
    list.append(py::make_tuple(decode(entry.path), decode(entry.kind),
                               entry.bytes, entry.seconds));
  return list;
}

void zyn::python::bindTools(py::module_ &module) {
  module.def("opt_main", &runTool<zynOptMain>);
  module.def("run_main", &runTool<zynRunMain>);
  module.def("translate_main", &runTool<zynTranslateMain>);
  module.def("cache_folder", &getCacheFolder);
  module.def("list_cache", &listCache);
  module.def("clear_cache", [] { callUnlocked(zynCacheClear); });
}
