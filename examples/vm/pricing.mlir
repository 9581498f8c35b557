// Monte Carlo pricing of two stock options.
//
// The stock price starts at 100 and follows a geometric Brownian motion with a volatility of 20 % and an interest rate
// of 5 % per year, in twelve monthly steps. A European call pays the amount by which the final price exceeds 100, an
// Asian call that by which the average of the monthly prices does. Each instance simulates 64 paths and stores
// discounted means.
//
// r1        random numbers drawn so far, an i32
// r2, r3    two normally distributed numbers
// r5        paths left
// r6, r7    sums of payoffs, European and Asian
// r8        logarithm of the stock price
// r9        sum of the prices along the path
// r10       pairs of months left
// r11       stock price
vm.program @pricing : f32 {
  // Mean payoffs, European and Asian; final price and mean price of the last path.
  vm.buffer @result instance output : tensor<4xf32>

  // The Box-Muller transform of two uniformly distributed numbers into two normally distributed ones.
  vm.routine @normals(%s: !vm.state<f32>) {
    %0 = vm.oracle %s {r2 = randomf r1} : f32
    %1 = vm.oracle %0 {r1 = addi r1, 1} : f32
    %2 = vm.oracle %1 {r3 = randomf r1} : f32
    %3 = vm.oracle %2 {r1 = addi r1, 1} : f32
    // The number for the radius must not be 0, whose logarithm is infinite; the other one becomes an angle.
    %4 = vm.linear %3 {r2 = 1.0 - r2, r4 = 6.2831855 * r3} : f32
    %5 = vm.oracle %4 {r2 = log r2} : f32
    %6 = vm.linear %5 {r2 = -2.0 * r2} : f32
    %7 = vm.oracle %6 {r2 = sqrt r2} : f32
    %8 = vm.oracle %7 {r3 = sin r4} : f32
    %9 = vm.oracle %8 {r4 = cos r4} : f32
    %10 = vm.oracle %9 {r3 = mulf r2, r3} : f32
    %11 = vm.oracle %10 {r2 = mulf r2, r4} : f32
    vm.return %11 : f32
  }

  vm.routine @main(%s: !vm.state<f32>) {
    %0 = vm.linear %s {r5 = 64.0} : f32
    vm.jump %0 ^path : f32
  ^path(%1: !vm.state<f32>):
    // Six pairs of months, starting at log(100).
    %2 = vm.linear %1 {r8 = 4.6051702, r9 = 0.0, r10 = 6.0} : f32
    vm.jump %2 ^months : f32
  ^months(%3: !vm.state<f32>):
    %4 = vm.call %3 @normals : f32
    // A month adds (0.05 - 0.2^2 / 2) / 12 and 0.2 / sqrt(12) times a normally distributed number.
    %5 = vm.linear %4 {r8 = r8 + 0.057735027 * r2 + 0.0025} : f32
    %6 = vm.oracle %5 {r11 = exp r8} : f32
    %7 = vm.linear %6 {r8 = r8 + 0.057735027 * r3 + 0.0025, r9 = r9 + r11} : f32
    %8 = vm.oracle %7 {r11 = exp r8} : f32
    %9 = vm.linear %8 {r9 = r9 + r11, r10 = r10 - 1.0} : f32
    vm.branch %9 {r10 ogt 0.0} ^months, ^payoff : f32
  ^payoff(%10: !vm.state<f32>):
    %11 = vm.linear %10 {r9 = 0.083333336 * r9} : f32
    %12 = vm.linear %11 {r12 = r11 - 100.0, r13 = r9 - 100.0} : f32
    %13 = vm.oracle %12 {r12 = maxf r12, 0.0} : f32
    %14 = vm.oracle %13 {r13 = maxf r13, 0.0} : f32
    %15 = vm.linear %14 {r5 = r5 - 1.0, r6 = r6 + r12, r7 = r7 + r13} : f32
    vm.branch %15 {r5 ogt 0.0} ^path, ^done : f32
  ^done(%16: !vm.state<f32>):
    // exp(-0.05) / 64
    %17 = vm.linear %16 {r6 = 0.01486296 * r6, r7 = 0.01486296 * r7} : f32
    %18 = vm.store %17 {@result[0] = r6} : f32
    %19 = vm.store %18 {@result[1] = r7} : f32
    %20 = vm.store %19 {@result[2] = r11} : f32
    %21 = vm.store %20 {@result[3] = r9} : f32
    vm.halt %21 : f32
  }

  vm.phase @price {
    vm.launch @main
  }
}
