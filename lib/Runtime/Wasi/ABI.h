//===- ABI.h - Constants and structures of WASI --------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_WASI_ABI_H
#define ZYN_LIB_RUNTIME_WASI_ABI_H

#include <cstdint>

namespace zyn::runtime::wasi {

// The numbers and layouts are those of wasi_snapshot_preview1.

enum class Errno : uint16_t {
  Success = 0,
  TooBig = 1,
  Access = 2,
  BadDescriptor = 8,
  Busy = 10,
  Exists = 20,
  Fault = 21,
  FileTooLarge = 22,
  Interrupted = 27,
  Invalid = 28,
  IO = 29,
  IsFolder = 31,
  Loop = 32,
  TooManyFiles = 33,
  NameTooLong = 37,
  NoEntry = 44,
  NoSpace = 51,
  NotImplemented = 52,
  NotFolder = 54,
  NotEmpty = 55,
  NotSocket = 57,
  NotSupported = 58,
  NotPermitted = 63,
  SeekPipe = 70,
  NotCapable = 76
};

enum class FileType : uint8_t {
  Unknown = 0,
  CharacterDevice = 2,
  Folder = 3,
  File = 4,
  Symlink = 7
};

enum Rights : uint64_t {
  RightDatasync = 1 << 0,
  RightRead = 1 << 1,
  RightSeek = 1 << 2,
  RightSetFlags = 1 << 3,
  RightSync = 1 << 4,
  RightTell = 1 << 5,
  RightWrite = 1 << 6,
  RightAdvise = 1 << 7,
  RightAllocate = 1 << 8,
  RightCreateFolder = 1 << 9,
  RightCreateFile = 1 << 10,
  RightLinkSource = 1 << 11,
  RightLinkTarget = 1 << 12,
  RightOpen = 1 << 13,
  RightReadFolder = 1 << 14,
  RightReadlink = 1 << 15,
  RightRenameSource = 1 << 16,
  RightRenameTarget = 1 << 17,
  RightPathStat = 1 << 18,
  RightPathSetSize = 1 << 19,
  RightPathSetTimes = 1 << 20,
  RightStat = 1 << 21,
  RightSetSize = 1 << 22,
  RightSetTimes = 1 << 23,
  RightSymlink = 1 << 24,
  RightRemoveFolder = 1 << 25,
  RightUnlink = 1 << 26,
  RightPoll = 1 << 27,

  streamRights = RightRead | RightWrite | RightSetFlags | RightStat | RightPoll,
  fileRights = RightDatasync | RightRead | RightSeek | RightSetFlags |
               RightSync | RightTell | RightWrite | RightAdvise |
               RightAllocate | RightStat | RightSetSize | RightSetTimes |
               RightPoll,
  folderRights = RightSetFlags | RightSync | RightDatasync | RightAdvise |
                 RightCreateFolder | RightCreateFile | RightLinkSource |
                 RightLinkTarget | RightOpen | RightReadFolder | RightReadlink |
                 RightRenameSource | RightRenameTarget | RightPathStat |
                 RightPathSetSize | RightPathSetTimes | RightStat |
                 RightSetTimes | RightSymlink | RightRemoveFolder |
                 RightUnlink | RightPoll
};

enum DescriptorFlags : uint16_t { FlagAppend = 1, allDescriptorFlags = 31 };
enum LookupFlags : uint32_t { LookupFollow = 1 };
enum OpenFlags : uint16_t {
  OpenCreate = 1,
  OpenFolder = 2,
  OpenExclusive = 4,
  OpenTruncate = 8
};
enum TimeFlags : uint16_t {
  TimeAccess = 1,
  TimeAccessNow = 2,
  TimeModify = 4,
  TimeModifyNow = 8
};
enum class Whence : uint8_t { Set = 0, Current = 1, End = 2 };
enum class ClockID : uint32_t {
  Realtime = 0,
  Monotonic = 1,
  ProcessTime = 2,
  ThreadTime = 3
};
enum class EventType : uint8_t { Clock = 0, Read = 1, Write = 2 };
enum SubscriptionFlags : uint16_t { SubscriptionAbsolute = 1 };

struct IOVector {
  uint32_t address, size;
};
struct DescriptorStat {
  FileType type;
  uint8_t padding;
  uint16_t flags;
  uint32_t padding2;
  uint64_t rights, inheriting;
};
struct FileStat {
  uint64_t device, number;
  FileType type;
  uint8_t padding[7];
  uint64_t links, size;
  /// In nanoseconds since 1970.
  uint64_t accessTime, modifyTime, changeTime;
};
struct Prestat {
  uint32_t tag, nameSize;
};
struct FolderEntry {
  uint64_t next, number;
  uint32_t nameSize;
  FileType type;
  uint8_t padding[3];
};
struct Subscription {
  uint64_t userData;
  EventType type;
  uint8_t padding[7];
  /// A clock or a descriptor.
  uint32_t id;
  uint32_t padding2;
  uint64_t timeout, precision;
  uint16_t flags;
  uint8_t padding3[6];
};
struct Event {
  uint64_t userData;
  Errno error;
  EventType type;
  uint8_t padding[5];
  uint64_t bytes;
  uint16_t flags;
  uint8_t padding2[6];
};

static_assert(sizeof(DescriptorStat) == 24 && sizeof(FileStat) == 64 &&
                  sizeof(Prestat) == 8 && sizeof(FolderEntry) == 24 &&
                  sizeof(Subscription) == 48 && sizeof(Event) == 32,
              "structures have the sizes of the interface");
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "structures are copied to memories, which are little-endian");

} // namespace zyn::runtime::wasi

#endif // ZYN_LIB_RUNTIME_WASI_ABI_H
