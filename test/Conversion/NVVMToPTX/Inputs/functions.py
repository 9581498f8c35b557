"""Prints a module that is compiled in parts: some functions and a kernel have more than 2,000 instructions."""
import sys

LEVEL = sys.argv[1]
LARGE = "\n".join(f"    llvm.store volatile %x, %p : i32, !llvm.ptr<1> // {i}" for i in range(2100))

print(f"""
gpu.module @kernels [#nvvm.target<O = {LEVEL}, chip = "sm_90a">] {{
  llvm.mlir.global internal constant @only.one(dense<[1, 2, 3, 4]> : tensor<4xi32>) {{addr_space = 1 : i32}} : !llvm.array<4 x i32>
  llvm.mlir.global internal constant @all.constant(dense<[5, 6, 7, 8]> : tensor<4xi32>) {{addr_space = 1 : i32}} : !llvm.array<4 x i32>
  llvm.mlir.global internal @all.variable(9 : i32) {{addr_space = 1 : i32}} : i32

  llvm.func internal @"f(int*)"(%p: !llvm.ptr<1>, %x: i32) attributes {{passthrough = ["noinline"]}} {{
    llvm.store volatile %x, %p : i32, !llvm.ptr<1>
    llvm.return
  }}
  llvm.func internal @first.large(%p: !llvm.ptr<1>, %x: i32) -> i32 attributes {{passthrough = ["noinline"]}} {{
{LARGE}
    llvm.call @"f(int*)"(%p, %x) : (!llvm.ptr<1>, i32) -> ()
    %0 = llvm.mlir.addressof @all.constant : !llvm.ptr<1>
    %1 = llvm.getelementptr %0[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %2 = llvm.load volatile %1 : !llvm.ptr<1> -> i32
    %3 = llvm.mlir.addressof @all.variable : !llvm.ptr<1>
    llvm.store volatile %2, %3 : i32, !llvm.ptr<1>
    %4 = llvm.call @small(%2) : (i32) -> i32
    llvm.return %4 : i32
  }}
  llvm.func internal @"f(int&)"(%p: !llvm.ptr<1>, %x: i32) attributes {{passthrough = ["noinline"]}} {{
    llvm.store volatile %x, %p : i32, !llvm.ptr<1>
    llvm.return
  }}
  llvm.func internal @second.large(%p: !llvm.ptr<1>, %x: i32) -> i32 attributes {{passthrough = ["noinline"]}} {{
{LARGE}
    llvm.call @"f(int&)"(%p, %x) : (!llvm.ptr<1>, i32) -> ()
    %0 = llvm.mlir.addressof @all.constant : !llvm.ptr<1>
    %1 = llvm.getelementptr %0[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %2 = llvm.load volatile %1 : !llvm.ptr<1> -> i32
    %3 = llvm.mlir.addressof @only.one : !llvm.ptr<1>
    %4 = llvm.getelementptr %3[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %5 = llvm.load volatile %4 : !llvm.ptr<1> -> i32
    %6 = llvm.add %2, %5 : i32
    %7 = llvm.call @small(%6) : (i32) -> i32
    llvm.call @"ends-kernel"(%p, %7) : (!llvm.ptr<1>, i32) -> ()
    llvm.return %7 : i32
  }}
  llvm.func internal @small(%x: i32) -> i32 {{
    %0 = llvm.mlir.constant(12345 : i32) : i32
    %1 = llvm.add %x, %0 : i32
    llvm.return %1 : i32
  }}
  // Only its definition tells that it does not return.
  llvm.func internal @"ends-kernel"(%p: !llvm.ptr<1>, %x: i32) attributes {{passthrough = ["noinline"]}} {{
    llvm.store volatile %x, %p : i32, !llvm.ptr<1>
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.icmp "eq" %x, %0 : i32
    llvm.cond_br %1, ^then, ^else
  ^then:
    llvm.call @"ends-kernel"(%p, %x) : (!llvm.ptr<1>, i32) -> ()
    llvm.unreachable
  ^else:
    llvm.call_intrinsic "llvm.nvvm.exit"() : () -> ()
    llvm.unreachable
  }}
  llvm.func @first(%p: !llvm.ptr<1>, %x: i32) attributes {{gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}} {{
{LARGE}
    %0 = llvm.call @first.large(%p, %x) : (!llvm.ptr<1>, i32) -> i32
    %1 = llvm.call @second.large(%p, %0) : (!llvm.ptr<1>, i32) -> i32
    llvm.call @"ends-kernel"(%p, %1) : (!llvm.ptr<1>, i32) -> ()
    llvm.return
  }}
  llvm.func @second(%p: !llvm.ptr<1>, %x: i32) attributes {{gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}} {{
    %0 = llvm.call @second.large(%p, %x) : (!llvm.ptr<1>, i32) -> i32
    %1 = llvm.call @first.large(%p, %0) : (!llvm.ptr<1>, i32) -> i32
    %2 = llvm.mlir.addressof @all.variable : !llvm.ptr<1>
    llvm.store volatile %1, %2 : i32, !llvm.ptr<1>
    llvm.return
  }}
}}
""")
