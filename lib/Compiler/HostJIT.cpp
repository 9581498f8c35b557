//===- HostJIT.cpp - Compiles LLVM IR for this machine --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostJIT.h"
#include "HostCodeCache.h"
#include "Zyn/Runtime/CABI.h"
#include "Zyn/Runtime/EmulatorABI.h"
#include "Zyn/Support/HalfPrecision.h"
#include "Zyn/Target/Host/CodeGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

#include <dlfcn.h>

using llvm::orc::LLJIT;
using zyn::compiler::HostCodeCache;
using zyn::compiler::HostJIT;
using zyn::runtime::Error;
using zyn::runtime::Expected;

HostJIT::HostJIT(std::unique_ptr<LLJIT> jit, Entry call)
    : jit(std::move(jit)), call(call) {}
HostJIT::HostJIT(HostJIT &&) = default;
HostJIT &HostJIT::operator=(HostJIT &&) = default;
HostJIT::~HostJIT() = default;

static Error toError(llvm::Error error) {
  return Error("cannot compile for this machine: " +
               llvm::toString(std::move(error)));
}

//===----------------------------------------------------------------------===//
// Symbols used by compiled code
//===----------------------------------------------------------------------===//

// Conversions for which LLVM calls the compiler's runtime library if the
// processor has no instruction for them. libgcc does not always have all of
// them. The bits are computed out of line: otherwise the optimizer could
// convert values of these types through float, and thus call the functions
// defined here recursively.
template <typename From>
LLVM_ATTRIBUTE_NOINLINE static uint16_t toBF16Bits(From value) {
  return zyn::toBF16(value);
}
template <typename From>
LLVM_ATTRIBUTE_NOINLINE static uint16_t toF16Bits(From value) {
  return zyn::toF16(value);
}
template <typename From>
static __bf16 truncateToBF16(From value) {
  return llvm::bit_cast<__bf16>(toBF16Bits(value));
}
template <typename From>
static _Float16 truncateToF16(From value) {
  return llvm::bit_cast<_Float16>(toF16Bits(value));
}
static float extendF16(_Float16 value) {
  return zyn::fromF16(llvm::bit_cast<uint16_t>(value));
}

static llvm::Error
defineSymbols(LLJIT &jit,
              llvm::ArrayRef<std::pair<std::string, void *>> addresses) {
  llvm::orc::SymbolMap symbols;
  auto define = [&](llvm::StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  for (const auto &[name, address] : addresses)
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported};
  define("zynrtAlloc", &zynrtAlloc);
  define("zynrtAllocResult", &zynrtAllocResult);
  define("zynrtFree", &zynrtFree);
  define("zynrtCopy", &zynrtCopy);
  define("zynrtRead", &zynrtRead);
  define("zynrtConstant", &zynrtConstant);
  define("zynrtLaunch", &zynrtLaunch);
  define("zynrtEncodeTensorMap", &zynrtEncodeTensorMap);
  define("zynrtParallelFor", &zynrtParallelFor);
  define("zynrtFail", &zynrtFail);
  define("zynrtFailWithValues", &zynrtFailWithValues);
  define("__truncsfbf2", &truncateToBF16<float>);
  define("__truncdfbf2", &truncateToBF16<double>);
  define("__truncsfhf2", &truncateToF16<float>);
  define("__truncdfhf2", &truncateToF16<double>);
  define("__extendhfsf2", &extendF16);
  llvm::orc::JITDylib &library = jit.getMainJITDylib();
  if (llvm::Error error =
          library.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  // The emulator's functions, from the library that contains the runtime.
  Dl_info runtime;
  if (::dladdr(reinterpret_cast<void *>(&zynemuYield), &runtime)) {
    auto emulator = llvm::orc::DynamicLibrarySearchGenerator::Load(
        runtime.dli_fname, jit.getDataLayout().getGlobalPrefix());
    if (!emulator)
      return emulator.takeError();
    library.addGenerator(std::move(*emulator));
  }
  // Functions of the C library, such as memcpy and fmodf.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit.getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral entryName = "zyn_entry";

/// Adds a function that calls `callee` with arguments read through an array of
/// pointers, so that any function can be called through the same C++ type.
/// Upstream's `mlir::ExecutionEngine` does the same, but wraps every function,
/// so that none can be internal, and prints failed lookups.
static void addEntry(llvm::Function *callee) {
  llvm::LLVMContext &context = callee->getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer}, /*isVarArg=*/false);
  auto *entry = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                       entryName, callee->getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  auto pointerAt = [&](unsigned i) -> llvm::Value * {
    return builder.CreateLoad(
        pointer, builder.CreateConstGEP1_32(pointer, entry->getArg(0), i));
  };
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : callee->args())
    arguments.push_back(
        argument.getType()->isPointerTy()
            ? pointerAt(argument.getArgNo())
            : builder.CreateLoad(argument.getType(),
                                 pointerAt(argument.getArgNo())));
  llvm::Value *result = builder.CreateCall(callee, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, pointerAt(callee->arg_size()));
  builder.CreateRetVoid();
}

using Objects = HostCodeCache::Objects;

/// Compiles the module, whose triple and data layout are those of the machines.
static llvm::Expected<Objects>
compileObjects(llvm::Module &module, bool optimize,
               const zyn::compiler::MachineCreator &createMachine) {
  auto compiled =
      zyn::compiler::emitObjects(module, entryName, optimize, createMachine);
  if (!compiled)
    return compiled.takeError();
  Objects objects;
  for (auto [i, bytes] : llvm::enumerate(*compiled))
    objects.push_back(std::make_unique<llvm::SmallVectorMemoryBuffer>(
        std::move(bytes), "part" + std::to_string(i) + ".o",
        /*RequiresNullTerminator=*/false));
  return objects;
}

Expected<HostJIT> HostJIT::compile(
    llvm::Module &module, const std::string &function, bool optimize,
    llvm::ArrayRef<std::pair<std::string, void *>> symbols, bool keepCode) {
  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return toError(target.takeError());
  target->setCodeGenOptLevel(optimize ? llvm::CodeGenOptLevel::Aggressive
                                      : llvm::CodeGenOptLevel::None);
  llvm::orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(std::move(*target));
  // Selects the linker, and with it the code model.
  if (llvm::Error error = builder.prepareForConstruction())
    return toError(std::move(error));
  auto createMachine = [target = *builder.getJITTargetMachineBuilder()] {
    return llvm::orc::JITTargetMachineBuilder(target).createTargetMachine();
  };
  auto machine = createMachine();
  if (!machine)
    return toError(machine.takeError());
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  llvm::Function *callee = module.getFunction(function);
  if (!callee)
    return Error("cannot compile for this machine: '" + function +
                 "' was removed during the lowering");
  addEntry(callee);

  std::optional<HostCodeCache> cache;
  if (keepCode)
    cache.emplace(module, **machine, optimize);
  Objects objects = cache ? cache->read() : Objects();
  if (objects.empty()) {
    auto compiled = compileObjects(module, optimize, createMachine);
    if (!compiled)
      return toError(compiled.takeError());
    objects = std::move(*compiled);
    if (cache)
      cache->write(objects);
  }

  auto jit = builder.create();
  if (!jit)
    return toError(jit.takeError());
  if (llvm::Error error = defineSymbols(**jit, symbols))
    return toError(std::move(error));
  for (auto &object : objects)
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
      return toError(std::move(error));
  // The session reports the cause of a failed lookup; the error of the lookup
  // itself does not contain it.
  std::string cause;
  (*jit)->getExecutionSession().setErrorReporter([&](llvm::Error error) {
    std::string text = llvm::toString(std::move(error));
    if (cause.empty())
      cause = std::move(text);
  });
  auto address = (*jit)->lookup(entryName);
  (*jit)->getExecutionSession().setErrorReporter(llvm::consumeError);
  if (!address) {
    Error error = toError(address.takeError());
    return cause.empty() ? std::move(error)
                         : Error("cannot compile for this machine: " + cause);
  }
  return HostJIT(std::move(*jit), address->toPtr<Entry>());
}
