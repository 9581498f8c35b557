#!/usr/bin/env python3
"""Prints a manifest of zyn-translate in a few lines for each kernel.

    manifest.py FILE.json|-
"""
import json
import sys

file = sys.stdin if sys.argv[1] == "-" else open(sys.argv[1])
manifest = json.load(file)
print("version", manifest["version"])
for kernel in manifest["kernels"]:
    for field in ("registers", "stack_bytes", "spill_bytes"):
        assert kernel[field] is None or isinstance(kernel[field], int), kernel
    print(kernel["architecture"], "PTX", kernel["ptx_version"], kernel["name"])
    print("  shared", kernel["static_shared_memory"], "dynamic", kernel["uses_dynamic_shared_memory"],
          "features", ",".join(kernel["features"]) or "none")
    bounds = kernel["launch_bounds"]
    names = ["required_threads", "max_threads", "min_blocks", "max_registers", "cluster"]
    assert set(bounds) == set(names)
    print("  bounds", *(f"{name}={bounds[name]}" for name in names if bounds[name] is not None))

    def attributes(described):
        metadata, constraints = described["zyn.kernel"], described["zyn.constraints"]
        return ("kernel", f"{metadata['type']} {metadata['max_registers']}" if metadata else None,
                "constraints", f"{constraints['unchecked']} {constraints['target_latency_ns']}" if constraints else None)

    print(" ", *attributes(kernel))
    for launch in kernel["launches"]:
        print("  launch of", launch["function"], "grid", launch["grid"], "block", launch["block"], "cluster",
              launch["cluster"], "dynamic", launch["dynamic_shared_memory"])
        print("   ", *attributes(launch))
