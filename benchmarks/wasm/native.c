// Runs a program of programs.c, or of words.rs, in processes:
// native PROGRAM ROUNDS INSTANCES PROCESSES. Prints the time in seconds and a
// result. With WASM2C, the programs are what wasm2c made of the modules, in
// programs.w2c.h and words.w2c.h, and each instance has a memory of its own.
// Threads would not do, since wasm2c counts the depth of calls in one variable.
#ifdef WASM2C
#include "programs.w2c.h"
#include "words.w2c.h"
#define PROGRAM(MODULE, NAME)                                                  \
  static u32 NAME(u32 rounds) {                                                \
    Z_##MODULE##_instance_t instance;                                          \
    Z_##MODULE##_instantiate(&instance);                                       \
    u32 result = Z_##MODULE##Z_##NAME(&instance, rounds);                      \
    Z_##MODULE##_free(&instance);                                              \
    return result;                                                             \
  }
PROGRAM(programs, sieve)
PROGRAM(programs, hash)
PROGRAM(programs, queens)
PROGRAM(programs, nbody)
PROGRAM(words, words)
#else
#include "programs.c"
u32 words(u32 rounds);
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct {
  const char *name;
  u32 (*function)(u32);
} programs[] = {{"sieve", sieve},
                {"hash", hash},
                {"queens", queens},
                {"nbody", nbody},
                {"words", words}};

static double getSeconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  u32 (*program)(u32) = NULL;
  for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); ++i)
    if (!strcmp(programs[i].name, argv[1]))
      program = programs[i].function;
  if (!program)
    return 2;
#ifdef WASM2C
  wasm_rt_init();
  Z_programs_init_module();
  Z_words_init_module();
#endif
  u32 rounds = atoi(argv[2]);
  long numInstances = atol(argv[3]), numProcesses = atol(argv[4]), process = 0;
  volatile u32 result = 0;
  double begin = getSeconds();
  for (long i = 1; i < numProcesses && process == 0; ++i)
    if (fork() == 0)
      process = i;
  for (long i = process; i < numInstances; i += numProcesses)
    result = program(rounds);
  if (process != 0)
    _exit(0);
  int status = 0;
  while (wait(&status) > 0)
    if (status != 0)
      return 1;
  printf("%f %u\n", getSeconds() - begin, result);
  return 0;
}
