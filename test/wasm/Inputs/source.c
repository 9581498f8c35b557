// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A module with debugging information.
//
// clang-22 --target=wasm32 -O1 -g -nostdlib -Wl,--no-entry -ffile-prefix-map=$PWD=. source.c -o source.wasm

#include "source.h"

#define EXPORT(NAME) __attribute__((export_name(#NAME)))

EXPORT(divide) int divide(int x, int y) {
  int quotient = x / y;
  return quotient * 3;
}

EXPORT(element) int element(int index) {
  static const int values[] = {2, 3, 5};
  int sum = index;
  sum += *(const int *)((const char *)values + 4 * index);
  return check(sum);
}
