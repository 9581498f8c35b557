"""Reference implementations of the programs in this directory in NumPy: exact for integers, in float64 for floats.

Each function takes the number of instances, the seed of the run and the inputs of the program, and returns for each
output the array and an error bound for floats, 0 for integers. The random numbers are those of the matrix VM.
"""
import numpy as np

import filters


def random_bits(counter, instance, seed):
    """Returns the first word of Philox2x32-10 (Salmon, Moraes, Dror, Shaw 2011)."""
    left, right = (np.broadcast_to(x, np.broadcast_shapes(np.shape(counter), np.shape(instance))).astype(np.uint64)
                   for x in (counter, instance))
    for i in range(10):
        key = np.uint64((seed + i * 0x9E3779B9) & 0xFFFFFFFF)
        product = left * np.uint64(0xD256D193)
        left, right = product >> np.uint64(32) ^ key ^ right, product & np.uint64(0xFFFFFFFF)
    return left.astype(np.int64)


def pricing(instances, seed, _):
    paths, months = 64, 12
    draws = random_bits(np.arange(paths * months), np.arange(instances)[:, None], seed) // 256 / 2**24
    first, second = draws.reshape(instances, paths, months // 2, 2).transpose(3, 0, 1, 2)
    radius = np.sqrt(-2 * np.log(1 - first))
    normals = np.stack([radius * np.cos(2 * np.pi * second), radius * np.sin(2 * np.pi * second)], axis=-1)
    steps = 0.2 / np.sqrt(months) * normals.reshape(instances, paths, months) + (0.05 - 0.2**2 / 2) / months
    prices = 100 * np.exp(np.cumsum(steps, axis=2))
    discounted = lambda price: np.exp(-0.05) * np.maximum(price - 100, 0).mean(axis=1)
    last, mean = prices[:, :, -1], prices.mean(axis=2)
    return [(np.stack([discounted(last), discounted(mean), last[:, -1], mean[:, -1]]), 0.02)]


def black_scholes():
    """Returns the price of the European option of pricing.mlir in closed form (Black and Scholes 1973)."""
    from math import erf, exp, sqrt
    normal = lambda x: (1 + erf(x / sqrt(2))) / 2
    d = (0.05 + 0.2**2 / 2) / 0.2
    return 100 * normal(d) - 100 * exp(-0.05) * normal(d - 0.2)


def epidemic(instances, seed, inputs):
    first, friends = (array.tolist() for array in inputs.values())
    members, instance = len(first) - 1, np.arange(instances)
    infected = np.zeros((members, instances), np.int64)  # day of infection, or 0
    infected[instance % members, instance] = 1
    drawn, day, last = np.zeros(instances, np.int64), 1, np.zeros(instances, np.int64)
    going = np.ones(instances, bool)
    while going.any():
        day += 1
        last[going] = day
        infectious = np.zeros(instances, bool)
        for member in range(members):
            since = day - infected[member]
            meets = going & (infected[member] > 0) & (since > 0) & (since <= 5)
            infectious |= meets
            for friend in friends[first[member]:first[member + 1]]:
                draws = np.flatnonzero(meets & (infected[friend] == 0))
                hit = random_bits(drawn[draws], draws, seed) < 300647711
                drawn[draws] += 1
                infected[friend, draws[hit]] = day
        going &= infectious
    sizes = (infected > 0).sum(axis=0)
    of_member = lambda weights: np.bincount(instance % members, weights, members).astype(np.int64)
    return [(np.stack([sizes, last]), 0), (of_member(sizes), 0), (of_member(None), 0)]


def search(instances, seed, inputs):
    mask, wanted = inputs["wanted"].astype(np.uint32)
    keys = np.arange(256 * instances, dtype=np.uint32)
    hashes = keys ^ keys >> 16
    hashes *= np.uint32(0x85EBCA6B)
    hashes ^= hashes >> 13
    hashes *= np.uint32(0xC2B2AE35)
    hashes ^= hashes >> 16
    found = keys[hashes & mask == wanted]
    result = np.zeros(1025, np.int64)
    result[0], result[1:1 + len(found)] = len(found), found
    return [(result, 0)]


def accelerations(positions):
    """Returns the acceleration of each body and the potential energy. `positions` has the shape (body, 2, instance)."""
    acceleration, energy = np.zeros_like(positions), 0
    for a, b in [(0, 1), (0, 2), (1, 2)]:
        apart = positions[b] - positions[a]
        distance = np.sqrt((apart**2).sum(axis=0))
        acceleration[a] += apart / distance**3
        acceleration[b] -= apart / distance**3
        energy = energy - 1 / distance
    return acceleration, energy


def nbody(instances, seed, _):
    start = np.array([[0.97000436, -0.24308753], [-0.97000436, 0.24308753], [0, 0]])
    speed = np.array([[0.466203685, 0.43236573], [0.466203685, 0.43236573], [-0.93240737, -0.86473146]])
    positions, speeds = (np.repeat(x[:, :, None], instances, axis=2) for x in (start, speed))
    positions[0, 0] += 0.0005 * np.arange(instances)
    energy = lambda: accelerations(positions)[1] + (speeds**2).sum(axis=(0, 1)) / 2
    energies, orbit = [energy()], []
    for step in range(1, 641):
        positions += 0.005 * speeds
        speeds += 0.01 * accelerations(positions)[0]
        positions += 0.005 * speeds
        if step % 20 == 0:
            orbit.append(positions.reshape(6, instances).copy())
    energies.append(energy())
    return [(np.concatenate(orbit), 0.01), (np.stack(energies), 0.005)]


def machine(instances, seed, _):
    """Simulates one instance after the other in a straightforward way."""
    results = [elevator(instance, seed) for instance in range(instances)]
    return [(np.array(part).T, 0) for part in zip(*results)]


def elevator(instance, seed, floors=10, ticks=400):
    draws = iter(random_bits(np.arange(3 * ticks), instance, seed).tolist())
    probability = 26843545 * (instance % 16 + 1)
    floor, direction, state, closing = 0, 1, "stands", 0
    calls, wanted = set(), set()
    count = {"stands": 0, "moves": 0, "open": 0}
    on_floor, answered, waited = [0] * floors, 0, 0
    for _ in range(ticks):
        if next(draws) < probability:
            calls.add(next(draws) * floors >> 32)
        on_floor[floor] += 1
        waited += len(calls)
        count[state] += 1
        if state == "moves":
            floor += direction
        elif state == "open":
            closing -= 1
            if closing:
                continue
        if floor in calls | wanted:
            state, closing = "open", 3
            if floor in calls:
                answered += 1
                calls.remove(floor)
                wanted.add(next(draws) * floors >> 32)
            wanted.discard(floor)
        elif not calls | wanted:
            state = "stands"
        else:
            state = "moves"
            if not any((other - floor) * direction > 0 for other in calls | wanted):
                direction = -direction
    return [*count.values(), answered, waited], on_floor


def filter_bank(instances, seed, inputs):
    signal = inputs["signal"].astype(np.float64)
    samples, points = len(signal), filters.POINTS
    bands = [sum(taps[j] * np.pad(signal, ((j, 0), (0, 0)))[:samples] for j in range(filters.TAPS))
             for taps in filters.bank()]
    blocks = signal.reshape(samples // points, points, instances)
    spectrum = np.einsum("kj,bji->bki", np.array(filters.transform()), blocks)
    return [(np.concatenate(bands), 1e-5), (spectrum.reshape(samples, instances), 1e-5)]


PROGRAMS = {"pricing": pricing, "epidemic": epidemic, "search": search, "nbody": nbody, "machine": machine,
            "filters": filter_bank}
UNORDERED = {"search"}  # programs whose outputs are appended to in any order
