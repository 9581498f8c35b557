// Runs a program of programs.c as CUDA: ceiling PROGRAM ROUNDS INSTANCES. Prints the time in seconds of the fastest of
// several runs.
#include "programs.c"

#include <cstdio>
#include <cstdlib>
#include <cstring>

template <u32 (*program)(u32)>
__global__ void run(u32 rounds, u32 instances, u32 *results) {
  u32 thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < instances)
    results[thread] = program(rounds);
}

using Kernel = void (*)(u32, u32, u32 *);

static const struct {
  const char *name;
  Kernel kernel;
} programs[] = {{"sieve", run<sieve>}, {"hash", run<hash>}, {"queens", run<queens>}, {"nbody", run<nbody>}};

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  u32 rounds = atoi(argv[2]), instances = atoi(argv[3]);
  Kernel kernel = nullptr;
  for (auto &program : programs)
    if (!strcmp(program.name, argv[1]))
      kernel = program.kernel;
  if (!kernel)
    return 2;
  char *memory;
  u32 *results;
  constexpr int threads = 128, runs = 5;
  u32 blocks = (instances + threads - 1) / threads;
  size_t bytes = (size_t)blocks * threads * laneBytes;
  cudaEvent_t begin, end;
  if (cudaMalloc(&memory, bytes) || cudaMalloc(&results, instances * 4) ||
      cudaMemcpyToSymbol(memories, &memory, sizeof(memory)) || cudaEventCreate(&begin) || cudaEventCreate(&end))
    return 1;
  float least = 1e30f;
  for (int i = 0; i < runs; ++i) {
    float milliseconds;
    cudaMemset(memory, 0, bytes);
    cudaEventRecord(begin);
    kernel<<<blocks, threads>>>(rounds, instances, results);
    cudaEventRecord(end);
    if (cudaDeviceSynchronize() || cudaEventElapsedTime(&milliseconds, begin, end))
      return 1;
    least = milliseconds < least ? milliseconds : least;
  }
  u32 first;
  if (cudaMemcpy(&first, results, 4, cudaMemcpyDeviceToHost))
    return 1;
  printf("%f %u\n", least * 1e-3, first);
  return 0;
}
