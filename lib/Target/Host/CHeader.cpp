//===- CHeader.cpp - Declarations of compiled functions in C --------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CHeader.h"
#include "Zyn/Target/Host/CodeGen.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using mlir::zyn::ConstraintsAttr;

/// Returns the type of a scalar or an element, or an empty string.
static std::string getCType(Type type) {
  if (type.isIndex())
    return "int64_t";
  if (type.isInteger(1))
    return "bool";
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth())
               ? "int" + std::to_string(integer.getWidth()) + "_t"
               : "";
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isF16())
    return "_Float16";
  if (type.isBF16())
    return "__bf16";
  // Bits that C has no type for.
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
    return "uint8_t";
  return {};
}

namespace {
/// Prints the declaration of one function.
class Declaration {
public:
  Declaration(func::FuncOp function, bool launchesKernels)
      : function(function), launchesKernels(launchesKernels) {
    if (!launchesKernels)
      return;
    result = "const char *";
    parameters.push_back("void *stream");
  }

  FailureOr<std::string> print();

private:
  LogicalResult addArgument(unsigned i);
  void addWorkspace(MemRefType type, int64_t alignment);
  LogicalResult addResults();
  std::string describe() const;

  func::FuncOp function;
  const bool launchesKernels;
  /// With the space between it and the name.
  std::string result = "void ";
  /// Of those in buffers.
  unsigned numResults = 0;
  unsigned numWorkspaces = 0;
  SmallVector<std::string> parameters;
  /// A line for each buffer.
  std::string buffers;
};
} // namespace

/// Adds a buffer that only the function uses.
void Declaration::addWorkspace(MemRefType type, int64_t alignment) {
  std::string name =
      "workspace" + (numWorkspaces ? std::to_string(numWorkspaces) : "");
  ++numWorkspaces;
  parameters.push_back("void *__restrict " + name);
  buffers += " * " + name + ": " +
             std::to_string(DataLayout::closest(function)
                                .getTypeSize(type.getElementType())
                                .getFixedValue() *
                            type.getNumElements()) +
             " bytes, aligned to " + std::to_string(alignment) +
             ", for the function's own use during a call\n";
}

LogicalResult Declaration::addArgument(unsigned i) {
  Type type = function.getArgument(i).getType();
  auto buffer = dyn_cast<MemRefType>(type);
  auto has = [&](StringRef attribute) {
    return function.getArgAttr(i, attribute) != nullptr;
  };
  if (auto alignment = function.getArgAttrOfType<IntegerAttr>(
          i, mlir::zyn::kWorkspaceAttrName)) {
    addWorkspace(cast<MemRefType>(type), alignment.getInt());
    return success();
  }
  bool isResult = has("bufferize.result");
  if (isResult && !(buffer && buffer.hasStaticShape()))
    return function.emitError("result #")
           << numResults
           << " has a dynamic size, which a caller in C does not know: use "
              "static sizes, or a memref that the caller provides";
  std::string name = isResult ? "result" + std::to_string(numResults++)
                              : "arg" + std::to_string(i);
  std::string element = getCType(buffer ? buffer.getElementType() : type);
  if (element.empty() || (buffer && !buffer.getLayout().isIdentity()))
    return function.emitError("argument #")
           << i << " has type " << type
           << ", for which C has none: expected an integer of 1, 8, 16, 32 or "
              "64 bits, a float, or a contiguous buffer of them";
  if (!buffer) {
    parameters.push_back(element + " " + name);
    return success();
  }
  std::string pointer =
      (has(LLVM::LLVMDialect::getReadonlyAttrName()) ? "const " : "") +
      element + " *";
  if (has(LLVM::LLVMDialect::getNoAliasAttrName()))
    pointer += "__restrict ";
  parameters.push_back(pointer + name);
  std::string sizes;
  for (auto [dim, size] : llvm::enumerate(buffer.getShape())) {
    std::string text = std::to_string(size);
    if (ShapedType::isDynamic(size)) {
      text = name + "_size" + std::to_string(dim);
      parameters.push_back("int64_t " + text);
    }
    sizes += (dim ? " x " : "") + text;
  }
  buffers += " * " + name + ": " + (sizes.empty() ? "1" : sizes) +
             " contiguous elements\n";
  return success();
}

LogicalResult Declaration::addResults() {
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    std::string name = getCType(type);
    if (name.empty())
      return function.emitError("result #")
             << i << " has type " << type
             << ", for which C has none: expected an integer of 1, 8, 16, 32 "
                "or 64 bits or a float, or for a tensor, a static size";
    if (function.getNumResults() == 1 && !launchesKernels)
      result = name + " ";
    else
      parameters.push_back(name + " *result" + std::to_string(numResults + i));
  }
  return success();
}

/// Returns a comment about buffers and constraints.
std::string Declaration::describe() const {
  std::string text = buffers;
  if (ConstraintsAttr constraints = mlir::zyn::getConstraints(function)) {
    SmallVector<StringRef> proved;
    if (constraints.getNoAlloc())
      proved.push_back("allocates no memory");
    if (constraints.getNoSyscalls())
      proved.push_back("makes no system calls");
    if (!proved.empty())
      text += " * Proved: " + llvm::join(proved, ", ") + "\n";
  }
  return text.empty() ? "" : "/*\n" + text + " */\n";
}

/// Whether C or C++ programs cannot define a function of this name.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> names = {
      // Keywords of C11 and C++20.
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor",
      "bool", "break", "case", "catch", "char", "char16_t", "char32_t",
      "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
      "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
      "continue", "decltype", "default", "delete", "do", "double",
      "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false",
      "float", "for", "friend", "goto", "if", "inline", "int", "long",
      "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
      "operator", "or", "or_eq", "private", "protected", "public", "register",
      "reinterpret_cast", "requires", "restrict", "return", "short", "signed",
      "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
      "template", "this", "thread_local", "throw", "true", "try", "typedef",
      "typeid", "typename", "union", "unsigned", "using", "virtual", "void",
      "volatile", "wchar_t", "while", "xor", "xor_eq",
      // The program's, and what the object file calls or defines.
      "main", "aligned_alloc", "free", "memcpy", "memmove", "memset", "write",
      "_exit", "zynrtFail", ::zyn::compiler::touchFunction};
  return names.contains(name);
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

FailureOr<std::string> Declaration::print() {
  if (!isIdentifier(function.getName()))
    return function.emitError("expected a name that is an identifier in C, "
                              "found '")
           << function.getName() << "'";
  if (isReserved(function.getName()))
    return function.emitError("expected a name that a function in C may have, "
                              "found '")
           << function.getName() << "'";
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (failed(addArgument(i)))
      return failure();
  if (failed(addResults()))
    return failure();
  return describe() + result + function.getName().str() + "(" +
         (parameters.empty() ? "void" : llvm::join(parameters, ", ")) + ");\n";
}

// A type before `::zyn` would be its scope, and `zyn` alone is ambiguous.
auto ::zyn::compiler::printCHeader(ModuleOp module, StringRef name,
                                   const Target &target)
    -> FailureOr<std::string> {
  std::string guard;
  for (char c : name)
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  if (guard.empty() || llvm::isDigit(guard.front()))
    guard = "ZYN_" + guard;
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "/* Generated by zyn-translate --zyn-to-object; do not edit. */\n\n"
         << "#ifndef " << guard << "\n#define " << guard << "\n\n"
         << "#include <stdbool.h>\n#include <stdint.h>\n\n"
         << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  if (target.launchesKernels())
    stream
        << "\n/*\n"
           " * Work is queued on `stream`, a CUstream or cudaStream_t; null "
           "is the default\n"
           " * stream. Buffers are in device memory, results of scalar types "
           "in host memory.\n"
           " * Each function returns null, or a message that is valid until "
           "the next call of\n"
           " * the thread.\n"
           " */\n";
  bool isCritical = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    isCritical |= mlir::zyn::isCriticalPath(function);
    FailureOr<std::string> declaration =
        Declaration(function, target.launchesKernels()).print();
    if (failed(declaration))
      return failure();
    stream << "\n" << *declaration;
  }
  if (isCritical && !target.launchesKernels())
    stream << "\n/*\n * Reads the code of functions on critical paths and "
              "writes to the "
           << touchedStackBytes / 1024
           << " KiB of the stack below,\n * so that the first call finds them "
              "in memory. Has been called when the main\n * thread starts; "
              "other threads may call it once.\n */\nvoid "
           << touchFunction << "(void);\n";
  stream << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}
