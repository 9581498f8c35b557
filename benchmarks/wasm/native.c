// Runs a program of programs.c as native code on threads:
// native PROGRAM ROUNDS INSTANCES THREADS. Prints the time in seconds.
#include "programs.c"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static u32 (*program)(u32);
static u32 rounds;
static long numInstances, next;
static volatile u32 last;

static void *work(void *unused) {
  const long chunk = 64;
  long begin;
  while ((begin = __atomic_fetch_add(&next, chunk, __ATOMIC_RELAXED)) <
         numInstances)
    for (long i = begin; i < begin + chunk && i < numInstances; ++i)
      last = program(rounds);
  return NULL;
}

static double getSeconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  program = !strcmp(argv[1], "sieve") ? sieve
            : !strcmp(argv[1], "hash") ? hash
                                       : queens;
  rounds = atoi(argv[2]);
  numInstances = atol(argv[3]);
  int numThreads = atoi(argv[4]);
  pthread_t *threads = malloc(numThreads * sizeof(pthread_t));
  double begin = getSeconds();
  for (int i = 0; i < numThreads; ++i)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < numThreads; ++i)
    pthread_join(threads[i], NULL);
  printf("%f\n", getSeconds() - begin);
  return 0;
}
