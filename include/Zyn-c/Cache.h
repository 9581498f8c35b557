//===- Cache.h - Kernels that are kept on disk ----------------- -*- C -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_C_CACHE_H
#define ZYN_C_CACHE_H

#include "Zyn-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `callback` once with the folder of the cache, which the environment
/// determines; empty if nothing is kept.
void zynCacheGetFolder(ZynStringCallback callback, void *userData);

/// A file of the cache.
typedef struct ZynCacheEntry {
  ZynStringRef path;
  /// What it contains: "cubin" for a compiled kernel, "o" for machine code of
  /// the host, "bc" for what a function or WebAssembly is lowered to, "tiles"
  /// for measured tiles.
  ZynStringRef kind;
  uint64_t bytes;
  /// When it was written or, to a day, last used, in seconds since 1970.
  int64_t seconds;
} ZynCacheEntry;

/// Calls `callback` for each entry, the latest one first.
void zynCacheForEachEntry(void (*callback)(const ZynCacheEntry *entry,
                                           void *userData),
                          void *userData);

/// Removes all entries. Processes that use the cache compile again. Error: a
/// file cannot be removed.
ZynErrorRef zynCacheClear(void);

#ifdef __cplusplus
}
#endif

#endif // ZYN_C_CACHE_H
