// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static inline int check(int sum) {
  if (sum == 7)
    __builtin_trap();
  return sum;
}
