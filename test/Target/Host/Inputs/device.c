// Calls the functions of device-object.mlir.
//
// usage: device emulate|cuda

#include "device.h"
#include <Zyn/Runtime/DeviceCalls.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *deviceName;

static void check(const char *message) {
  if (!message)
    return;
  printf("failed: %s\n", message);
  exit(1);
}

static float *toDevice(const float *values, int64_t count) {
  void *memory;
  check(zynrtDeviceAlloc(NULL, count * (int64_t)sizeof(float), &memory));
  check(zynrtCopyToDevice(NULL, memory, values, count * (int64_t)sizeof(float)));
  return memory;
}

static void print(const char *name, const float *memory, int64_t count) {
  float values[8];
  check(zynrtCopyToHost(NULL, values, memory, count * (int64_t)sizeof(float)));
  printf("%s", name);
  for (int64_t i = 0; i < count; ++i)
    printf(" %g", values[i]);
}

static const float xs[4] = {1, 1, 1, 1};

/// Returns the number of wrong results.
static void *callOften(void *argument) {
  (void)argument;
  check(zynrtUseDevice(deviceName));
  float *x = toDevice(xs, 4), *y = toDevice(xs, 4);
  intptr_t failures = 0;
  for (int i = 0; i < 50; ++i) {
    int32_t small;
    bool flag;
    failures += several(NULL, x, (int8_t)i, false, y, &small, &flag) != NULL;
    float values[4];
    check(zynrtCopyToHost(NULL, values, y, sizeof(values)));
    failures += small != i || flag || values[0] != 1 || values[3] != 10;
  }
  check(zynrtDeviceFree(NULL, x));
  check(zynrtDeviceFree(NULL, y));
  return (void *)failures;
}

int main(int argc, char **argv) {
  deviceName = argc > 1 ? argv[1] : "cuda";
  check(zynrtUseDevice(deviceName));

  const float rows[9] = {1, 2, 3, 4, 5, 6, -1, -1, -1};
  const float weights[6] = {1, 0, 0, 1, 1, 1}, biases[2] = {-0.5f, -1};
  float *x = toDevice(rows, 9), *w = toDevice(weights, 6),
        *bias = toDevice(biases, 2), *y = toDevice(rows, 6);
  check(layer(NULL, x, 3, w, bias, y, 3));
  print("layer", y, 6);

  // A failed check returns, and the next call works.
  printf("\n%s\n", layer(NULL, x, 3, w, bias, y, 2));
  check(layer(NULL, x, 3, w, bias, y, 3));
  print("again", y, 6);

  int32_t small;
  bool flag;
  float *ones = toDevice(xs, 4);
  check(several(NULL, ones, -5, true, y, &small, &flag));
  print("\nseveral", y, 4);
  printf(", %d, %d\n", small, flag);

  pthread_t threads[4];
  intptr_t failures = 0;
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], NULL, callOften, NULL);
  for (int i = 0; i < 4; ++i) {
    void *failed;
    pthread_join(threads[i], &failed);
    failures += (intptr_t)failed;
  }
  printf("4 threads: %d failures\n", (int)failures);

  double value;
  check(single(NULL, 2, &value));
  printf("single %g\n", value);
  check(zynrtStreamSynchronize(NULL));
  return 0;
}
