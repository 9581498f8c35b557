// Three bodies on a figure-eight orbit, and what happens if the initial position of one of them is perturbed.
//
// Each instance is a system of three bodies of mass 1 in a plane. The first instance has the initial state of the
// periodic orbit found by Chenciner and Montgomery ("A remarkable periodic solution of the three-body problem in the
// case of equal masses", 2000). In instance i, the first body is moved to the right by 0.0005 * i. The leapfrog method,
// half a step of 0.01 in position, a step in velocity, and half a step in position, is applied 640 times, a bit more
// than a period. The three bodies are 12 words of the state, and each of these steps is one matrix.
//
// r0 to r5     positions of the three bodies: x, y, x, y, x, y
// r6 to r11    their velocities
// r12 to r17   their accelerations
// r18, r19     vector from one body to another; then the acceleration between them
// r20, r21     their distance squared, and to the third power
// r22          energy
// r23          steps left
// r24          address of the next position to be stored, an i32
// r25          steps until then
// r26          1
vm.program @nbody : f32 {
  // The positions of all three bodies at 32 points in time.
  vm.buffer @orbit instance output : tensor<192xf32>
  // The energy at the start and at the end, which should be equal.
  vm.buffer @energy instance output : tensor<2xf32>

  // Given the vector r18, r19 between two bodies, sets r18, r19 to the acceleration and subtracts the reciprocal of the
  // distance from r22, since the potential energy of the pair is its negative.
  vm.routine @pull(%s: !vm.state<f32>) {
    %0 = vm.oracle %s {r20 = mulf r18, r18} : f32
    %1 = vm.oracle %0 {r21 = mulf r19, r19} : f32
    %2 = vm.linear %1 {r20 = r20 + r21} : f32
    %3 = vm.oracle %2 {r21 = sqrt r20} : f32
    %4 = vm.oracle %3 {r20 = mulf r20, r21} : f32
    %5 = vm.oracle %4 {r21 = divf r26, r21} : f32
    %6 = vm.oracle %5 {r20 = divf r26, r20} : f32
    %7 = vm.oracle %6 {r18 = mulf r18, r20} : f32
    %8 = vm.oracle %7 {r19 = mulf r19, r20} : f32
    %9 = vm.linear %8 {r22 = r22 - r21} : f32
    vm.return %9 : f32
  }

  // Sets r12 to r17 to the accelerations of the bodies and r22 to the potential energy.
  vm.routine @pulls(%s: !vm.state<f32>) {
    %0 = vm.linear %s {r18 = r2 - r0, r19 = r3 - r1, r22 = 0.0} : f32
    %1 = vm.call %0 @pull : f32
    %2 = vm.linear %1 {r12 = r18, r13 = r19, r14 = -1.0 * r18, r15 = -1.0 * r19, r18 = r4 - r0, r19 = r5 - r1} : f32
    %3 = vm.call %2 @pull : f32
    %4 = vm.linear %3 {r12 = r12 + r18, r13 = r13 + r19, r16 = -1.0 * r18, r17 = -1.0 * r19,
            r18 = r4 - r2, r19 = r5 - r3} : f32
    %5 = vm.call %4 @pull : f32
    %6 = vm.linear %5 {r14 = r14 + r18, r15 = r15 + r19, r16 = r16 - r18, r17 = r17 - r19} : f32
    vm.return %6 : f32
  }

  // Sets r22 to the total energy: the potential energy plus half of the squared velocities.
  vm.routine @sum_energy(%s: !vm.state<f32>) {
    %0 = vm.call %s @pulls : f32
    %1 = vm.oracle %0 {r18 = mulf r6, r6} : f32
    %2 = vm.oracle %1 {r19 = mulf r7, r7} : f32
    %3 = vm.linear %2 {r22 = r22 + 0.5 * r18 + 0.5 * r19} : f32
    %4 = vm.oracle %3 {r18 = mulf r8, r8} : f32
    %5 = vm.oracle %4 {r19 = mulf r9, r9} : f32
    %6 = vm.linear %5 {r22 = r22 + 0.5 * r18 + 0.5 * r19} : f32
    %7 = vm.oracle %6 {r18 = mulf r10, r10} : f32
    %8 = vm.oracle %7 {r19 = mulf r11, r11} : f32
    %9 = vm.linear %8 {r22 = r22 + 0.5 * r18 + 0.5 * r19} : f32
    vm.return %9 : f32
  }

  vm.routine @main(%s: !vm.state<f32>) {
    // r0 is the index of the instance until this instruction sets it.
    %0 = vm.linear %s {r0 = 0.0005 * r0 + 0.97000436, r1 = -0.24308753, r2 = -0.97000436, r3 = 0.24308753,
            r4 = 0.0, r5 = 0.0, r6 = 0.466203685, r7 = 0.43236573, r8 = 0.466203685, r9 = 0.43236573,
            r10 = -0.93240737, r11 = -0.86473146, r23 = 640.0, r25 = 20.0, r26 = 1.0} : f32
    %1 = vm.call %0 @sum_energy : f32
    %2 = vm.store %1 {@energy[0] = r22} : f32
    vm.jump %2 ^step : f32
  ^step(%3: !vm.state<f32>):
    // Half a step: adds 0.005 times the velocities to the positions.
    %4 = vm.linear %3 {r0 = r0 + 0.005 * r6, r1 = r1 + 0.005 * r7, r2 = r2 + 0.005 * r8, r3 = r3 + 0.005 * r9,
            r4 = r4 + 0.005 * r10, r5 = r5 + 0.005 * r11} : f32
    %5 = vm.call %4 @pulls : f32
    // A step: adds 0.01 times the accelerations to the velocities.
    %6 = vm.linear %5 {r6 = r6 + 0.01 * r12, r7 = r7 + 0.01 * r13, r8 = r8 + 0.01 * r14, r9 = r9 + 0.01 * r15,
            r10 = r10 + 0.01 * r16, r11 = r11 + 0.01 * r17} : f32
    // The other half step, and the counters. --vm-optimize does not merge these two, since rounding would differ.
    %7 = vm.linear %6 {r0 = r0 + 0.005 * r6, r1 = r1 + 0.005 * r7, r2 = r2 + 0.005 * r8, r3 = r3 + 0.005 * r9,
            r4 = r4 + 0.005 * r10, r5 = r5 + 0.005 * r11, r23 = r23 - 1.0, r25 = r25 - 1.0} : f32
    vm.branch %7 {r25 ogt 0.0} ^next, ^sample : f32
  ^sample(%8: !vm.state<f32>):
    %9 = vm.store %8 {@orbit[r24] = r0} : f32
    %10 = vm.store %9 {@orbit[r24 + 1] = r1} : f32
    %11 = vm.store %10 {@orbit[r24 + 2] = r2} : f32
    %12 = vm.store %11 {@orbit[r24 + 3] = r3} : f32
    %13 = vm.store %12 {@orbit[r24 + 4] = r4} : f32
    %14 = vm.store %13 {@orbit[r24 + 5] = r5} : f32
    %15 = vm.oracle %14 {r24 = addi r24, 6} : f32
    %16 = vm.linear %15 {r25 = 20.0} : f32
    vm.jump %16 ^next : f32
  ^next(%17: !vm.state<f32>):
    vm.branch %17 {r23 ogt 0.0} ^step, ^done : f32
  ^done(%18: !vm.state<f32>):
    %19 = vm.call %18 @sum_energy : f32
    %20 = vm.store %19 {@energy[1] = r22} : f32
    vm.halt %20 : f32
  }

  vm.phase @orbits {
    vm.launch @main
  }
}
