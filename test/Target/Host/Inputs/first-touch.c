// Counts the page faults of first calls of the function of first-touch.mlir.

#define _GNU_SOURCE
#include "touch.h"
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

static int8_t bytes[60000] = {1};

static void measure(const char *name) {
  struct rusage before, after;
  getrusage(RUSAGE_THREAD, &before);
  int8_t result = keep(bytes);
  getrusage(RUSAGE_THREAD, &after);
  long faults = after.ru_minflt - before.ru_minflt;
  const char *count = faults < 4 ? "few" : faults < 10 ? "some" : "many";
  printf("%s: %s page faults, result %d\n", name, count, result);
}

static void *runTouched(void *argument) {
  zyn_touch_pages();
  measure(argument);
  return NULL;
}

static void *runUntouched(void *argument) {
  measure(argument);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 60000; ++i)
    bytes[i] = 1;
  measure("main thread");
  pthread_t thread;
  pthread_create(&thread, NULL, runTouched, "second thread");
  pthread_join(thread, NULL);
  // Another stack, since that of the first thread may be used again.
  static char stack[1 << 20] __attribute__((aligned(4096)));
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, sizeof(stack));
  pthread_create(&thread, &attributes, runUntouched, "untouched thread");
  pthread_join(thread, NULL);
  return 0;
}
