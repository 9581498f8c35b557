//===- Shadow.cpp - Shadow memory with access records ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

#include <algorithm>

using namespace zyn::emulator;

/// Whether everything that conflicts with `earlier` also conflicts with
/// `later`, for the same bytes.
static bool supersedes(PackedAccess later, PackedAccess earlier,
                       bool bySameThread) {
  if (!later.isAtomic())
    return later.isWrite() || !earlier.isWrite();
  return earlier.isAtomic() && bySameThread &&
         later.scope() == earlier.scope() &&
         (later.isWrite() || !earlier.isWrite());
}

/// Whether the accesses must be ordered by a proxy fence: writes through the
/// generic proxy may otherwise not be visible to the async proxy.
static bool needsProxyFence(PackedAccess later, PackedAccess earlier) {
  return later.isAsync() && earlier.isWrite() && !earlier.isAsync();
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

void Layer::start(PackedAccess access) {
  this->access = access;
  runs.clear();
  pruneAt = 64;
}

void Layer::add(const AccessRecord &record) {
  ThreadId thread = record.thread;
  Run added{thread, thread + 1, record.epoch, record.access.origin()};
  auto isLike = [&](const Run &run) {
    return run.epoch == added.epoch && run.origin == added.origin;
  };
  auto next = std::upper_bound(
      runs.begin(), runs.end(), thread,
      [](ThreadId thread, const Run &run) { return thread < run.end; });
  if (next != runs.end() && next->begin <= thread) {
    if (next->epoch == added.epoch)
      return;
    // Cut the thread out of its run.
    Run before{next->begin, thread, next->epoch, next->origin};
    next->begin = thread + 1;
    if (next->begin == next->end)
      next = runs.erase(next);
    if (before.begin < before.end)
      next = runs.insert(next, before) + 1;
  }
  if (next != runs.begin() && isLike(next[-1]) && next[-1].end == thread) {
    ++next[-1].end;
    if (next != runs.end() && isLike(*next) && next->begin == thread + 1) {
      next[-1].end = next->end;
      runs.erase(next);
    }
  } else if (next != runs.end() && isLike(*next) && next->begin == thread + 1) {
    next->begin = thread;
  } else {
    runs.insert(next, added);
  }
}

void Layer::prune(const ThreadClock &clock) {
  if (runs.size() < pruneAt)
    return;
  runs.erase(std::remove_if(runs.begin(), runs.end(),
                            [&](const Run &run) {
                              return clock.firstUnknown(run.begin, run.end,
                                                        run.epoch) == run.end;
                            }),
             runs.end());
  pruneAt = std::max<size_t>(64, runs.size() * 2);
}

void Shadow::createPage(std::unique_ptr<Cell[]> &page) {
  page = std::make_unique<Cell[]>(pageCells);
  if (isInitialized)
    for (uint64_t i = 0; i < pageCells; ++i)
      page[i].initialized = 15;
}

//===----------------------------------------------------------------------===//
// History
//===----------------------------------------------------------------------===//

bool History::reachEachOther(ThreadId a, Scope scopeA, ThreadId b,
                             Scope scopeB) const {
  if (scopeA >= Scope::Device && scopeB >= Scope::Device)
    return true;
  a = threadOf(a);
  b = threadOf(b);
  return grid.reaches(scopeA, a, b) && grid.reaches(scopeB, b, a);
}

/// Compares `access` with an earlier access and drops the latter's bytes that
/// `access` supersedes.
bool History::examine(AccessRecord &record, const ThreadClock &clock,
                      PackedAccess access, Conflict &conflict) const {
  uint32_t common = record.access.mask() & access.mask();
  if (!common)
    return false;
  bool needsFence = needsProxyFence(access, record.access);
  bool isOrdered = needsFence ? clock.knowsForAsync(record.thread, record.epoch)
                              : clock.knows(record.thread, record.epoch);
  bool isConflict = !isOrdered &&
                    (access.isWrite() || record.access.isWrite()) &&
                    !(access.isAtomic() && record.access.isAtomic() &&
                      reachEachOther(clock.id, access.scope(), record.thread,
                                     record.access.scope()));
  if (isConflict)
    conflict = {record, needsFence && clock.knows(record.thread, record.epoch)};
  if ((isOrdered || isConflict) &&
      supersedes(access, record.access, record.thread == clock.id))
    record.access.dropMask(common);
  return isConflict;
}

bool History::examine(Layers &layers, const ThreadClock &clock,
                      PackedAccess access, Conflict &conflict) const {
  bool isConflict = false;
  for (uint32_t i = layers.used; i-- > 0;) {
    Layer &layer = layers.list[i];
    PackedAccess earlier = layer.access;
    uint32_t common = earlier.mask() & access.mask();
    if (!common)
      continue;
    bool areAtomic = access.isAtomic() && earlier.isAtomic();
    if ((access.isWrite() || earlier.isWrite()) &&
        !(areAtomic && access.scope() >= Scope::Device &&
          earlier.scope() >= Scope::Device)) {
      bool needsFence = needsProxyFence(access, earlier);
      for (const Layer::Run &run : layer.runs) {
        ThreadId thread = run.begin;
        while (!isConflict && thread < run.end) {
          thread = needsFence
                       ? clock.firstUnknownForAsync(thread, run.end, run.epoch)
                       : clock.firstUnknown(thread, run.end, run.epoch);
          if (thread == run.end)
            break;
          if (areAtomic && reachEachOther(clock.id, access.scope(), thread,
                                          earlier.scope())) {
            ++thread;
            continue;
          }
          conflict = {{thread, run.epoch, earlier.withOrigin(run.origin)},
                      needsFence && clock.knows(thread, run.epoch)};
          isConflict = true;
        }
      }
    }
    // Unordered accesses are a conflict now and reported once.
    if (access.isWrite() && supersedes(access, earlier, false)) {
      layer.access.dropMask(common);
      if (!layer.access.mask())
        std::swap(layer, layers.list[--layers.used]);
    }
  }
  return isConflict;
}

/// Moves `record` to the cell's layers, to make room for `access`.
void History::evict(Cell &cell, const AccessRecord &record,
                    const ThreadClock &clock, PackedAccess access) {
  if (!cell.layers) {
    if (unusedLayers.empty()) {
      cell.layers = layers.size();
      layers.emplace_back();
    } else {
      cell.layers = unusedLayers.back();
      unusedLayers.pop_back();
    }
  }
  Layers &cellLayers = layers[cell.layers];
  uint32_t i = 0;
  while (i < cellLayers.used &&
         cellLayers.list[i].access.key() != record.access.key())
    ++i;
  if (i == cellLayers.list.size())
    cellLayers.list.emplace_back();
  Layer *layer = &cellLayers.list[i];
  if (i == cellLayers.used) {
    layer->start(record.access.withOrigin(0));
    ++cellLayers.used;
  }
  // Another reader supersedes the readers before it.
  if (supersedes(access, layer->access, false) &&
      (access.mask() & layer->access.mask()) == layer->access.mask())
    layer->prune(clock);
  layer->add(record);
}

bool History::accessSlowPath(Cell &cell, const ThreadClock &clock,
                             PackedAccess access, Conflict &conflict) {
  bool isConflict = examine(cell.write, clock, access, conflict);
  // Not short-circuited: each call also updates its records.
  isConflict |= examine(cell.read, clock, access, conflict);
  if (cell.layers) {
    Layers &cellLayers = layers[cell.layers];
    isConflict |= examine(cellLayers, clock, access, conflict);
    if (cellLayers.used == 0) {
      unusedLayers.push_back(cell.layers);
      cell.layers = 0;
    }
  }
  AccessRecord &last = access.isWrite() ? cell.write : cell.read;
  if (last.access.mask())
    evict(cell, last, clock, access);
  last = {clock.id, clock.own, access};
  return isConflict;
}

void History::forget(Cell &cell) {
  if (!cell.layers)
    return;
  layers[cell.layers].used = 0;
  unusedLayers.push_back(cell.layers);
  cell.layers = 0;
}
