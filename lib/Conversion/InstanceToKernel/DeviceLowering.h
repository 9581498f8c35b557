//===- DeviceLowering.h - What all patterns share ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_INSTANCETOKERNEL_DEVICELOWERING_H
#define ZYN_LIB_CONVERSION_INSTANCETOKERNEL_DEVICELOWERING_H

#include "Zyn/Conversion/InstanceLowering/InstanceLowering.h"
#include "Zyn/Dialect/Instance/Analysis/DeviceLayout.h"
#include "Zyn/Dialect/Instance/Analysis/InstanceLayout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::zyn {

/// Address spaces of pointers.
inline constexpr unsigned kGlobalSpace = 1, kLocalSpace = 5;

/// The bytes between consecutive words of 4 bytes of a lane.
inline constexpr unsigned kRowBytes = 32 * 4;

/// Words at the beginning of the frame of an instance, an array of words of 64
/// bits in the local memory of its thread. The objects of `DeviceLayout`
/// follow.
enum FrameWord : unsigned {
  /// Pointer to the lane's first word of the state.
  kFrameState,
  /// Pointer to the status, and the distance of columns in bytes.
  kFrameOutcome,
  kFrameOutcomeStride,
  /// The bytes that the memory can have.
  kFrameMemoryBytes,
  /// Pointer to the window, for functions that only get the frame.
  kFrameWindow,
  /// The address where the window ends, and where the part of it ends that is
  /// in the memory as it is now, an i32.
  kFrameWindowEnd,
  kFrameFastEnd,
  /// Pointer to the lane's first word of the memory outside of the window, to
  /// `PagesWord`, and to those of the warp.
  kFrameOutside,
  kFramePages,
  kFramePagesOfWarp,
  /// The number of words of a warp.
  kFramePagesWords,
  /// The number of the function that the kernel calls, or of the start
  /// function before.
  kFrameFunction,
  /// The lowest address of the stack that calls may reach.
  kFrameStackLimit,
  /// Pointer to the lane's first word of the port, and to the inputs of
  /// functions.
  kFramePort,
  kFrameInputs,
  /// Pointer to a `zynrt_environment`, and the number of the instance.
  kFrameEnvironment,
  kFrameInstance,
  /// `kSlotLackedPages` if the memory could not grow for lack of pages, or 0.
  kFrameLackedPages,
  kFrameObjects
};

/// What the slow path of an access has to know, words of 64 bits: the location
/// and the status of a slot if it traps, and the offset that is added to the
/// address, with the number of bytes in the upper half.
inline constexpr unsigned kAccessWords = 3;

/// The layout of a module, and what has to be known about its ops before they
/// are lowered.
class DeviceLowering : public TrapLowering {
public:
  explicit DeviceLowering(ModuleOp module);

  void buildTrap(InstanceBuilder &builder, func::FuncOp function,
                 instance::TrapKind kind, Value site) const override;

  unsigned countFrameWords() const {
    return kFrameObjects + layout.getNumObjectWords();
  }
  /// Returns the reference to a function.
  uint64_t getReference(StringRef function) const {
    return functions.getFunctionNumber(function) + 1;
  }
  /// Adds the function that a declaration becomes.
  void addFunction(func::FuncOp function, Operation *declaration) {
    numbers[function] = getNumber(declaration);
    types[function] = getTypeNumber(declaration);
  }
  /// Returns the status of a slot after a trap in a function.
  uint64_t getStatus(func::FuncOp function, instance::TrapKind kind) const;
  unsigned getNumber(Operation *function) const {
    return numbers.lookup(function);
  }
  /// Returns the function of the GPU module that `name` becomes.
  func::FuncOp lookUpFunction(StringRef name) const {
    return device.lookupSymbol<func::FuncOp>(getCodeName(name));
  }
  /// Returns the number of the type of a function or an indirect call, as
  /// declared: lowered types are the same for different references.
  unsigned getTypeNumber(Operation *op) const { return types.lookup(op); }
  /// Functions of Library.mlir, once they are in the GPU module.
  void addLibraryFunction(func::FuncOp function) const {
    library[function.getName()] = function;
  }
  func::FuncOp getLibraryFunction(StringRef name) const {
    return library.lookup(name);
  }
  instance::MemoryOp getMemory() const { return memory; }
  Operation *getObject(StringRef name) const { return objects.lookup(name); }

  /// Returns the number of an access to the memory, by which the library finds
  /// what `getAccesses` says about it.
  unsigned addAccess(Operation *op, uint64_t offset, uint64_t bytes) const;
  /// Returns the function of accesses with this name, null at first.
  func::FuncOp &getAccessFunction(StringRef name) const {
    return accessFunctions[name];
  }

  // Constants of the GPU module, which are created when they are needed.
  /// For each access, `kAccessWords` words.
  LLVM::GlobalOp getAccesses() const;
  /// The bytes of a data segment.
  LLVM::GlobalOp getBytes(StringRef name, StringRef bytes) const;
  /// The references that elements or a table consist of, 64 bits each.
  LLVM::GlobalOp getReferences(StringRef name,
                               ArrayRef<Attribute> values) const;
  /// The numbers of the types of functions, by reference.
  LLVM::GlobalOp getFunctionTypes() const;

  const instance::InstanceLayout functions;
  const instance::DeviceLayout layout;
  /// TBAA tags of loads of the bounds of fast accesses, and of slow accesses,
  /// from which LLVM knows that the latter do not change the bounds. Stores to
  /// the bounds have no tag, since slow accesses read them.
  const ArrayAttr boundsTag, accessTag;
  /// The module of the kernel.
  mutable gpu::GPUModuleOp device;

private:
  LLVM::GlobalOp getConstant(const Twine &name, Type type, Attribute value,
                             uint64_t alignment) const;
  LLVM::GlobalOp getConstant(const Twine &name, ArrayRef<uint64_t> words) const;

  instance::MemoryOp memory;
  mutable llvm::StringMap<func::FuncOp> library, accessFunctions;
  mutable SmallVector<uint64_t> accesses;
  llvm::StringMap<Operation *> objects;
  /// The numbers of functions, and of their types and those of calls.
  DenseMap<Operation *, unsigned> numbers, types;
};

/// Builds code in a function of an instance, whose first two arguments are the
/// frame and the window of the memory.
class DeviceBuilder : public InstanceBuilder {
public:
  DeviceBuilder(OpBuilder &builder, Location loc, Value frame, Value memory,
                const DeviceLowering &lowering)
      : InstanceBuilder(builder, loc), lowering(lowering), frame(frame),
        memory(memory) {}
  DeviceBuilder(OpBuilder &builder, Operation *op,
                const DeviceLowering &lowering);

  Type getPointerType(unsigned space) {
    return LLVM::LLVMPointerType::get(getContext(), space);
  }
  const DeviceLowering &getLowering() const { return lowering; }
  Value getFrame() const { return frame; }
  /// Returns the pointer to the word at the address where the window begins.
  Value getWindow() const { return memory; }
  /// Returns the pointer to the first word of the memory if the window began
  /// there.
  Value getMemory() {
    return offsetBy(memory,
                    -static_cast<int32_t>(getWindowBegin() / 4 * kRowBytes));
  }
  uint64_t getWindowBegin() const { return lowering.layout.getWindowBegin(); }

  /// Returns the address `bytes` after `pointer`.
  Value offsetBy(Value pointer, int32_t bytes);
  /// Returns the address of a word of the state.
  Value buildStateAddress(unsigned word);
  Value loadFrame(Type type, unsigned word, ArrayAttr tag = {});
  void storeFrame(Value value, unsigned word);
  /// Returns the word of an object, an i64, which is a constant if the object
  /// does not change.
  Value buildWord(StringRef name, ArrayAttr tag = {});
  /// Stores the word of an object that changes.
  void storeWord(Value value, StringRef name);
  /// Returns the address, an i32, where fast accesses to the memory end.
  Value buildFastEnd();
  /// Adapts it to the size of the memory.
  void storeFastEnd(Value size);
  /// Makes a segment empty.
  void dropSegment(StringRef name);
  Value buildInitialWord(Operation *object);
  /// Stores the words of objects in the state.
  void saveObjects();
  /// Ends the thread, and leaves a status of the slot, an i64.
  void endThread(Value status);
  /// The same after a trap at a location (see InstanceABI.h), an i64.
  void endThread(Value status, Value site);
  /// Converts an i64 to a type of at most 64 bits, and back.
  Value fromBits(Value bits, Type type);
  Value toBits(Value value);
  /// Loads or stores a value of at most 8 bytes, whose second word is in the
  /// next row.
  Value loadWords(Value pointer, Type type);
  void storeWords(Value pointer, Value value);
  Value addressOf(LLVM::GlobalOp global);
  Value select(Value condition, Value lhs, Value rhs);
  Value add(Value lhs, Value rhs);
  /// Calls a function of Library.mlir.
  Value callLibrary(StringRef function, ValueRange arguments);
  /// Calls one that accesses the memory, whose first argument is the frame.
  Value callMemoryLibrary(StringRef function, ValueRange arguments);
  /// Traps unless `begin + count <= size`, all of which have at most 33 bits.
  void checkRange(Value begin, Value count, Value size,
                  instance::TrapKind kind);

private:
  const DeviceLowering &lowering;
  Value frame, memory;
};

/// A pattern with access to the lowering.
template <typename OpTy>
class DevicePattern : public OpRewritePattern<OpTy> {
public:
  DevicePattern(MLIRContext *context, const DeviceLowering &lowering)
      : OpRewritePattern<OpTy>(context), lowering(lowering) {}

protected:
  const DeviceLowering &lowering;
};

/// Loads an element of a table, and traps with `kind` if there is none.
Value loadElement(DeviceBuilder &builder, StringRef table, Value index,
                  instance::TrapKind kind);

/// Moves the functions of a module to the GPU module, and adds the frame and
/// the memory to the arguments of functions and calls.
void moveFunctions(ModuleOp module, const DeviceLowering &lowering);
/// Adds the functions of Library.mlir to the GPU module.
void addLibrary(const DeviceLowering &lowering);
/// Defines those that Library.mlir only declares, which depend on all accesses.
void defineLibrary(const DeviceLowering &lowering);
/// Builds functions that send requests to the host, and lowers calls of the
/// host to calls of these.
void lowerHostCalls(ModuleOp module, DeviceLowering &lowering);
/// Lowers indirect calls to calls of functions that each select a function of
/// one type.
void lowerIndirectCalls(ModuleOp module, const DeviceLowering &lowering);
/// Inserts checks of the stack into recursive functions.
void checkRecursion(const DeviceLowering &lowering);
/// Lets the host end threads in loops of these functions.
void addStopChecks(const DeviceLowering &lowering,
                   ArrayRef<func::FuncOp> functions);
/// Builds the kernel, which calls exported functions, and the host function
/// that launches it.
void buildKernel(ModuleOp module, const DeviceLowering &lowering);
/// Adds an attribute for LLVM to a function, a name or a name and a value.
void addAttribute(func::FuncOp function, Attribute attribute);
/// Makes functions internal, so that LLVM inlines them.
void hideFunctions(const DeviceLowering &lowering);

void populateEnvironmentPatterns(RewritePatternSet &patterns,
                                 const DeviceLowering &lowering);
void populateGlobalPatterns(RewritePatternSet &patterns,
                            const DeviceLowering &lowering);
void populateMemoryPatterns(RewritePatternSet &patterns,
                            const DeviceLowering &lowering);
void populateMemoryAccessPatterns(RewritePatternSet &patterns,
                                  const DeviceLowering &lowering);
void populateTablePatterns(RewritePatternSet &patterns,
                           const DeviceLowering &lowering);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_INSTANCETOKERNEL_DEVICELOWERING_H
