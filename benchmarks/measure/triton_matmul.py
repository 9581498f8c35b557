"""A matmul in Triton, as a user would write it by the tutorial on matrix multiplication: blocks of the result in groups
of rows, f32 sums, and autotuning among the tutorial's tiles for NVIDIA GPUs."""
import torch
import triton
import triton.language as tl

GROUP = 8
# M, N and K of a tile, stages, warps: the tutorial's tiles for f16.
TILES = [(128, 256, 64, 3, 8), (64, 256, 32, 4, 4), (128, 128, 32, 4, 4), (128, 64, 32, 4, 4), (64, 128, 32, 4, 4),
         (128, 32, 32, 4, 4), (64, 32, 32, 5, 2), (32, 64, 32, 5, 2)]
# Those for f8, with larger K.
TILES += [(128, 256, 128, 3, 8), (256, 128, 128, 3, 8), (256, 64, 128, 4, 4), (64, 256, 128, 4, 4),
          (128, 128, 128, 4, 4), (128, 64, 64, 4, 4), (64, 128, 64, 4, 4), (128, 32, 64, 4, 4)]
CONFIGS = [triton.Config({"TILE_M": m, "TILE_N": n, "TILE_K": k}, num_stages=stages, num_warps=warps)
           for m, n, k, stages, warps in TILES]


@triton.autotune(configs=CONFIGS, key=["m", "n", "k"])
@triton.jit
def kernel(a, b, c, m, n, k, a_row, a_column, b_row, b_column, c_row, c_column, TILE_M: tl.constexpr,
           TILE_N: tl.constexpr, TILE_K: tl.constexpr, ROWS: tl.constexpr):
    tiles_m = tl.cdiv(m, TILE_M)
    tiles_n = tl.cdiv(n, TILE_N)
    # Consecutive programs compute ROWS rows of tiles, column by column, so that they share operands in L2.
    group = tl.program_id(0) // (ROWS * tiles_n)
    within = tl.program_id(0) % (ROWS * tiles_n)
    rows = min(tiles_m - group * ROWS, ROWS)
    row = (group * ROWS + within % rows) * TILE_M + tl.arange(0, TILE_M)
    column = (within // rows) * TILE_N + tl.arange(0, TILE_N)
    inner = tl.arange(0, TILE_K)
    # Rows and columns beyond the end wrap around; only the store has a mask for them.
    a_tile = a + (row % m)[:, None] * a_row + inner[None, :] * a_column
    b_tile = b + inner[:, None] * b_row + (column % n)[None, :] * b_column
    sums = tl.zeros((TILE_M, TILE_N), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, TILE_K)):
        left = k - step * TILE_K
        a_values = tl.load(a_tile, mask=inner[None, :] < left, other=0.0)
        b_values = tl.load(b_tile, mask=inner[:, None] < left, other=0.0)
        sums = tl.dot(a_values, b_values, sums)
        a_tile += TILE_K * a_column
        b_tile += TILE_K * b_row
    c_tile = c + row[:, None] * c_row + column[None, :] * c_column
    tl.store(c_tile, sums.to(c.dtype.element_ty), mask=(row[:, None] < m) & (column[None, :] < n))


def matmul(a, b):
    """Returns the product of two matrices of f16 or bf16. The first call for each shape tries all tiles."""
    m, k = a.shape
    n = b.shape[1]
    c = torch.empty((m, n), device=a.device, dtype=a.dtype)
    grid = lambda tile: (triton.cdiv(m, tile["TILE_M"]) * triton.cdiv(n, tile["TILE_N"]),)
    kernel[grid](a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride(), ROWS=GROUP)
    return c
