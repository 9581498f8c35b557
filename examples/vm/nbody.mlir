// Three bodies that chase each other along a figure of eight, and what becomes of it if one starts a little beside.
//
// Each instance is a system of three bodies of mass 1 in a plane. In the first one they start where Chenciner and
// Montgomery ("A remarkable periodic solution of the three-body problem in the case of equal masses", 2000) found their
// periodic orbit; in the others, the first body starts by 0.0005 further to the right for each instance. Half a step
// of 0.01 in place, a step in velocity, and half a step in place: the leapfrog method, 640 times, a bit over a period.
// The three bodies are 12 words of the state, and each of these steps is one matrix.
//
// r0 to r5     places of the three bodies: x, y, x, y, x, y
// r6 to r11    their velocities
// r12 to r17   what pulls at them
// r18, r19     from one to another; then the pull between the two
// r20, r21     their distance's square, and third power
// r22          energy
// r23          steps left
// r24          where the next place is stored, an i32
// r25          steps until then
// r26          1
vm.program @nbody : f32 {
  // 32 times the places of all three.
  vm.buffer @orbit instance output : tensor<192xf32>
  // The energy at the start and at the end, which should be the same.
  vm.buffer @energy instance output : tensor<2xf32>

  // From r18, r19, what one body sees of another: r18, r19 become the pull, and the pair's energy, the distance's
  // reciprocal, is taken from r22.
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

  // Each body's pull, of both others, in r12 to r17; in r22 the energy of the places.
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

  // r22 becomes the energy: that of the places, and half of the velocities' squares.
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
    // r0 is the number of the instance until this instruction ends.
    %0 = vm.linear %s {r0 = 0.0005 * r0 + 0.97000436, r1 = -0.24308753, r2 = -0.97000436, r3 = 0.24308753,
            r4 = 0.0, r5 = 0.0, r6 = 0.466203685, r7 = 0.43236573, r8 = 0.466203685, r9 = 0.43236573,
            r10 = -0.93240737, r11 = -0.86473146, r23 = 640.0, r25 = 20.0, r26 = 1.0} : f32
    %1 = vm.call %0 @sum_energy : f32
    %2 = vm.store %1 {@energy[0] = r22} : f32
    vm.jump %2 ^step : f32
  ^step(%3: !vm.state<f32>):
    // Half a step: places by 0.005 times velocities.
    %4 = vm.linear %3 {r0 = r0 + 0.005 * r6, r1 = r1 + 0.005 * r7, r2 = r2 + 0.005 * r8, r3 = r3 + 0.005 * r9,
            r4 = r4 + 0.005 * r10, r5 = r5 + 0.005 * r11} : f32
    %5 = vm.call %4 @pulls : f32
    // A step: velocities by 0.01 times pulls.
    %6 = vm.linear %5 {r6 = r6 + 0.01 * r12, r7 = r7 + 0.01 * r13, r8 = r8 + 0.01 * r14, r9 = r9 + 0.01 * r15,
            r10 = r10 + 0.01 * r16, r11 = r11 + 0.01 * r17} : f32
    // The other half, and the counts. --vm-optimize does not make one matrix of these two: it would round otherwise.
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
