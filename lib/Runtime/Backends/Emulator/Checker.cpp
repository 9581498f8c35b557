//===- Checker.cpp - Checks of emulated memory accesses -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include <algorithm>

using namespace zyn::emulator;

Checker::Checker(const Grid &grid) : grid(grid), history(this->grid) {}

Checker::~Checker() = default;

//===----------------------------------------------------------------------===//
// Memory and blocks
//===----------------------------------------------------------------------===//

static bool isBelow(uint64_t address, uint64_t begin) {
  return address < begin;
}

void Checker::addMemory(const Memory &memory, bool initialized) {
  auto next = std::upper_bound(
      regions.begin(), regions.end(), memory.begin,
      [](uint64_t address, const std::unique_ptr<Region> &region) {
        return isBelow(address, region->memory.begin);
      });
  regions.insert(next, std::make_unique<Region>(memory, initialized));
}

void Checker::removeMemory(uint64_t begin) {
  auto region = std::find_if(regions.begin(), regions.end(),
                             [&](const std::unique_ptr<Region> &region) {
                               return region->memory.begin == begin;
                             });
  if (region == regions.end())
    return;
  (*region)->shadow.forEach([&](Cell &cell) { history.forget(cell); });
  for (Origin &origin : origins)
    if (origin.region == region->get())
      origin.region = nullptr;
  regions.erase(region);
}

Checker::Region *Checker::findRegion(uint64_t address, uint64_t bytes) {
  auto next = std::upper_bound(
      regions.begin(), regions.end(), address,
      [](uint64_t address, const std::unique_ptr<Region> &region) {
        return isBelow(address, region->memory.begin);
      });
  if (next == regions.begin())
    return nullptr;
  Region *region = next[-1].get();
  uint64_t offset = address - region->memory.begin;
  if (bytes > region->memory.bytes || offset > region->memory.bytes - bytes)
    return nullptr;
  return region;
}

void Checker::endBlock(uint32_t block) {
  uint32_t warps =
      (grid.threadsPerBlock() + Grid::warpSize - 1) / Grid::warpSize;
  lanes.flush(block * warps, (block + 1) * warps,
              [&](uint32_t number) -> LaneCollector::Tally & {
                return origins[number].cost;
              });
  auto entry = blocks.find(block);
  if (entry == blocks.end())
    return;
  // An operation that no thread of the block waited for may still complete.
  for (auto &[issuer, ids] : entry->second->agents)
    for (ThreadId id : ids)
      if (ThreadClock &clock = agentOf(id).clock;
          clockOf(issuer).generic.get(id) >= clock.own)
        clock.generic = clock.async = ClockRef();
  if (lastBlock == entry->second.get())
    lastBlock = nullptr;
  blocks.erase(entry);
}

Checker::Block &Checker::blockOf(ThreadId thread) {
  if (lastBlock && thread - lastFirstThread < grid.threadsPerBlock())
    return *lastBlock;
  uint32_t id = grid.blockOf(thread);
  std::unique_ptr<Block> &block = blocks[id];
  lastFirstThread = grid.firstThread(id);
  if (!block) {
    block = std::make_unique<Block>();
    block->clocks.resize(grid.threadsPerBlock());
    for (uint32_t i = 0; i < grid.threadsPerBlock(); ++i)
      block->clocks[i].id = lastFirstThread + i;
  }
  lastBlock = block.get();
  return *block;
}

ThreadClock &Checker::clockOf(ThreadId thread) {
  if (thread >= grid.threadCount())
    return agentOf(thread).clock;
  Block &block = blockOf(thread);
  return block.clocks[thread - lastFirstThread];
}

Position Checker::positionOf(ThreadId thread) const {
  uint32_t block = grid.blockOf(history.threadOf(thread));
  return {block, grid.clusterOf(block)};
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Checker::Origin &Checker::originOf(const Access &access) {
  uint64_t kindKey = uint64_t(access.bytes) << 32 |
                     static_cast<uint64_t>(access.kind) << 16 |
                     static_cast<uint64_t>(access.proxy) << 8 |
                     static_cast<uint64_t>(access.scope);
  uint64_t hash = (reinterpret_cast<uintptr_t>(access.site) >> 3) ^
                  (kindKey * 0x9e3779b97f4a7c15 >> 40);
  Origin *&known = recent[hash % numRecent];
  if (__builtin_expect(known && known->site == access.site &&
                           known->kindKey == kindKey,
                       true))
    return *known;
  std::vector<uint32_t> &candidates = originsByHash[hash];
  for (uint32_t candidate : candidates) {
    Origin &origin = origins[candidate];
    if (origin.site == access.site && origin.kindKey == kindKey)
      return *(known = &origin);
  }
  // No realistic program has this many ops; if one does, the last ones share a
  // number.
  uint32_t number =
      std::min<size_t>(origins.size(), PackedAccess::maxOrigins - 1);
  candidates.push_back(origins.size());
  known = &origins.emplace_back();
  known->site = access.site;
  known->kindKey = kindKey;
  known->bytes = access.bytes;
  known->access = PackedAccess(access.kind, access.proxy, access.scope, number);
  return *known;
}

static bool isWrite(AccessKind kind) {
  return kind != AccessKind::Load && kind != AccessKind::AtomicLoad;
}

/// Whether the access is to shared memory of the thread's own block, or of
/// another block of its cluster. Also checks that the latter is known to have
/// started.
bool Checker::mayAccessBlock(const Access &access, const Region &region) {
  uint32_t owner = region.memory.owner;
  ThreadId thread = history.threadOf(access.thread);
  ThreadId first = grid.firstThread(owner);
  if (thread - first < grid.threadsPerBlock())
    return true;
  uint32_t cluster = grid.clusterOf(owner);
  if (grid.clusterOf(grid.blockOf(thread)) != cluster) {
    reportAccess(FindingKind::OutOfBounds, access,
                 " at " + addressText(region, access.address) +
                     ": expected memory of the same block or cluster, found "
                     "that of block " +
                     toText(grid.blockIndex(owner)));
    return false;
  }
  const ThreadClock &clock = clockOf(access.thread);
  auto start = starts.find(cluster);
  if (!clock.knowsAny(first, first + grid.threadsPerBlock()) &&
      (start == starts.end() ||
       !clock.knowsAny(start->second, start->second + 1)))
    reportAccess(FindingKind::NotStarted, access,
                 " at " + addressText(region, access.address) + " of block " +
                     toText(grid.blockIndex(owner)) +
                     ", which may not have started; kernel.cluster_barrier is "
                     "missing before it");
  return true;
}

/// Checks bounds and alignment; sets the region.
bool Checker::isAllowed(const Access &access, uint32_t alignment,
                        Origin &origin) {
  Region *region = origin.region;
  if (__builtin_expect(
          !region ||
              access.address - region->memory.begin >= region->memory.bytes ||
              access.bytes > region->memory.bytes -
                                 (access.address - region->memory.begin),
          false)) {
    region = findRegion(access.address, access.bytes);
    if (!region) {
      reportOutOfBounds(access);
      return false;
    }
    origin.region = region;
  }
  const Memory &memory = region->memory;
  if (memory.owner != Memory::everyBlock && !mayAccessBlock(access, *region))
    return false;
  if (memory.space == Space::Constant && isWrite(access.kind)) {
    reportAccess(FindingKind::OutOfBounds, access,
                 " at " + addressText(*region, access.address) +
                     ": constant memory cannot be written");
    return false;
  }
  if (access.address & (alignment - 1)) {
    reportAccess(FindingKind::Misaligned, access,
                 " at " + addressText(*region, access.address) +
                     ": expected a multiple of " + std::to_string(alignment) +
                     " bytes, found a remainder of " +
                     std::to_string(access.address & (alignment - 1)));
    return false;
  }
  return true;
}

bool Checker::access(const Access &access, uint32_t alignment) {
  if (access.bytes == 0)
    return true;
  Origin &origin = originOf(access);
  if (!isAllowed(access, alignment, origin))
    return false;
  if (access.kind >= AccessKind::AtomicLoad)
    return true;
  record(access, origin, clockOf(access.thread));
  if (!origin.cost.isDone())
    collectCost(access, origin);
  return true;
}

/// Checks for races and uninitialized reads, granule by granule.
void Checker::record(const Access &access, Origin &origin, ThreadClock &clock) {
  Region &region = *origin.region;
  bool writes = isWrite(access.kind);
  bool reads = access.kind == AccessKind::Load ||
               access.kind == AccessKind::AtomicLoad ||
               access.kind == AccessKind::AtomicUpdate;
  uint64_t address = access.address, end = access.address + access.bytes;
  bool reportedRace = false, reportedUninitialized = false;
  while (address < end) {
    uint32_t first = address & 3;
    uint32_t count = std::min<uint64_t>(4 - first, end - address);
    uint32_t mask = ((1u << count) - 1) << first;
    Cell &cell = region.shadow.cell(address);
    if (reads && (cell.initialized & mask) != mask && !reportedUninitialized) {
      uint32_t missing = mask & ~cell.initialized;
      reportUninitialized(access, region,
                          address - first + __builtin_ctz(missing));
      reportedUninitialized = true;
    }
    Conflict conflict;
    if (history.access(cell, clock, origin.access.withMask(mask), conflict) &&
        !reportedRace) {
      uint32_t common = conflict.previous.access.mask() & mask;
      reportRace(
          access, region,
          std::max(access.address, address - first + __builtin_ctz(common)),
          conflict);
      reportedRace = true;
    }
    if (writes) {
      cell.initialized |= mask;
      if (cell.isPublished && access.kind == AccessKind::Store)
        dropPublications(region, cell, address, count);
    }
    address += count;
  }
}

/// Drops publications of overwritten values: reads of the new value do not
/// synchronize with earlier releases.
void Checker::dropPublications(Region &region, Cell &cell, uint64_t address,
                               uint32_t bytes) {
  uint64_t granule = address - address % 4;
  cell.isPublished = false;
  for (uint64_t at = granule; at < granule + 4; ++at) {
    auto value = region.published.find(at);
    if (value == region.published.end())
      continue;
    if (at < address + bytes && address < at + value->second.bytes)
      region.published.erase(value);
    else
      cell.isPublished = true;
  }
}

void Checker::atomic(const Access &access) {
  if (access.bytes == 0)
    return;
  Origin &origin = originOf(access);
  if (!origin.region || access.address - origin.region->memory.begin >=
                            origin.region->memory.bytes) {
    origin.region = findRegion(access.address, access.bytes);
    if (!origin.region)
      return;
  }
  Region &region = *origin.region;
  ThreadClock &clock = clockOf(access.thread);
  Cell &cell = region.shadow.cell(access.address);
  bool reads = access.kind != AccessKind::AtomicStore;
  bool writes = access.kind != AccessKind::AtomicLoad;

  FenceState *fences = nullptr;
  if (access.thread < grid.threadCount()) {
    auto &all = blockOf(access.thread).fences;
    if (access.order != Order::Relaxed || cell.isPublished) {
      fences = &all[access.thread];
    } else if (!all.empty()) {
      auto known = all.find(access.thread);
      fences = known == all.end() ? nullptr : &known->second;
    }
  }
  if (fences && reads && cell.isPublished) {
    auto value = region.published.find(access.address);
    if (value != region.published.end())
      fences->read(clock, positionOf(access.thread), access.order, access.scope,
                   value->second);
  }
  record(access, origin, clock);
  if (!writes)
    return;
  // An update continues earlier releases (release sequence), a store does not.
  if (!reads && cell.isPublished)
    dropPublications(region, cell, access.address,
                     std::min<uint32_t>(access.bytes, 4 - access.address % 4));
  if (fences && fences->publishes(access.order, access.scope)) {
    Publication &value = region.published[access.address];
    value.bytes = access.bytes;
    fences->write(clock, positionOf(access.thread), access.order, access.scope,
                  value);
    cell.isPublished = true;
  }
}

void Checker::collectCost(const Access &access, Origin &origin) {
  Space space = origin.region->memory.space;
  if (access.proxy != Proxy::Generic || access.thread >= grid.threadCount() ||
      (space != Space::Shared && space != Space::Global))
    return;
  // An op may access several spaces; only the first one is counted.
  if (origin.cost.space == Space::Generic)
    origin.cost.space = space;
  if (origin.cost.space != space)
    return;
  uint32_t block = grid.blockOf(access.thread);
  uint32_t thread = access.thread - grid.firstThread(block);
  uint32_t warps =
      (grid.threadsPerBlock() + Grid::warpSize - 1) / Grid::warpSize;
  uint32_t first = thread / Grid::warpSize * Grid::warpSize;
  uint32_t inWarp = std::min(Grid::warpSize, grid.threadsPerBlock() - first);
  lanes.add(origin.cost, origin.access.origin(),
            block * warps + thread / Grid::warpSize, thread - first,
            inWarp == 32 ? ~0u : (1u << inWarp) - 1, access.address,
            access.bytes);
}

void Checker::warpAccess(Space space, const WarpAccess &access,
                         const zynemu_site *site) {
  Access one;
  one.site = site;
  one.bytes = access.bytes;
  LaneCollector::Tally &tally = originOf(one).cost;
  tally.space = space;
  LaneCollector::count(tally, access);
}

//===----------------------------------------------------------------------===//
// Synchronization
//===----------------------------------------------------------------------===//

void Checker::barrier(const std::vector<ThreadId> &participants,
                      const SyncObject *arrivals) {
  std::vector<ThreadClock *> clocks;
  clocks.reserve(participants.size());
  for (ThreadId thread : participants)
    clocks.push_back(&clockOf(thread));
  synchronize(std::move(clocks), arrivals);
}

void Checker::fence(ThreadId thread, Scope scope) {
  if (thread < grid.threadCount() && scope > Scope::Warp)
    blockOf(thread).fences[thread].fence(clockOf(thread), scope);
}

void Checker::proxyFence(ThreadId thread) { clockOf(thread).fenceProxy(); }

Checker::BarrierInit Checker::initBarrier(ThreadId thread,
                                          const zynemu_site *site) {
  return {thread, clockOf(thread).own, 0, site};
}

void Checker::fenceBarrierInit(ThreadId thread, BarrierInit &init) {
  if (init.thread == thread && init.fence == 0)
    init.fence = clockOf(thread).own;
}

void Checker::checkBarrierInit(const Access &access, const BarrierInit &init) {
  const ThreadClock &clock = clockOf(access.thread);
  bool isFenced = init.fence && clock.knows(init.thread, init.fence);
  // Unordered accesses are reported as data races elsewhere.
  if (isFenced || !clock.knows(init.thread, init.epoch) ||
      clock.knowsForAsync(init.thread, init.epoch))
    return;
  if (findings.isNew(FindingKind::DataRace, access.site, init.site))
    findings.setText(
        prefixText(FindingKind::DataRace, access.site, access.bytes) + " by " +
        actorText(access.thread) + "; conflicts with " + init.site->op +
        " by " + actorText(init.thread) + " at " + init.site->location +
        ": fence.mbarrier_init is missing between them");
}

void Checker::release(ThreadId thread, SyncObject &object) {
  ThreadClock &clock = clockOf(thread);
  object.add(clock, clock.own);
  // An operation is complete when it releases; its number can be reused once
  // its issuer knows that.
  if (thread < grid.threadCount())
    ++clock.own;
}

void Checker::releaseFenced(ThreadId thread, Scope scope, SyncObject &object) {
  auto &fences = blockOf(thread).fences;
  auto state = fences.find(thread);
  if (state == fences.end())
    return;
  if (const ThreadClock *known = state->second.lastFence(scope))
    object.add(*known, known->own);
}

void Checker::acquire(ThreadId thread, const SyncObject &object) {
  object.joinInto(clockOf(thread));
}

ThreadId Checker::addAgent(ThreadId issuer, Proxy proxy) {
  ThreadId id = grid.threadCount() + agents.size();
  agents.push_back(std::make_unique<Agent>());
  agents.back()->clock.id = id;
  agents.back()->proxy = proxy;
  history.issuers.push_back(issuer);
  return id;
}

void Checker::releaseStart(uint32_t block, SyncObject &object) {
  auto [start, isNew] = starts.try_emplace(grid.clusterOf(block));
  if (isNew)
    start->second = addAgent(grid.firstThread(block), Proxy::Generic);
  release(start->second, object);
}

/// Returns the number of an operation for `issuer`. Reuses the number of an
/// operation that it knows to be complete, if any, so that long loops need few.
ThreadId Checker::newAgent(ThreadId issuer, Proxy proxy) {
  std::deque<ThreadId> &known = blockOf(issuer).agents[issuer];
  ThreadId id;
  Agent *oldest = known.empty() ? nullptr : &agentOf(known.front());
  if (oldest && oldest->proxy == proxy &&
      clockOf(issuer).generic.get(known.front()) >= oldest->clock.own) {
    id = known.front();
    known.pop_front();
    ++oldest->clock.own;
  } else {
    id = addAgent(issuer, proxy);
  }
  known.push_back(id);
  return id;
}

ThreadId Checker::startAgent(ThreadId issuer, Proxy proxy) {
  ThreadId id = newAgent(issuer, proxy);
  ThreadClock &clock = agentOf(id).clock;
  clock.generic = clock.async = ClockRef();
  clock.unorderedFrom = clock.own;
  addIssuer(id, issuer);
  return id;
}

ThreadId Checker::startAgent(const std::vector<ThreadId> &issuers,
                             Proxy proxy) {
  ThreadId id = startAgent(issuers.front(), proxy);
  for (size_t i = 1; i < issuers.size(); ++i)
    addIssuer(id, issuers[i]);
  return id;
}

void Checker::continueAgent(ThreadId id, ThreadId issuer) {
  ++agentOf(id).clock.own;
  addIssuer(id, issuer);
}

void Checker::addIssuer(ThreadId id, ThreadId issuer) {
  ThreadClock &clock = agentOf(id).clock;
  SyncObject start;
  release(issuer, start);
  start.joinInto(clock);
  // Accesses through the async proxy are visible to both proxies once complete.
  if (agentOf(id).proxy == Proxy::Async)
    clock.asyncOwn = clock.own;
}

void Checker::joinAgent(ThreadId waiter, ThreadId id) {
  SyncObject end;
  release(id, end);
  end.joinInto(clockOf(waiter));
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::vector<Finding> Checker::takeFindings() {
  lanes.flush(0, UINT32_MAX, [&](uint32_t number) -> LaneCollector::Tally & {
    return origins[number].cost;
  });
  reportCosts();
  return findings.take();
}
