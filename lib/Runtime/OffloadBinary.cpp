//===- OffloadBinary.cpp - Images for several architectures ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/OffloadBinary.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <tuple>

using namespace zyn::runtime;

// The format's structures, of which LLVM's header says more. Offsets are from
// the start of the binary. The runtime does not depend on LLVM, whose reader
// also trusts the offsets.
namespace {
constexpr unsigned char magic[4] = {0x10, 0xff, 0x10, 0xad};

struct Header {
  unsigned char magic[4];
  uint32_t version;
  uint64_t size, entryOffset, entrySize;
};

struct Entry {
  uint16_t imageKind, offloadKind;
  uint32_t flags;
  uint64_t stringOffset, numStrings, imageOffset, imageSize;
};

struct StringEntry {
  uint64_t keyOffset, valueOffset;
};

enum ImageKind : uint16_t { Cubin = 3, PTX = 5 };

/// The bytes of one binary.
class Reader {
public:
  explicit Reader(std::string_view bytes) : bytes(bytes) {}

  template <typename T>
  bool read(uint64_t offset, T &value) const {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
      return false;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return true;
  }

  std::optional<std::string_view> slice(uint64_t offset, uint64_t size) const {
    if (offset > bytes.size() || bytes.size() - offset < size)
      return std::nullopt;
    return bytes.substr(offset, size);
  }

  /// Reads text up to a zero.
  std::optional<std::string_view> text(uint64_t offset) const {
    size_t end = offset < bytes.size() ? bytes.find('\0', offset) : bytes.npos;
    if (end == bytes.npos)
      return std::nullopt;
    return bytes.substr(offset, end - offset);
  }

private:
  std::string_view bytes;
};

struct Architecture {
  int sm = 0;
  /// 'a', 'f', or 0.
  char suffix = 0;
};
} // namespace

static std::optional<Architecture> parseArchitecture(std::string_view name) {
  if (name.substr(0, 3) != "sm_")
    return std::nullopt;
  Architecture architecture;
  const char *end = name.data() + name.size();
  auto [rest, error] = std::from_chars(name.data() + 3, end, architecture.sm);
  if (error != std::errc())
    return std::nullopt;
  if (rest != end)
    architecture.suffix = *rest++;
  if (rest != end || (architecture.suffix && architecture.suffix != 'a' &&
                      architecture.suffix != 'f'))
    return std::nullopt;
  return architecture;
}

bool zyn::runtime::isOffloadBinary(std::string_view bytes) {
  return bytes.size() >= sizeof(magic) &&
         std::memcmp(bytes.data(), magic, sizeof(magic)) == 0;
}

/// Adds the image of a binary, if it is for a GPU of NVIDIA. Returns false if
/// the binary is damaged.
static bool addImage(const Reader &binary, const Entry &entry,
                     std::vector<OffloadImage> &images) {
  std::optional<std::string_view> bytes =
      binary.slice(entry.imageOffset, entry.imageSize);
  if (!bytes)
    return false;
  OffloadImage image;
  for (uint64_t i = 0; i < entry.numStrings; ++i) {
    StringEntry string;
    if (!binary.read(entry.stringOffset + i * sizeof(string), string))
      return false;
    std::optional<std::string_view> key = binary.text(string.keyOffset),
                                    value = binary.text(string.valueOffset);
    if (!key || !value)
      return false;
    if (*key == "arch")
      image.architecture = *value;
  }
  if ((entry.imageKind != PTX && entry.imageKind != Cubin) ||
      !parseArchitecture(image.architecture))
    return true;
  image.image = {entry.imageKind == PTX ? formats::ptx : formats::cubin,
                 *bytes};
  images.push_back(image);
  return true;
}

Expected<std::vector<OffloadImage>>
zyn::runtime::readOffloadBinary(std::string_view bytes) {
  std::vector<OffloadImage> images;
  do {
    Header header;
    if (!isOffloadBinary(bytes) || !Reader(bytes).read(0, header))
      return Error("expected an offload binary, found other bytes");
    if (header.version != offloadBinaryVersion)
      return Error::format("expected an offload binary of version %u, found "
                           "version %u",
                           offloadBinaryVersion, header.version);
    std::optional<std::string_view> rest = Reader(bytes).slice(0, header.size);
    Entry entry;
    if (!rest || header.size < sizeof(header) ||
        !Reader(*rest).read(header.entryOffset, entry) ||
        !addImage(Reader(*rest), entry, images))
      return Error("expected a complete offload binary, found damaged or "
                   "missing parts");
    bytes.remove_prefix(header.size);
  } while (!bytes.empty());
  return images;
}

static bool canRun(const OffloadImage &image, Architecture architecture,
                   int capability) {
  if (architecture.suffix == 'a' || image.image.format == formats::cubin)
    return architecture.sm == capability;
  if (architecture.suffix == 'f' && architecture.sm / 10 != capability / 10)
    return false;
  return architecture.sm <= capability;
}

Expected<OffloadImage>
zyn::runtime::selectImage(const std::vector<OffloadImage> &images,
                          int capability) {
  // The architecture, its features, and machine code.
  using Rank = std::tuple<int, int, bool>;
  Rank bestRank(-1, 0, false);
  const OffloadImage *best = nullptr;
  std::vector<std::string_view> names;
  for (const OffloadImage &image : images) {
    std::optional<Architecture> architecture =
        parseArchitecture(image.architecture);
    if (!architecture)
      continue;
    if (std::find(names.begin(), names.end(), image.architecture) ==
        names.end())
      names.push_back(image.architecture);
    if (!canRun(image, *architecture, capability))
      continue;
    int features = architecture->suffix == 'a'   ? 2
                   : architecture->suffix == 'f' ? 1
                                                 : 0;
    Rank rank(architecture->sm, features, image.image.format == formats::cubin);
    if (rank <= bestRank)
      continue;
    bestRank = rank;
    best = &image;
  }
  if (best)
    return *best;
  std::string found;
  for (std::string_view name : names)
    found += (found.empty() ? "code for " : ", ") + std::string(name);
  return Error("expected code that sm_" + std::to_string(capability) +
               " runs, found " + (found.empty() ? "none" : found));
}
