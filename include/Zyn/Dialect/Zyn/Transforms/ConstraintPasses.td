//===- ConstraintPasses.td - Passes on constrained functions -*- tablegen -*-=//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes for functions with `#zyn.constraints`. Each leaves other functions
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_CONSTRAINTPASSES_TD
#define ZYN_DIALECT_ZYN_TRANSFORMS_CONSTRAINTPASSES_TD

include "mlir/Pass/PassBase.td"

def ZynRejectRecursion : Pass<"zyn-reject-recursion", "::mlir::ModuleOp"> {
  let summary = "Rejects recursion on critical paths";
  let description = [{
    Functions that are optimized for latency (`critical_path`), and those with
    `inline_always`, are inlined, and so is everything that the former call. A
    cycle of calls that contains such a function, or that is called on a
    critical path, is an error, which names the calls of the cycle:

    ```
    f.mlir:9:8: error: 'f' is called recursively, but must be inlined (inline_always): f -> g -> f
    ```

    The pass runs before `--zyn-inline`.
  }];
}

def ZynInline : Pass<"zyn-inline", "::mlir::ModuleOp"> {
  let summary = "Inlines functions until their callers are large";
  let description = [{
    Upstream's inliner, bottom up and with `--canonicalize`, for as long as the
    caller does not get more than `max-ops` ops: if each function of a chain
    calls the next one twice, the first one would have 2^n copies of the last.
    The only call of a private function is always inlined. A call that is not,
    is a remark of the category `zyn-inline`, or an error if the function has
    `inline_always`. Functions and calls with `no_inline`, and functions with
    `opt_level = O0`, are left alone. Ops of `zyn` are not inlined from a
    function that is `unchecked` into one that is not, or reversely, nor into
    one with another `#zyn.kernel`.

    Each call of a function with `inline_always` that remains is a remark with
    the reason. LLVM inlines it later, if it can; it is an error if the function
    is only declared, or has `no_inline`:

    ```
    f.mlir:3:3: error: 'f' must be inlined (inline_always), but it is only declared: define it
    ```

    ```mlir
    // before
    func.func private @twice(%x: i64) -> i64 {
      %r = arith.addi %x, %x : i64
      return %r : i64
    }
    func.func @f(%x: i64) -> i64 {
      %r = call @twice(%x) : (i64) -> i64
      return %r : i64
    }
    // after
    func.func @f(%x: i64) -> i64 {
      %r = arith.addi %x, %x : i64
      return %r : i64
    }
    ```
  }];
  let options = [
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"20000",
           "how many ops a function may have after inlining another one">];
}

def ZynSerializeLoops : Pass<"zyn-serialize-loops", "::mlir::ModuleOp"> {
  let summary = "Keeps the loops of constrained functions on one thread";
  let description = [{
    Converts `scf.parallel` and `scf.forall` to `scf.for` in functions with
    `critical_path`, `no_syscalls` or `no_alloc`, and in those that they call: to
    wake another thread is a system call and takes microseconds, and the runtime
    may allocate memory for it.

    ```mlir
    // before
    scf.forall (%i) in (64) {
      memref.store %x, %y[%i] : memref<64xf32>
    }
    // after
    scf.for %i = %c0 to %c64 step %c1 {
      memref.store %x, %y[%i] : memref<64xf32>
    }
    ```

    Loops with reductions are left alone, since they were not there before.
  }];
  let dependentDialects = ["arith::ArithDialect", "scf::SCFDialect"];
}

def ZynHoistAllocations : Pass<"zyn-hoist-allocations", "::mlir::ModuleOp"> {
  let summary = "Removes the allocations of functions with no_alloc";
  let description = [{
    In functions with `no_alloc`, on buffers:

    - a buffer that the function allocates and returns becomes an argument. The
      caller allocates it. If the function is public, a function of the same
      name and type takes its place, which allocates the buffer and calls the
      function, now named `NAME_no_alloc`;
    - other buffers with static sizes are allocated on the stack, at the start of
      the function, up to `max-stack-bytes` for the function, what it allocates
      there itself (`memref.alloca`), and the functions that it calls;
    - larger ones become arguments with the attribute `zyn.workspace`, their
      alignment in bytes, so that the caller allocates them, or in turn its
      caller. Usually, there is one: buffers that are not in use at the same time
      share memory.

    ```mlir
    // before
    func.func @f(%x: memref<4xf32>) -> memref<4xf32>
        attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
      %r = memref.alloc() : memref<4xf32>
      ...
      return %r : memref<4xf32>
    }
    // after
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
      %r = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      call @f_no_alloc(%x, %r) : (memref<4xf32>, memref<4xf32>) -> ()
      return %r : memref<4xf32>
    }
    func.func private @f_no_alloc(%x: memref<4xf32>, %r: memref<4xf32>)
        attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
      ...
      return
    }
    ```

    Anything else that allocates is an error, which says why it remains. Nothing
    is removed to make the constraint hold.
  }];
  let options = [
    Option<"maxStackBytes", "max-stack-bytes", "uint64_t", /*default=*/"65536",
           "how many bytes of buffers a function and what it calls may have on "
           "the stack">,
    Option<"modifyPublicFunctions", "modify-public-functions", "bool",
           /*default=*/"false",
           "whether public functions get the arguments, instead of functions "
           "that allocate them and have the former types">];
  let dependentDialects = ["memref::MemRefDialect"];
}

def ZynHoistChecks : Pass<"zyn-hoist-checks", "::mlir::func::FuncOp"> {
  let summary = "Proves run-time checks, or moves them out of loops";
  let description = [{
    In functions with `critical_path`, for each `cf.assert` and `zyn.assert`:

    - it is removed if upstream's integer range analysis proves its condition;
    - it is moved before the loops around it if its condition does not depend on
      them, or if it compares an induction variable with a bound: then the last
      value of the variable is compared once. A check in a loop that may have no
      iterations only applies if there is one.

    A remark says how many checks were proved, how many hoisted out of all loops
    or of inner ones only, and how many remain. Those that `unchecked` removes
    are counted by the passes that insert checks.

    ```mlir
    // before
    scf.for %i = %c0 to %n step %c1 {
      %inside = arith.cmpi ult, %i, %size : index
      cf.assert %inside, "out of bounds"
      ...
    }
    // after
    %last = arith.subi %n, %c1 : index
    %inside = arith.cmpi ult, %last, %size : index
    %empty = arith.cmpi sge, %c0, %n : index
    %ok = arith.ori %empty, %inside : i1
    cf.assert %ok, "out of bounds"
    scf.for %i = %c0 to %n step %c1 {
      ...
    }
    ```

    A failing check therefore ends the call before the iterations that precede
    it, and what they would have stored is not.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect"];
}

def ZynPrefetchIndirect
    : Pass<"zyn-prefetch-indirect", "::mlir::func::FuncOp"> {
  let summary = "Prefetches the rows of tables that loops look up";
  let description = [{
    In functions with `critical_path`, for each load (`memref.load`,
    `vector.load`) from a table in an `scf.for`, at an address that depends on
    an index which another `memref.load` of the loop reads at a function of its
    variable: loads the index of a later iteration, right after that of this
    one, and prefetches what it selects, if the loop reads 64 bytes of it or
    more, in 4 steps or more: loads, or additions in order. Processors follow
    streams of addresses themselves, but not these.

    ```mlir
    // before
    scf.for %i = %c0 to %n step %c1 {
      %row = memref.load %rows[%i] : memref<?xindex>
      %v = vector.load %table[%row] : memref<1048576xf32>, vector<16xf32>
      %t = vector.reduction <add>, %v, %s : vector<16xf32> into f32
      ...
    }
    // after
    scf.for %i = %c0 to %n step %c1 {
      %row = memref.load %rows[%i] : memref<?xindex>
      %ahead = arith.addi %i, %c8 : index
      %bounded = arith.minsi %ahead, %last : index
      %inside = arith.minui %bounded, %lastElement : index
      %next = memref.load %rows[%inside] : memref<?xindex>
      memref.prefetch %table[%next], read, locality<3>, data : memref<1048576xf32>
      %v = vector.load %table[%row] : memref<1048576xf32>, vector<16xf32>
      %t = vector.reduction <add>, %v, %s : vector<16xf32> into f32
      ...
    }
    ```

    If inner loops read more elements of a row, up to 4 lines of 64 bytes are
    prefetched. The position of the index is clamped to its buffer, so that the
    load is in bounds whatever the loop does next, and a prefetch does not fault.

    A remark of the category `zyn-prefetch-indirect` reports each prefetch, and
    why there is none: the table has `cached-bytes` or less, is another one in
    each iteration, or its address depends on more than the index; the index is
    not loaded in each iteration, or its position is no function of the loop's
    variable; the loop has no more iterations than `distance`, or its variable
    cannot hold it; the size of elements is not known. Of shorter bodies, and of
    those that LLVM can vectorize, processors have several iterations in flight,
    and a prefetch is a loss: if less than a line, or a line in fewer than 4
    steps, is read, and if the loop over the row only stores to memory that is
    known to be apart, or carries sums that may be reassociated.
  }];
  let options = [
    Option<"distance", "distance", "int64_t", /*default=*/"8",
           "how many iterations ahead rows are prefetched">,
    Option<"cachedBytes", "cached-bytes", "int64_t", /*default=*/"32768",
           "the size of a table in bytes up to which it is assumed to stay in "
           "the cache">];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "memref::MemRefDialect"];
}

def ZynCheckConstraints : Pass<"zyn-check-constraints", "::mlir::ModuleOp"> {
  let summary = "Proves no_alloc and no_syscalls over the call graph";
  let description = [{
    In the LLVM dialect, after everything is lowered: a function with `no_alloc`
    or `no_syscalls` may only call

    - functions that the module defines and to which the same applies;
    - declared functions that cannot do it, since they access no memory but that
      of their arguments (`memory_effects`), as those of `math` that call libm;
    - declared functions with the same constraint, which is their author's
      promise;
    - functions that do not return (`noreturn`), such as the report of a failed
      check, since the call ends there;
    - `memcpy`, `memmove` and `memset`.

    Everything else is an error, with the chain of calls as notes:

    ```
    f.mlir:5:3: error: 'zynrtAlloc' may allocate memory, but 'f' has no_alloc
    f.mlir:9:3: note: 'f' calls 'g' here
    ```

    A call through a pointer is an error as well.
  }];
}

def ZynCheckKernelConstraints
    : Pass<"zyn-check-kernel-constraints", "::mlir::ModuleOp"> {
  let summary = "Reports attributes of handwritten kernels without effect";
  let description = [{
    The body of a `gpu.func` is compiled as it is written. A remark of the
    category `zyn-check-kernel-constraints` for each function in a `gpu.module`
    says which parameters of its `#zyn.kernel` and `#zyn.constraints` are
    therefore not obeyed:

    ```
    f.mlir:2:3: remark: [Missed] KernelConstraints | Category:zyn-check-kernel-constraints | Function=f | Reason="not obeyed: #zyn.kernel<max_registers = 64>; a handwritten kernel is compiled as it is"
    ```

    `type`, and a `device` that is not `cpu`, describe the kernel, and
    `unchecked` holds, since checks are only inserted around ops of `zyn`. What
    would have to be proved is an error, and so is `device = cpu`:

    ```
    f.mlir:2:3: error: 'f' has no_alloc, which is only proved for functions of the host: remove it
    ```
  }];
}

def ZynLowerConstraints : Pass<"zyn-lower-constraints", "::mlir::ModuleOp"> {
  let summary = "Lowers constraints of functions to attributes of LLVM";
  let description = [{
    In the LLVM dialect, `opt_level` becomes `optnone` and `noinline` (`O0`) or
    `optsize` (`Os`). The highest level of the public functions becomes the
    module's flag `zyn-opt-level`, from 0 to 3, which the code generator reads.
    `inline_always` becomes `alwaysinline`, and `critical_path` becomes `hot`.

    ```mlir
    // before
    llvm.func @f() attributes {
      zyn.constraints = #zyn.constraints<critical_path = true>}
    // after
    llvm.func @f() attributes {passthrough = ["hot"]}
    ```
  }];
}

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_CONSTRAINTPASSES_TD
