// Makes functions of programs.c device functions of CUDA, whose arrays are interleaved across the lanes of a warp as the
// memories of instances are, but without checks.
#define EXPORT(NAME) __device__
#define __builtin_sqrt sqrt

__constant__ char *memories;

enum {
  compositeBytes = limit,
  tableBytes = tableWords * 4,
  columnBytes = 16 * 4,
  stateBytes = bodies * coordinates * 8,
  laneBytes = compositeBytes + tableBytes + columnBytes + stateBytes
};

template <typename T>
struct Interleaved {
  u32 first;
  __device__ T &operator[](u32 i) const {
    constexpr u32 word = sizeof(T) > 4 ? sizeof(T) : 4;
    u32 thread = blockIdx.x * blockDim.x + threadIdx.x, byte = i * sizeof(T);
    char *warp = memories + (size_t)(thread / 32) * 32 * laneBytes + first * 32;
    return *reinterpret_cast<T *>(warp + (byte / word * 32 + thread % 32) * word + byte % word);
  }
};

#define composite (Interleaved<u8>{0})
#define table (Interleaved<u32>{compositeBytes})
#define columns (Interleaved<int>{compositeBytes + tableBytes})
#define state (Interleaved<double>{compositeBytes + tableBytes + columnBytes})
