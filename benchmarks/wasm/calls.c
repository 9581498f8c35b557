// Calls of the host by instances on a GPU, without a C library.
typedef unsigned int u32;
typedef unsigned long long u64;

#define IMPORT(NAME)                                                           \
  __attribute__((import_module("wasi_snapshot_preview1"), import_name(#NAME)))
#define EXPORT(NAME) __attribute__((export_name(#NAME)))

struct vector {
  const void *bytes;
  u32 size;
};

IMPORT(clock_time_get) u32 clock_time_get(u32 id, u64 precision, u64 *time);
IMPORT(fd_write)
u32 fd_write(u32 fd, const struct vector *vectors, u32 count, u32 *size);

// Reads a clock `rounds` times. Returns the nanoseconds that this takes.
EXPORT(clock) u64 clock(u32 rounds) {
  enum { monotonic = 1 };
  u64 begin, end;
  clock_time_get(monotonic, 1, &begin);
  for (u32 round = 0; round < rounds; ++round)
    clock_time_get(monotonic, 1, &end);
  return end - begin;
}

// Writes a line of 32 bytes `rounds` times. Returns the number of errors.
EXPORT(write) u64 write(u32 rounds) {
  static const char line[] = "A line that an instance writes.\n";
  const struct vector vector = {line, sizeof(line) - 1};
  u64 errors = 0;
  for (u32 round = 0; round < rounds; ++round) {
    u32 size = 0;
    errors += fd_write(1, &vector, 1, &size) != 0 || size != vector.size;
  }
  return errors;
}
