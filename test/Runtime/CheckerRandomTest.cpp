//===- CheckerRandomTest.cpp - The checker against brute force ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small random programs of accesses and synchronization. An oracle stores every
// event with all events that happened before it, and compares every pair of
// accesses; the checker must find its first race at the same event.
//
//===----------------------------------------------------------------------===//

#include "CheckerSupport.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace zyn::emulator;

namespace {

constexpr uint32_t numBlocks = 4, blockSize = 3, clusterSize = 2;
constexpr uint32_t numThreads = numBlocks * blockSize;

/// All events so far, each with those that happened before it.
class Oracle {
public:
  Oracle() : last(numThreads, none), home(numThreads) {
    for (uint32_t i = 0; i < numThreads; ++i)
      home[i] = i;
  }

  static constexpr uint32_t none = UINT32_MAX;

  struct Event {
    std::set<uint32_t> before;
    /// The events that happened before this one and are ordered for the async
    /// proxy.
    std::set<uint32_t> beforeAsync;
    bool isProxyFence = false;
    /// The cluster that this event shows to have started.
    uint32_t startedCluster = none;
    bool isFence = false;
    uint32_t actor = none;
    Access access;
    /// For an atomic read that is not an acquire: what a later fence may
    /// acquire, with the scope and the thread of the release.
    struct Source {
      uint32_t event;
      Scope scope;
      uint32_t actor;
    };
    std::vector<Source> observed;
  };

  uint32_t newActor(uint32_t issuer) {
    last.push_back(none);
    home.push_back(home[issuer]);
    return last.size() - 1;
  }

  /// Adds an event of these actors, ordered after their last ones and `others`.
  uint32_t add(const std::vector<uint32_t> &actors,
               const std::vector<uint32_t> &others = {}) {
    Event event;
    event.actor = actors.front();
    events.push_back(event);
    for (uint32_t actor : actors)
      if (last[actor] != none)
        order(last[actor]);
    for (uint32_t other : others)
      order(other);
    for (uint32_t actor : actors)
      last[actor] = events.size() - 1;
    return events.size() - 1;
  }

  /// Orders `before` and everything before it before the newest event.
  void order(uint32_t before) {
    Event &event = events.back();
    const Event &other = events[before];
    event.before.insert(before);
    event.before.insert(other.before.begin(), other.before.end());
    event.beforeAsync.insert(other.beforeAsync.begin(),
                             other.beforeAsync.end());
    if (other.isProxyFence)
      event.beforeAsync.insert(other.before.begin(), other.before.end());
  }

  bool reaches(Scope scope, uint32_t a, uint32_t b) const {
    uint32_t blockA = home[a] / blockSize, blockB = home[b] / blockSize;
    switch (scope) {
    case Scope::Thread:
      return home[a] == home[b];
    case Scope::Warp:
    case Scope::Block:
      return blockA == blockB;
    case Scope::Cluster:
      return blockA / clusterSize == blockB / clusterSize;
    default:
      return true;
    }
  }

  void fence(uint32_t actor, Scope scope) {
    uint32_t index = add({actor});
    events[index].isFence = true;
    events[index].access.scope = scope;
    for (uint32_t i = 0; i < index; ++i)
      if (events[i].actor == actor)
        synchronize(events[i].observed, actor,
                    std::min(scope, events[i].access.scope));
  }

  /// Returns the actor's last fence of at least `scope`; `none` if there is
  /// none.
  uint32_t lastFence(uint32_t actor, Scope scope) const {
    for (uint32_t i = events.size(); i-- > 0;)
      if (events[i].isFence && events[i].actor == actor &&
          events[i].access.scope >= scope)
        return i;
    return none;
  }

  /// Whether the events before `event` show that the block has started.
  bool knowsStart(uint32_t event, uint32_t block) const {
    if (event == none)
      return false;
    return std::any_of(events[event].before.begin(), events[event].before.end(),
                       [&](uint32_t before) {
                         const Event &other = events[before];
                         return other.startedCluster == block / clusterSize ||
                                (other.actor != none &&
                                 home[other.actor] / blockSize == block);
                       });
  }

  void synchronize(const std::vector<Event::Source> &sources, uint32_t actor,
                   Scope scope) {
    for (const Event::Source &source : sources)
      if (source.scope >= Scope::Block && scope >= Scope::Block &&
          reaches(source.scope, source.actor, actor) &&
          reaches(scope, actor, source.actor))
        order(source.event);
  }

  static bool overlap(const Access &a, const Access &b) {
    return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
  }
  static bool writes(const Access &access) {
    return access.kind != AccessKind::Load &&
           access.kind != AccessKind::AtomicLoad;
  }
  static bool isAtomic(const Access &access) {
    return access.kind >= AccessKind::AtomicLoad;
  }

  /// Returns the releases whose value an atomic read at the newest event
  /// returns.
  std::vector<Event::Source> observe(const Access &read) const {
    std::vector<Event::Source> sources;
    for (uint32_t i = events.size() - 1; i-- > 0;) {
      const Access &write = events[i].access;
      if (!write.bytes || !writes(write) || !overlap(write, read))
        continue;
      if (!isAtomic(write))
        break;
      if (write.order == Order::Release || write.order == Order::AcqRel)
        sources.push_back({i, write.scope, events[i].actor});
      for (uint32_t f = 0; f < i; ++f)
        if (events[f].isFence && events[f].actor == events[i].actor)
          sources.push_back({f, std::min(events[f].access.scope, write.scope),
                             events[i].actor});
      if (write.kind != AccessKind::AtomicUpdate)
        break;
    }
    return sources;
  }

  /// Returns true if the access races with an earlier one.
  bool access(uint32_t actor, const Access &access) {
    uint32_t index = add({actor});
    events[index].access = access;
    if (access.kind == AccessKind::AtomicLoad ||
        access.kind == AccessKind::AtomicUpdate) {
      std::vector<Event::Source> sources = observe(access);
      if (access.order == Order::Acquire || access.order == Order::AcqRel)
        synchronize(sources, actor, access.scope);
      events[index].observed = std::move(sources);
    }
    const Event &event = events[index];
    for (uint32_t i = 0; i < index; ++i) {
      const Access &other = events[i].access;
      if (!other.bytes || !overlap(other, access) ||
          !(writes(other) || writes(access)))
        continue;
      if (isAtomic(other) && isAtomic(access) &&
          reaches(other.scope, events[i].actor, actor) &&
          reaches(access.scope, actor, events[i].actor))
        continue;
      bool acrossProxies = access.proxy == Proxy::Async && writes(other) &&
                           other.proxy == Proxy::Generic;
      if (!(acrossProxies ? event.beforeAsync : event.before).count(i))
        return true;
    }
    return false;
  }

  /// Undoes the newest event, which was an access of `actor`.
  void undo(uint32_t actor, uint32_t lastBefore) {
    events.pop_back();
    last[actor] = lastBefore;
  }
  uint32_t lastOf(uint32_t actor) const { return last[actor]; }

  std::vector<Event> events;

private:
  /// By actor: the last event, and the thread whose position it has.
  std::vector<uint32_t> last, home;
};

/// An asynchronous operation, or the copies of one group, with one actor each,
/// the newest last.
struct Agent {
  ThreadId id;
  std::vector<uint32_t> actors;
  Proxy proxy;
  bool isComplete = false;
  /// Whether the newest copy of a group has performed its access.
  bool hasAccessed = false;
};

class RandomProgram {
public:
  explicit RandomProgram(uint32_t seed)
      : random(seed), program(numBlocks, blockSize, clusterSize) {
    // Vary the mix of events between programs, so that some become long.
    for (uint32_t &weight : weights)
      weight = below(3) ? below(8) : 0;
    weights[0] += 1;
    numPlaces = 1 + below(5);
    patience = 1 << below(6);
  }

  /// Returns the number of events until the first race; 0 if the checker and
  /// the oracle agree that there is none. Fails if they disagree.
  uint32_t run(uint32_t steps) {
    for (uint32_t i = 0; i < steps; ++i) {
      step();
      bool found = !program.findings().empty();
      if (found != isRace) {
        ADD_FAILURE() << (found ? "found where there is no race" : "not found")
                      << ", at step " << i << "\n"
                      << log;
        return i + 1;
      }
      if (isRace)
        return i + 1;
    }
    return 0;
  }

private:
  uint32_t below(uint32_t bound) { return random() % bound; }
  Scope anyScope() { return static_cast<Scope>(below(6)); }
  void note(const std::string &text) { log += text + "\n"; }

  void step() {
    uint32_t total = 0;
    for (uint32_t weight : weights)
      total += weight;
    uint32_t pick = below(total), kind = 0;
    while (pick >= weights[kind])
      pick -= weights[kind++];
    ThreadId thread = below(numThreads);
    switch (kind) {
    case 0:
      return plain(thread, thread, Proxy::Generic);
    case 1:
      return atomic(thread);
    case 2: {
      Scope scope = anyScope();
      note("fence " + std::to_string(thread) + " " + toText(scope));
      program.checker.fence(thread, scope);
      oracle.fence(thread, scope);
      return;
    }
    case 3:
      return barrier(thread / blockSize);
    case 4:
      note("proxy fence " + std::to_string(thread));
      program.checker.proxyFence(thread);
      // Add a separate event first, so that `before` includes the thread's own.
      oracle.add({thread});
      oracle.events.back().isProxyFence = true;
      return;
    case 5:
      return below(3) ? release(thread, {thread}) : releaseFenced(thread);
    case 6: {
      uint32_t object = below(2);
      note("acquire " + std::to_string(thread) + " " + std::to_string(object));
      program.checker.acquire(thread, objects[object]);
      oracle.add({thread}, released[object]);
      return;
    }
    case 7:
      return agent(thread);
    case 8:
      return start(thread / blockSize);
    case 9:
      return remoteStore(thread);
    }
  }

  void plain(ThreadId id, uint32_t actor, Proxy proxy) {
    Access access;
    access.thread = id;
    access.kind = below(2) ? AccessKind::Load : AccessKind::Store;
    access.proxy = proxy;
    access.bytes = 1 << below(4);
    access.address = Program::global + below(numPlaces * 4);
    access.address -= access.address % std::min(access.bytes, 4u);
    access.site = program.newSite("op");
    note((access.kind == AccessKind::Load ? "load " : "store ") +
         std::to_string(id) + " at " + hexText(access.address) + " of " +
         std::to_string(access.bytes) +
         (proxy == Proxy::Async ? " async" : ""));
    if (mayHappen(actor, access))
      program.checker.access(access, 1);
  }

  /// Queries the oracle about an access. Most accesses that would race are
  /// skipped, so that programs become long.
  bool mayHappen(uint32_t actor, const Access &access) {
    uint32_t lastBefore = oracle.lastOf(actor);
    isRace = oracle.access(actor, access);
    if (!isRace || below(patience) == 0)
      return true;
    oracle.undo(actor, lastBefore);
    isRace = false;
    note("  left out");
    return false;
  }

  void atomic(ThreadId thread) {
    Access access;
    access.thread = thread;
    access.kind = static_cast<AccessKind>(2 + below(3));
    access.order = static_cast<Order>(below(4));
    // A load cannot release, and a store cannot acquire.
    if (access.kind == AccessKind::AtomicLoad && access.order > Order::Acquire)
      access.order = Order::Acquire;
    if (access.kind == AccessKind::AtomicStore &&
        access.order != Order::Relaxed)
      access.order = Order::Release;
    access.scope = below(3) ? Scope::Device : anyScope();
    access.bytes = 4;
    access.address = Program::global + 4 * below(numPlaces);
    access.site = program.newSite("op");
    note("atomic " + std::to_string(static_cast<int>(access.kind)) + " " +
         std::to_string(thread) + " at " + hexText(access.address) + " order " +
         std::to_string(static_cast<int>(access.order)) + " " +
         toText(access.scope));
    if (!mayHappen(thread, access))
      return;
    ASSERT_TRUE(program.checker.access(access, 4));
    program.checker.atomic(access);
  }

  void barrier(uint32_t block) {
    std::vector<ThreadId> threads;
    for (uint32_t i = 0; i < blockSize; ++i)
      if (below(4))
        threads.push_back(block * blockSize + i);
    if (threads.empty())
      return;
    uint32_t object = below(4);
    note("barrier of " + std::to_string(threads.size()) + " in " +
         std::to_string(block));
    program.checker.barrier(threads, object < 2 ? &objects[object] : nullptr);
    oracle.add(threads,
               object < 2 ? released[object] : std::vector<uint32_t>{});
  }

  void release(ThreadId id, const std::vector<uint32_t> &actors) {
    uint32_t object = below(2);
    note("release " + std::to_string(id) + " " + std::to_string(object));
    program.checker.release(id, objects[object]);
    released[object].push_back(oracle.add(actors));
  }

  void releaseFenced(ThreadId thread) {
    uint32_t object = below(2);
    Scope scope = static_cast<Scope>(2 + below(3));
    note("release fenced " + std::to_string(thread) + " " +
         std::to_string(object) + " " + toText(scope));
    program.checker.releaseFenced(thread, scope, objects[object]);
    uint32_t fence = oracle.lastFence(thread, scope);
    if (fence != Oracle::none)
      released[object].push_back(fence);
  }

  /// Makes it known that all blocks of the cluster have started.
  void start(uint32_t block) {
    uint32_t object = below(2), cluster = block / clusterSize;
    note("start of cluster " + std::to_string(cluster) + " " +
         std::to_string(object));
    program.checker.releaseStart(block, objects[object]);
    uint32_t event = oracle.add({oracle.newActor(block * blockSize)});
    oracle.events[event].startedCluster = cluster;
    released[object].push_back(event);
  }

  /// Stores to a granule in the other block of the cluster that no other thread
  /// accesses.
  void remoteStore(ThreadId thread) {
    uint32_t block = (thread / blockSize) ^ 1;
    Access access;
    access.thread = thread;
    access.kind = AccessKind::Store;
    access.bytes = 4;
    access.address = Program::sharedOf(block) + 4 * thread;
    access.site = program.newSite("op");
    note("store " + std::to_string(thread) + " to block " +
         std::to_string(block));
    isRace = !oracle.knowsStart(oracle.lastOf(thread), block);
    if (isRace && below(patience) != 0) {
      isRace = false;
      return note("  left out");
    }
    oracle.add({thread});
    program.checker.access(access, 4);
  }

  void agent(ThreadId thread) {
    uint32_t choice = below(agents.empty() ? 1 : 6);
    if (choice == 0) {
      Proxy proxy = below(2) ? Proxy::Async : Proxy::Generic;
      ThreadId id = program.checker.startAgent(thread, proxy);
      note("start " + std::to_string(id) + " by " + std::to_string(thread));
      // A reused number now belongs to the new operation.
      agents.erase(std::remove_if(agents.begin(), agents.end(),
                                  [&](Agent &agent) { return agent.id == id; }),
                   agents.end());
      uint32_t actor = oracle.newActor(thread);
      uint32_t start = oracle.add({thread});
      oracle.add({actor}, {start});
      starts[id] = {start};
      agents.push_back({id, {actor}, proxy});
      return;
    }
    Agent &agent = agents[below(agents.size())];
    if (choice <= 2) {
      // A copy of a group accesses its destination once.
      if (!agent.isComplete && !(agent.actors.size() > 1 && agent.hasAccessed))
        plain(agent.id, agent.actors.back(), agent.proxy);
      agent.hasAccessed = true;
      return;
    }
    if (choice == 5) {
      if (!agent.isComplete && agent.proxy == Proxy::Generic)
        addCopy(agent, thread);
      return;
    }
    agent.isComplete = true;
    if (choice == 3)
      return release(agent.id, agent.actors);
    note("join " + std::to_string(agent.id) + " by " + std::to_string(thread));
    program.checker.joinAgent(thread, agent.id);
    oracle.add({thread}, {oracle.add(agent.actors)});
  }

  /// Adds another copy to the group, which is not ordered with those before.
  void addCopy(Agent &agent, ThreadId thread) {
    note("continue " + std::to_string(agent.id) + " by " +
         std::to_string(thread));
    program.checker.continueAgent(agent.id, thread);
    uint32_t actor = oracle.newActor(thread);
    // The group is one agent, which is ordered after everything before its
    // start.
    std::vector<uint32_t> before = {oracle.add({thread})};
    for (uint32_t start : starts[agent.id])
      before.push_back(start);
    oracle.add({actor}, before);
    starts[agent.id].push_back(before[0]);
    agent.actors.push_back(actor);
    agent.hasAccessed = false;
  }

  std::mt19937 random;
  Program program;
  Oracle oracle;
  SyncObject objects[2];
  std::vector<uint32_t> released[2];
  std::vector<Agent> agents;
  /// By agent: the events that started its operations.
  std::map<ThreadId, std::vector<uint32_t>> starts;
  uint32_t weights[10];
  uint32_t numPlaces, patience;
  bool isRace = false;
  std::string log;
};

} // namespace

TEST(CheckerRandom, AgreesWithTheOracle) {
  const char *given = std::getenv("ZYN_CHECKER_PROGRAMS");
  uint32_t programs = given ? std::atoi(given) : 3000;
  uint32_t races = 0, late = 0, silent = 0;
  for (uint32_t seed = 1; seed <= programs && !testing::Test::HasFailure();
       ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    uint32_t first = RandomProgram(seed).run(80);
    races += first != 0;
    late += first > 15;
    silent += first == 0;
  }
  // Check that the programs are useful: with and without races, and long ones.
  EXPECT_GT(races, programs / 4);
  EXPECT_GT(late, programs / 50);
  EXPECT_GT(silent, programs / 100);
}
