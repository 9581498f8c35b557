//===- InstanceImports.cpp - Matches imports with their declarations-------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstanceImports.h"
#include "Zyn/Support/Escape.h"

using namespace zyn::runtime;

const char *zyn::runtime::toText(ValueKind kind) {
  static const char *const names[] = {"i32", "i64",     "f32",
                                      "f64", "funcref", "externref"};
  return names[static_cast<int>(kind)];
}

static std::string listTypes(const std::vector<ValueKind> &types) {
  std::string text;
  for (ValueKind type : types)
    text += (text.empty() ? "" : ", ") + std::string(toText(type));
  return "(" + text + ")";
}

std::string CallType::str() const {
  return listTypes(parameters) + " -> " + listTypes(results);
}

static std::string describeSize(uint64_t size,
                                std::optional<uint64_t> maximum) {
  return std::to_string(size) +
         (maximum ? " to " + std::to_string(*maximum) : "");
}

std::string ObjectType::str() const {
  switch (kind) {
  case InstanceModule::Export::Function:
    return "a function of type " + call.str();
  case InstanceModule::Export::Memory:
    return "a memory of " + describeSize(size, maximum) + " pages";
  case InstanceModule::Export::Table:
    return "a table of " + describeSize(size, maximum) + " " + toText(value);
  case InstanceModule::Export::Global:
    break;
  }
  return std::string(isMutable ? "a mutable global" : "a global") +
         " of type " + toText(value);
}

static ObjectType getType(const InstanceObject &object) {
  ObjectType type;
  if (const auto *function = std::get_if<InstanceFunction>(&object)) {
    type.kind = InstanceModule::Export::Function;
    type.call = function->type;
  } else if (auto *const *memory = std::get_if<InstanceMemory *>(&object)) {
    type.kind = InstanceModule::Export::Memory;
    type.size = (*memory)->countPages();
    type.maximum = (*memory)->maximum;
  } else if (auto *const *table = std::get_if<InstanceTable *>(&object)) {
    type.kind = InstanceModule::Export::Table;
    type.value = (*table)->type;
    type.size = (*table)->size;
    type.maximum = (*table)->maximum;
  } else {
    const auto &global = std::get<InstanceGlobal>(object);
    type.kind = InstanceModule::Export::Global;
    type.value = global.type;
    type.isMutable = global.isMutable;
  }
  return type;
}

/// Whether an object can be used where `declared` is expected: its size must be
/// at least as large, and it must not be able to become larger.
static bool matches(const ObjectType &found, const ObjectType &declared) {
  return found.kind == declared.kind && found.call == declared.call &&
         found.value == declared.value &&
         found.isMutable == declared.isMutable && found.size >= declared.size &&
         (!declared.maximum ||
          (found.maximum && *found.maximum <= *declared.maximum));
}

/// Returns what the state of an instance contains for an imported object.
static uint64_t getReference(const InstanceObject &object) {
  const void *reference;
  if (const auto *function = std::get_if<InstanceFunction>(&object))
    reference = function->function;
  else if (auto *const *memory = std::get_if<InstanceMemory *>(&object))
    reference = static_cast<zynrt_memory *>(*memory);
  else if (auto *const *table = std::get_if<InstanceTable *>(&object))
    reference = static_cast<zynrt_table *>(*table);
  else
    reference = std::get<InstanceGlobal>(object).cell;
  return reinterpret_cast<uint64_t>(reference);
}

static std::string quote(const InstanceModule::Import &import) {
  return "'" + zyn::escape(import.module) + "' '" + zyn::escape(import.name) +
         "'";
}

Error zyn::runtime::unknownImport(const InstanceModule::Import &import,
                                  const ObjectType &declared) {
  return Error("unknown import " + quote(import) + ": expected " +
               declared.str());
}

Error zyn::runtime::incompatibleImport(const InstanceModule::Import &import,
                                       const ObjectType &declared,
                                       const ObjectType &found) {
  return Error("incompatible import type of " + quote(import) + ": expected " +
               declared.str() + ", found " + found.str());
}

Error zyn::runtime::resolveImport(const InstanceImports &imports,
                                  const InstanceModule::Import &import,
                                  const ObjectType &declared, uint64_t &word) {
  auto found = imports.find({import.module, import.name});
  if (found == imports.end())
    return unknownImport(import, declared);
  ObjectType type = getType(found->second);
  if (!matches(type, declared))
    return incompatibleImport(import, declared, type);
  word = getReference(found->second);
  return Error::success();
}
