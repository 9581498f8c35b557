// Programs that cannot be encoded: one error, and no file is written.
// RUN: split-file %s %t
// DEFINE: %{name} =
// DEFINE: %{options} =
// DEFINE: %{run} = rm -f %t/out.vmx && not zyn-translate --vm-to-executable %{options} %t/%{name}.mlir -o %t/out.vmx 2>&1 | FileCheck %t/%{name}.mlir --implicit-check-not error: && not test -e %t/out.vmx

// REDEFINE: %{name} = launch
// RUN: %{run}
// REDEFINE: %{name} = no-phase
// RUN: %{run}
// REDEFINE: %{name} = cycle
// RUN: %{run}
// REDEFINE: %{name} = offsets
// RUN: %{run}
// REDEFINE: %{name} = overlap
// RUN: %{run}
// REDEFINE: %{name} = large
// RUN: %{run}
// REDEFINE: %{name} = name
// RUN: %{run}
// REDEFINE: %{name} = none
// RUN: %{run}
// REDEFINE: %{name} = two
// RUN: %{run}
// REDEFINE: %{options} = --program=third
// RUN: not zyn-translate --vm-to-executable %{options} %t/two.mlir -o %t/out.vmx 2>&1 | FileCheck %s --check-prefix THIRD
// THIRD: error: expected a program @third, found none with that name
// RUN: zyn-translate --vm-to-executable --program=second %t/two.mlir | zyn-translate --executable-to-vm | FileCheck %s --check-prefix SECOND
// SECOND: vm.program @second : f32 {

//--- launch.mlir
vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
  // CHECK: launch.mlir:[[#@LINE+1]]:3: error: 'vm.launch' op expected to be in a phase: run --vm-schedule-phases first
  vm.launch @main
}

//--- no-phase.mlir
// CHECK: no-phase.mlir:[[#@LINE+1]]:1: error: 'vm.program' op expected at least one phase
vm.program @p : i32 {
  vm.routine @main(%s: !vm.state<i32>) {
    vm.halt %s : i32
  }
}

//--- cycle.mlir
vm.program @p : i32 {
  // CHECK: cycle.mlir:[[#@LINE+1]]:3: error: phases @a, @b depend on each other: @a -> @b -> @a
  vm.phase @a after [@b] {
  }
  vm.phase @b after [@a] {
  }
}

//--- offsets.mlir
vm.program @p : i32 {
  vm.buffer @a shared : tensor<4xi32> at 0
  // CHECK: offsets.mlir:[[#@LINE+1]]:3: error: 'vm.buffer' op expected an offset, as other buffers have one: run --vm-allocate-buffers
  vm.buffer @b shared : tensor<4xi32>
  vm.phase @all {
  }
}

//--- overlap.mlir
vm.program @p : i32 {
  // Both are live in the second phase; @c is only live in the first one, and @d in none.
  vm.buffer @a shared : tensor<4xi32> at 4
  // CHECK: overlap.mlir:[[#@LINE+1]]:3: error: 'vm.buffer' op expected no overlap with other live buffers, found one with @a
  vm.buffer @b shared : tensor<4xi32> at 7
  vm.buffer @c shared : tensor<4xi32> at 4
  vm.buffer @d shared : tensor<4xi32> at 4
  vm.buffer @e instance : tensor<4xi32> at 4
  vm.routine @useA(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @a[0]} : i32
    vm.halt %0 : i32
  }
  vm.routine @useB(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @b[0]} : i32
    vm.halt %0 : i32
  }
  vm.routine @useC(%s: !vm.state<i32>) {
    %0 = vm.load %s {r1 = @c[0]} : i32
    %1 = vm.load %0 {r1 = @e[0]} : i32
    vm.halt %1 : i32
  }
  vm.phase @first {
    vm.launch @useC
  }
  vm.phase @second {
    vm.launch @useA
    vm.launch @useB
  }
}

//--- large.mlir
vm.program @p : i32 {
  vm.buffer @a shared : tensor<2147483647xi32>
  vm.buffer @b shared : tensor<2147483647xi32>
  // CHECK: large.mlir:[[#@LINE+1]]:3: error: 'vm.buffer' op expected at most 4294967295 words of shared buffers, found 4294967296
  vm.buffer @c shared : tensor<2xi32>
  vm.phase @all {
  }
}

//--- name.mlir
vm.program @p : i32 {
  // CHECK: name.mlir:[[#@LINE+1]]:3: error: 'vm.phase' op expected a non-empty name without null bytes
  vm.phase @"all\00" {
  }
}

//--- none.mlir
// CHECK: error: expected one program, or one selected by --program=NAME, found 0
module {
}

//--- two.mlir
// CHECK: error: expected one program, or one selected by --program=NAME, found 2
vm.program @first : i32 {
  vm.phase @all {
  }
}
vm.program @second : f32 {
  vm.phase @all {
  }
}
