// RUN: zyn-opt --zyn-hoist-allocations --split-input-file --verify-diagnostics %s

func.func @dynamic(%n: index) -> memref<?xf32> attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-error @+1 {{the size of result #0 is only known inside of 'dynamic', but 'dynamic' has no_alloc: pass the buffer of the result as an argument ('outs')}}
  %a = memref.alloc(%n) : memref<?xf32>
  return %a : memref<?xf32>
}

// -----

func.func @local(%n: index) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-error @+1 {{a buffer of a dynamic size is allocated, but 'local' has no_alloc: pass the buffer as an argument ('outs')}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

func.func @huge() attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-error @+1 {{a buffer of 2^63 bytes or more is allocated, but 'huge' has no_alloc}}
  %a = memref.alloc() : memref<4611686018427387904xf32>
  memref.dealloc %a : memref<4611686018427387904xf32>
  return
}

// -----

func.func @leak() attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-error @+1 {{a buffer is allocated that is not freed in the same block}}
  %a = memref.alloc() : memref<4xf32>
  return
}

// -----

func.func @parallel() attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  scf.forall (%i) in (8) {
    // expected-error @+1 {{a buffer is allocated for each iteration of a parallel loop}}
    %a = memref.alloc() : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// -----

// Memory of the stack must not be freed in a branch, either.
func.func @branch(%c: i1) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-error @+1 {{a buffer is allocated that is not freed in the same block}}
  %a = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %a : memref<4xf32>
  } else {
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// -----

// The place is that of the allocation, in a function that is called.
func.func @f(%n: index) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-note @+1 {{'f' calls 'between' here}}
  call @between(%n) : (index) -> ()
  return
}
func.func private @between(%n: index) {
  // expected-note @+1 {{'between' calls 'g' here}}
  call @g(%n) : (index) -> ()
  return
}
func.func private @g(%n: index) {
  // expected-error @+1 {{a buffer of a dynamic size is allocated, but 'f' has no_alloc}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

func.func @argument(%x: memref<4xf32>) -> memref<4xf32> attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-error @+1 {{result #0 is not a buffer that 'argument' allocates at its start, but 'argument' has no_alloc}}
  return %x : memref<4xf32>
}
