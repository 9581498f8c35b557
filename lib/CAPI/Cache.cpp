//===- Cache.cpp - Kernels that are kept on disk --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Cache.h"
#include "Wrap.h"
#include "Zyn/Runtime/DiskCache.h"

using namespace zyn::capi;
using namespace zyn::runtime;

void zynCacheGetFolder(ZynStringCallback callback, void *userData) {
  callback(wrap(DiskCache::folderFromEnvironment()), userData);
}

void zynCacheForEachEntry(void (*callback)(const ZynCacheEntry *, void *),
                          void *userData) {
  for (const CacheEntry &entry :
       listCache(DiskCache::folderFromEnvironment())) {
    ZynCacheEntry given = {wrap(entry.path), wrap(entry.kind), entry.bytes,
                           entry.seconds};
    callback(&given, userData);
  }
}

ZynErrorRef zynCacheClear() {
  return wrap(clearCache(DiskCache::folderFromEnvironment()));
}
