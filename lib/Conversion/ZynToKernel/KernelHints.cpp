//===- KernelHints.cpp - What #zyn.kernel asks of kernels -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelHints.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "Zyn/Support/GPULimits.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;
namespace limits = ::zyn::limits;

KernelAttr mlir::zyn::getKernelAttr(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function ? function->getAttrOfType<KernelAttr>(kKernelAttrName)
                  : KernelAttr();
}

static remark::RemarkOpts hintRemark() {
  return remark::RemarkOpts::name("KernelHints").category("schedule");
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static constexpr KernelHint kAllHints[] = {
    KernelHint::Workgroup,    KernelHint::MinBlocks, KernelHint::VectorWidth,
    KernelHint::UnrollFactor, KernelHint::Coalesced, KernelHint::AsyncCopy};

static StringRef getParameter(KernelHint hint) {
  switch (hint) {
  case KernelHint::Workgroup:
    return "workgroup";
  case KernelHint::MinBlocks:
    return "min_blocks";
  case KernelHint::VectorWidth:
    return "vector_width";
  case KernelHint::UnrollFactor:
    return "unroll_factor";
  case KernelHint::Coalesced:
    return "coalesced";
  case KernelHint::AsyncCopy:
    return "async_copy";
  }
  llvm_unreachable("unknown hint");
}

static int64_t getThreads(DenseI32ArrayAttr workgroup) {
  int64_t threads = 1;
  for (int32_t size : workgroup.asArrayRef())
    threads *= size;
  return threads;
}

/// Returns the value of a hint, or 0 if it is not given.
static int64_t getValue(KernelAttr attr, KernelHint hint) {
  if (!attr)
    return 0;
  switch (hint) {
  case KernelHint::Workgroup:
    return attr.getWorkgroup() ? getThreads(attr.getWorkgroup()) : 0;
  case KernelHint::MinBlocks:
    return attr.getMinBlocks();
  case KernelHint::VectorWidth:
    return attr.getVectorWidth();
  case KernelHint::UnrollFactor:
    return attr.getUnrollFactor();
  case KernelHint::Coalesced:
    return attr.getCoalesced();
  case KernelHint::AsyncCopy:
    return attr.getAsyncCopy();
  }
  llvm_unreachable("unknown hint");
}

static bool isFlag(KernelHint hint) {
  return hint == KernelHint::Coalesced || hint == KernelHint::AsyncCopy;
}

//===----------------------------------------------------------------------===//
// KernelHints
//===----------------------------------------------------------------------===//

KernelHints::KernelHints(Operation *op)
    : loc(op->getLoc()), name(op->getName()), attr(getKernelAttr(op)) {}

int64_t KernelHints::get(KernelHint hint, int64_t otherwise) const {
  int64_t value = getValue(attr, hint);
  return value ? value : otherwise;
}

SmallVector<int64_t, 3>
KernelHints::getBlock(ArrayRef<int64_t> otherwise) const {
  if (!attr || !attr.getWorkgroup())
    return SmallVector<int64_t, 3>(otherwise);
  ArrayRef<int32_t> given = attr.getWorkgroup().asArrayRef();
  return SmallVector<int64_t, 3>(given.begin(), given.end());
}

int64_t KernelHints::getPowerOf2Threads(int64_t otherwise) const {
  return std::max<int64_t>(
      llvm::bit_floor<uint64_t>(get(KernelHint::Workgroup, otherwise)),
      limits::warpSize);
}

void KernelHints::addDifference(std::string text, const Twine &reason) {
  if (llvm::none_of(differences, [&](const Difference &difference) {
        return difference.text == text;
      }))
    differences.push_back({std::move(text), reason.str()});
}

void KernelHints::state(KernelHint hint, int64_t value, const Twine &reason) {
  int64_t wanted = getValue(attr, hint);
  if (isFlag(hint) && wanted != value)
    return ignore(hint, reason);
  stated.insert(hint);
  if (!wanted || wanted == value)
    return;
  if (hint == KernelHint::Workgroup)
    addDifference(
        llvm::formatv("workgroup has {0} threads, not {1}", value, wanted),
        reason);
  else
    addDifference(
        llvm::formatv("{0} is {1}, not {2}", getParameter(hint), value, wanted),
        reason);
}

void KernelHints::ignore(KernelHint hint, const Twine &reason) {
  stated.insert(hint);
  if (getValue(attr, hint))
    addDifference((getParameter(hint) + " is not obeyed: " + reason).str(), "");
}

void KernelHints::stateBlock(ArrayRef<int64_t> size) {
  int64_t threads = size[0] * size[1] * size[2];
  state(KernelHint::Workgroup, threads, "the schedule determines it");
  DenseI32ArrayAttr wanted = attr ? attr.getWorkgroup() : DenseI32ArrayAttr();
  // A number of threads that are all along x has no shape to obey.
  if (!wanted || wanted[0] == threads || threads != getThreads(wanted) ||
      llvm::equal(wanted.asArrayRef(), size))
    return;
  addDifference(llvm::formatv("workgroup is {0}x{1}x{2}, not {3}x{4}x{5}",
                              size[0], size[1], size[2], wanted[0], wanted[1],
                              wanted[2]),
                "only the number of threads is obeyed");
}

void KernelHints::stateAccesses(int64_t width, int64_t fullWidth,
                                int64_t unroll) {
  state(KernelHint::VectorWidth, width,
        width < fullWidth
            ? "not all rows are known to consist of whole, aligned vectors"
            : "an access has at most 16 bytes, of elements of 8, 16, 32 or 64 "
              "bits");
  state(KernelHint::UnrollFactor, unroll,
        "the unrolled body would have too many ops");
}

void KernelHints::setLimits(gpu::GPUFuncOp kernel) const {
  if (!attr)
    return;
  Builder builder(kernel.getContext());
  if (attr.getMaxRegisters())
    kernel->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                    builder.getI32IntegerAttr(attr.getMaxRegisters()));
  if (attr.getMinBlocks())
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    builder.getI32IntegerAttr(attr.getMinBlocks()));
}

/// Returns the bytes of static and dynamic shared memory of a kernel.
static int64_t getSharedBytes(gpu::GPUFuncOp kernel) {
  auto getBytes = [](Value buffer) {
    return *kernel::getBufferBytes(cast<MemRefType>(buffer.getType()));
  };
  int64_t staticBytes = 0, dynamicBytes = 0;
  for (auto shared : kernel.getOps<kernel::SharedOp>())
    staticBytes += getBytes(shared.getResult());
  for (auto shared : kernel.getOps<kernel::DynamicSharedOp>())
    if (std::optional<int64_t> offset = getConstantIntValue(shared.getOffset()))
      dynamicBytes = std::max(dynamicBytes, *offset + getBytes(shared));
  return staticBytes + dynamicBytes;
}

LogicalResult KernelHints::checkResources(gpu::GPUFuncOp kernel) {
  if (!attr || !limitsResources())
    return success();
  int64_t bytes = getSharedBytes(kernel);
  if (attr.getSharedMemory() && bytes > attr.getSharedMemory())
    return emitError(loc) << "'" << name << "' op needs " << bytes
                          << " bytes of shared memory in kernel '"
                          << kernel.getName()
                          << "', but the function's #zyn.kernel allows "
                          << attr.getSharedMemory();
  if (!attr.getMinBlocks())
    return success();
  int64_t threads = getThreads(kernel.getKnownBlockSizeAttr());
  int64_t most =
      std::min<int64_t>(limits::maxThreadsPerMultiprocessor / threads,
                        limits::sharedBytesPerMultiprocessor /
                            (bytes + limits::reservedSharedBytesPerBlock));
  if (attr.getMaxRegisters())
    most = std::min(most, limits::registersPerMultiprocessor /
                              (threads * attr.getMaxRegisters()));
  state(KernelHint::MinBlocks, std::min(most, attr.getMinBlocks()),
        llvm::formatv("a block of kernel '{0}' has {1} threads{2} and {3} "
                      "bytes of shared memory",
                      kernel.getName(), threads,
                      attr.getMaxRegisters()
                          ? llvm::formatv(" of up to {0} registers",
                                          attr.getMaxRegisters())
                                .str()
                          : "",
                      bytes));
  return success();
}

void KernelHints::report() const {
  for (const Difference &difference : differences)
    remark::missed(loc, hintRemark()) << remark::reason(
        "{0}{1}{2}", difference.text, difference.reason.empty() ? "" : ": ",
        difference.reason);
  for (KernelHint hint : kAllHints)
    if (getValue(attr, hint) && !stated.contains(hint))
      remark::missed(loc, hintRemark())
          << remark::reason("{0} is not obeyed: the lowering of '{1}' does "
                            "not support it",
                            getParameter(hint), name.getStringRef());
}

//===----------------------------------------------------------------------===//
// KernelTypes
//===----------------------------------------------------------------------===//

void KernelTypes::add(FunctionOpInterface function, const KernelHints &hints) {
  if (!hints.attr || hints.attr.getType() == KernelType::Custom)
    return;
  FunctionOps &ops = functions[function];
  ops.names.insert(hints.name.getStringRef());
  ops.hasType |=
      hints.type == KernelType::Custom || hints.type == hints.attr.getType();
}

void KernelTypes::report() const {
  for (const auto &[function, ops] : functions)
    if (!ops.hasType)
      remark::missed(function->getLoc(), hintRemark()) << remark::reason(
          "type = {0} has no effect: the function's ops are {1}, and each one "
          "determines its kernels",
          stringifyKernelType(
              function->getAttrOfType<KernelAttr>(kKernelAttrName).getType()),
          llvm::join(ops.names, ", "));
}
