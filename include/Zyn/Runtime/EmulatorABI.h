//===- EmulatorABI.h - The C interface for emulated kernels -----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface between kernels that were compiled for the host and the
// emulator. Each GPU thread runs as a fiber on one host thread; every function
// takes the calling GPU thread and, if it can fail, wait or be checked, the
// source location.
//
// None of them returns an error: an error in a kernel ends the launch or is
// reported as a finding, and is returned by `Context::invoke`.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_RUNTIME_EMULATORABI_H
#define ZYN_RUNTIME_EMULATORABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One GPU thread. It begins with a `zynemu_thread_head`.
typedef struct zynemu_thread zynemu_thread;

/// An op and its source location: a constant of the compiled module, one for
/// each op, so that its address identifies the op.
typedef struct zynemu_site {
  /// "file:line:column".
  const char *location;
  /// "kernel.store".
  const char *op;
} zynemu_site;

/// The part of a thread that compiled code accesses directly. All fields are 8
/// bytes, so a field's index determines its offset.
typedef struct zynemu_thread_head {
  /// The number of steps that the thread may still take before `zynemuYield`;
  /// each basic block subtracts the number of its ops.
  int64_t budget;
  /// The block's shared memory: the static part, followed by the dynamic part.
  char *shared;
  /// The start of dynamic shared memory.
  char *dynamic_shared;
  int64_t thread_id[3];
  int64_t block_id[3];
  int64_t block_size[3];
  int64_t grid_size[3];
  /// The index of the thread in its block; x varies fastest.
  int64_t linear_id;
} zynemu_thread_head;

/// A buffer that a kernel declares.
typedef struct zynemu_buffer {
  /// Static shared memory: offset from `shared`. Constants: 0.
  int64_t offset;
  /// Constants: their address. Static shared memory: null.
  const void *address;
  int64_t bytes;
  /// The op that declares it.
  const zynemu_site *site;
} zynemu_buffer;

/// A compiled kernel: a constant of the compiled module. Host code launches it
/// with `zynrtLaunch`, from an image of format "emulator", whose bytes are an
/// array of pointers to kernels.
typedef struct zynemu_kernel {
  /// `arguments[i]` points to the i-th argument; buffers are passed as the
  /// fields of their descriptors.
  void (*function)(zynemu_thread *thread, void **arguments);
  const char *name;
  const zynemu_site *site;
  int64_t static_shared_bytes;
  /// The part of a thread's stack that the kernel's local memory takes.
  int64_t local_bytes;
  /// The maximum block size according to the kernel's attributes; 0 for none.
  int64_t max_threads;
  /// In blocks.
  int64_t cluster_size[3];
  const zynemu_buffer *buffers;
  int64_t num_buffers;
  int64_t num_arguments;
} zynemu_kernel;

/// The kind of an access, for `zynemuAccess`. For ZYNEMU_ATOMIC, only the
/// address is checked; the atomic itself follows.
enum { ZYNEMU_LOAD = 0, ZYNEMU_STORE = 1, ZYNEMU_ATOMIC = 2 };

//===----------------------------------------------------------------------===//
// Every kernel
//===----------------------------------------------------------------------===//

/// Called when `budget` has become negative: lets other threads run, and ends
/// the launch if it has exceeded its time limit.
void zynemuYield(zynemu_thread *thread, const zynemu_site *site);

/// Ends the launch with the error "LOCATION: error: OP: MESSAGE: thread ...".
void zynemuFail(zynemu_thread *thread, const zynemu_site *site,
                const char *message);

/// The thread returns: `site` is the op that ends the kernel.
void zynemuExit(zynemu_thread *thread, const zynemu_site *site);

/// Ends the thread, whatever function it is in. Does not return.
void zynemuEnd(zynemu_thread *thread, const zynemu_site *site);

//===----------------------------------------------------------------------===//
// Memory, only with checks
//===----------------------------------------------------------------------===//

/// Checks the access of `bytes` bytes that follows at `address`, which must be
/// a multiple of `alignment`. Returns the address to access: `address`, or that
/// of scratch memory if the access is invalid.
void *zynemuAccess(zynemu_thread *thread, const zynemu_site *site,
                   void *address, int64_t bytes, int64_t alignment,
                   int32_t kind);

/// Reports that the index of dimension `dimension` is out of bounds. Returns an
/// address to access instead.
void *zynemuOutOfBounds(zynemu_thread *thread, const zynemu_site *site,
                        int64_t bytes, int32_t kind, int64_t dimension,
                        int64_t index, int64_t size);

//===----------------------------------------------------------------------===//
// Atomics and fences
//===----------------------------------------------------------------------===//

/// Element types of atomics. Values are passed as bits, in the low-order ones.
enum {
  ZYNEMU_I8 = 0,
  ZYNEMU_I16 = 1,
  ZYNEMU_I32 = 2,
  ZYNEMU_I64 = 3,
  ZYNEMU_F16 = 4,
  ZYNEMU_BF16 = 5,
  ZYNEMU_F32 = 6,
  ZYNEMU_F64 = 7
};

/// `scope` and `order` are numbered as in the `kernel` dialect: from thread (0)
/// to system (5); relaxed, acquire, release, acq_rel.
///
/// `kind` is a kind of kernel.atomic, numbered as there. Returns the old value.
uint64_t zynemuAtomic(zynemu_thread *thread, const zynemu_site *site,
                      void *address, uint64_t value, int32_t kind, int32_t type,
                      int32_t scope, int32_t order);

/// Stores `desired` if the value is `expected`. Returns the old value.
uint64_t zynemuAtomicCas(zynemu_thread *thread, const zynemu_site *site,
                         void *address, uint64_t expected, uint64_t desired,
                         int32_t type, int32_t scope, int32_t order);

uint64_t zynemuAtomicLoad(zynemu_thread *thread, const zynemu_site *site,
                          void *address, int32_t type, int32_t scope,
                          int32_t order);

void zynemuAtomicStore(zynemu_thread *thread, const zynemu_site *site,
                       void *address, uint64_t value, int32_t type,
                       int32_t scope, int32_t order);

void zynemuFence(zynemu_thread *thread, const zynemu_site *site, int32_t scope);

/// Orders accesses through the generic proxy before those through the async
/// proxy.
void zynemuFenceProxyAsync(zynemu_thread *thread, const zynemu_site *site);

/// A fence at cluster scope that also orders the thread's initialization of
/// mbarriers before their uses by the async proxy.
void zynemuFenceMBarrierInit(zynemu_thread *thread, const zynemu_site *site);

//===----------------------------------------------------------------------===//
// Barriers of the block
//===----------------------------------------------------------------------===//

/// Waits at barrier `id` (0 to 15) until `count` threads, or all threads of the
/// block if it is 0, have arrived, waiting or not.
void zynemuBarrier(zynemu_thread *thread, const zynemu_site *site, int32_t id,
                   int64_t count);

/// Arrives at barrier `id` without waiting.
void zynemuBarrierArrive(zynemu_thread *thread, const zynemu_site *site,
                         int32_t id, int64_t count);

//===----------------------------------------------------------------------===//
// Warp collectives
//===----------------------------------------------------------------------===//

/// `mask` has the bits of the participating lanes. `kind` is numbered as in the
/// `kernel` dialect.

void zynemuWarpBarrier(zynemu_thread *thread, const zynemu_site *site,
                       int32_t mask);

/// Replaces `bytes` bytes at `value` with those of another lane; returns
/// whether that lane is in the group of `width` lanes.
int32_t zynemuShuffle(zynemu_thread *thread, const zynemu_site *site,
                      void *value, int64_t bytes, int32_t kind, int32_t offset,
                      int32_t width, int32_t mask);

/// Returns the mask of lanes whose `predicate` is not 0; for any and all, 1 or
/// 0.
int32_t zynemuVote(zynemu_thread *thread, const zynemu_site *site,
                   int32_t predicate, int32_t kind, int32_t mask);

/// Returns the mask of lanes that have the thread's value; for all, 0 if the
/// values differ.
int32_t zynemuMatch(zynemu_thread *thread, const zynemu_site *site,
                    int64_t value, int32_t kind, int32_t mask);

/// Returns the combination of all lanes' values.
int32_t zynemuWarpReduce(zynemu_thread *thread, const zynemu_site *site,
                         int32_t value, int32_t kind, int32_t mask);

/// Returns the mask of the thread's own lane: the emulator runs one thread at a
/// time.
int32_t zynemuActiveMask(zynemu_thread *thread, const zynemu_site *site);

/// Returns 1 for the lowest participating lane.
int32_t zynemuElect(zynemu_thread *thread, const zynemu_site *site,
                    int32_t mask);

//===----------------------------------------------------------------------===//
// Indices in the cluster
//===----------------------------------------------------------------------===//

/// Selects what `zynemuClusterIndex` returns.
enum {
  ZYNEMU_CLUSTER_ID = 0,
  ZYNEMU_CLUSTER_SIZE = 1,
  ZYNEMU_CLUSTER_GRID_SIZE = 2,
  ZYNEMU_BLOCK_ID_IN_CLUSTER = 3,
  ZYNEMU_BLOCK_RANK_IN_CLUSTER = 4
};

int64_t zynemuClusterIndex(zynemu_thread *thread, const zynemu_site *site,
                           int32_t what, int32_t dimension);

//===----------------------------------------------------------------------===//
// Clocks and printing
//===----------------------------------------------------------------------===//

/// Returns the number of steps of all threads so far, times `units`, which is
/// deterministic for a given seed.
int64_t zynemuClock(zynemu_thread *thread, const zynemu_site *site,
                    int64_t units);

/// Lets other threads run.
void zynemuSleep(zynemu_thread *thread, const zynemu_site *site);

/// Prints a line: `format` with "{n}" replaced by value n, whose type is letter
/// n of `types`: i is a signed integer, b a boolean, and h, f and d are floats
/// of 16, 32 and 64 bits, all passed as the bits of a double.
void zynemuPrint(zynemu_thread *thread, const zynemu_site *site,
                 const char *format, const char *types, const uint64_t *values);

//===----------------------------------------------------------------------===//
// Matmuls
//===----------------------------------------------------------------------===//

/// Element types of operands and accumulators.
enum {
  ZYNEMU_MMA_F16 = 0,
  ZYNEMU_MMA_BF16 = 1,
  ZYNEMU_MMA_TF32 = 2,
  ZYNEMU_MMA_F32 = 3,
  ZYNEMU_MMA_F64 = 4,
  ZYNEMU_MMA_S8 = 5,
  ZYNEMU_MMA_U8 = 6,
  ZYNEMU_MMA_S32 = 7,
  ZYNEMU_MMA_E4M3 = 8,
  ZYNEMU_MMA_E5M2 = 9
};

/// D = A·B + C, where D has `rows` x `columns` elements and K is `depth`. The
/// record is a constant, the same for all threads.
typedef struct zynemu_mma {
  int64_t rows, columns, depth;
  int64_t element_a, element_b, element_c;
  /// Whether integer sums saturate, and whether operands are negated.
  int64_t saturates, negates_a, negates_b;
  /// For operands in shared memory: the swizzle in bytes, whether they are M-
  /// or N-major, and the distance between panels in bytes. `a_in_registers`
  /// says whether A is in registers instead.
  int64_t a_in_registers;
  int64_t swizzle_a, is_mn_major_a, panel_stride_a;
  int64_t swizzle_b, is_mn_major_b, panel_stride_b;
} zynemu_mma;

/// A matrix multiply-accumulate of a warp. Each thread passes its fragments;
/// the elements of D replace those of C.
void zynemuMmaCompute(zynemu_thread *thread, const zynemu_site *site,
                      const zynemu_mma *mma, const void *a, const void *b,
                      void *accumulator);

/// Loads `count` 8x8 matrices of 16-bit elements; `row` is the address that the
/// lane provides, and `registers` has 4 bytes per matrix.
void zynemuMmaLoadRows(zynemu_thread *thread, const zynemu_site *site,
                       const void *row, void *registers, int64_t count,
                       int64_t transposed);

/// Stores them.
void zynemuMmaStoreRows(zynemu_thread *thread, const zynemu_site *site,
                        void *row, void *registers, int64_t count,
                        int64_t transposed);

/// A matrix multiply-accumulate of a warpgroup; `a` is in registers or, like
/// `b`, in shared memory. C is only added if `accumulates`.
void zynemuWgmmaCompute(zynemu_thread *thread, const zynemu_site *site,
                        const zynemu_mma *mma, const void *a, const void *b,
                        void *accumulator, int64_t accumulates);
void zynemuWgmmaFence(zynemu_thread *thread, const zynemu_site *site);
void zynemuWgmmaCommit(zynemu_thread *thread, const zynemu_site *site);
void zynemuWgmmaWait(zynemu_thread *thread, const zynemu_site *site,
                     int64_t pending);

/// Ignores the number of registers, but checks that all threads of the
/// warpgroup execute it.
void zynemuSetMaxRegisters(zynemu_thread *thread, const zynemu_site *site,
                           int64_t registers);

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

/// Copies `validBytes` bytes and fills the rest of `bytes` with 0.
void zynemuAsyncCopy(zynemu_thread *thread, const zynemu_site *site,
                     void *destination, const void *source, int64_t bytes,
                     int64_t validBytes);
void zynemuAsyncCommit(zynemu_thread *thread, const zynemu_site *site);
void zynemuAsyncWait(zynemu_thread *thread, const zynemu_site *site,
                     int32_t groups);
void zynemuAsyncArrive(zynemu_thread *thread, const zynemu_site *site,
                       void *barrier);

//===----------------------------------------------------------------------===//
// mbarriers and clusters
//===----------------------------------------------------------------------===//

/// The scope of an mbarrier wait.
enum { ZYNEMU_BLOCK = 0, ZYNEMU_CLUSTER = 1 };

void zynemuMBarrierInit(zynemu_thread *thread, const zynemu_site *site,
                        void *barrier, int32_t count);
void zynemuMBarrierInvalidate(zynemu_thread *thread, const zynemu_site *site,
                              void *barrier);
void zynemuMBarrierArrive(zynemu_thread *thread, const zynemu_site *site,
                          void *barrier, int32_t count);
void zynemuMBarrierExpectTx(zynemu_thread *thread, const zynemu_site *site,
                            void *barrier, int32_t bytes);
void zynemuMBarrierArriveExpectTx(zynemu_thread *thread,
                                  const zynemu_site *site, void *barrier,
                                  int32_t bytes);
/// Arrives at the mbarrier at the same offset in block `rank` of the cluster.
void zynemuMBarrierArriveRemote(zynemu_thread *thread, const zynemu_site *site,
                                void *barrier, int64_t rank);
void zynemuMBarrierWait(zynemu_thread *thread, const zynemu_site *site,
                        void *barrier, int32_t parity, int32_t scope);
/// Returns 1 if the phase is complete, otherwise 0.
int32_t zynemuMBarrierTest(zynemu_thread *thread, const zynemu_site *site,
                           void *barrier, int32_t parity, int32_t scope);

/// Returns the address in the shared memory of block `rank` of the cluster that
/// corresponds to `address` in this block's.
void *zynemuMapShared(zynemu_thread *thread, const zynemu_site *site,
                      void *address, int64_t rank);
void zynemuClusterArrive(zynemu_thread *thread, const zynemu_site *site,
                         int32_t relaxed);
void zynemuClusterWait(zynemu_thread *thread, const zynemu_site *site);

//===----------------------------------------------------------------------===//
// TMA
//===----------------------------------------------------------------------===//

/// `map` points to the result of `zynrtEncodeTensorMap` for the emulator.
/// `coordinates` start with the slowest dimension, as do `offsets`, which are
/// for im2col. The bits of `multicast` select blocks of the cluster; -1 is the
/// thread's own block.
void zynemuTmaLoad(zynemu_thread *thread, const zynemu_site *site,
                   const void *map, const int64_t *coordinates,
                   const int64_t *offsets, void *destination, void *barrier,
                   int32_t multicast);

/// How `zynemuTmaStore` combines the tile with the tensor's elements.
enum {
  ZYNEMU_TMA_REPLACE = -1,
  ZYNEMU_TMA_ADD = 0,
  ZYNEMU_TMA_MIN = 1,
  ZYNEMU_TMA_MAX = 2,
  ZYNEMU_TMA_INC = 3,
  ZYNEMU_TMA_DEC = 4,
  ZYNEMU_TMA_AND = 5,
  ZYNEMU_TMA_OR = 6,
  ZYNEMU_TMA_XOR = 7
};
void zynemuTmaStore(zynemu_thread *thread, const zynemu_site *site,
                    const void *map, const int64_t *coordinates,
                    const void *source, int32_t reduction);
void zynemuTmaCommit(zynemu_thread *thread, const zynemu_site *site);
/// With `read`, only waits until the groups have read shared memory.
void zynemuTmaWait(zynemu_thread *thread, const zynemu_site *site,
                   int32_t groups, int32_t read);

#ifdef __cplusplus
}
#endif

#endif // ZYN_RUNTIME_EMULATORABI_H
