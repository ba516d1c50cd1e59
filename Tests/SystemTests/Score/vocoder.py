#!/usr/bin/env python3
"""Scores what vocoders made of speech, narrow band.

usage: vocoder.py MANIFEST

Each line of MANIFEST is a JSON object {"condition": …, "set": …, "reference": …, "degraded": …}; files are mono, 8 kHz.
Prints a JSON line for each condition and set, and one with the set "all" for each condition:
    {"condition": …, "set": …, "items": 10, "pesq_nb": 2.81, "estoi": 0.771, "delay_samples": 720}

A vocoder's delay is constant: of all items of a condition that one is taken out which makes their mean ESTOI largest.
PESQ is ITU-T P.862, raw-mapped by P.862.1; ESTOI is that of Jensen and Taal (2016).
"""

import collections
import functools
import json
import multiprocessing
import statistics
import sys

import numpy
import soundfile
from pesq import pesq
from pystoi import stoi

RATE = 8000
LONGEST_DELAY = 1600
ITEMS_FOR_DELAY = 4


@functools.lru_cache(maxsize=None)
def read(path):
    samples, rate = soundfile.read(path, dtype="float64")
    if rate != RATE or samples.ndim != 1:
        sys.exit(f"vocoder.py: {path} is not mono at 8 kHz; convert it")
    return samples


def aligned(item, delay):
    reference, degraded = read(item["reference"]), read(item["degraded"])
    wanted = len(reference) + delay
    degraded = numpy.pad(degraded, (0, max(0, wanted - len(degraded))))
    return reference, degraded[delay:wanted]


def estoi(item, delay):
    return float(stoi(*aligned(item, delay), RATE, extended=True))


def best_delay(items):
    """Coarse on some items, then fine on all."""
    some = items[:: max(1, len(items) // ITEMS_FOR_DELAY)][:ITEMS_FOR_DELAY]
    best = max(range(0, LONGEST_DELAY, 40), key=lambda delay: mean_estoi(some, delay))
    scores = {}

    def mean(delay):
        if delay not in scores:
            scores[delay] = mean_estoi(items, delay)
        return scores[delay]

    for step in (20, 10, 5):
        best = max((max(best - step, 0), best, best + step), key=mean)
    return best


def mean_estoi(items, delay):
    return statistics.fmean(estoi(item, delay) for item in items)


def score(item, delay):
    reference, degraded = aligned(item, delay)
    quality = float(pesq(RATE, reference, degraded, "nb")) if numpy.any(degraded) else 1.0
    return item["set"], quality, estoi(item, delay)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    conditions = collections.OrderedDict()
    with open(sys.argv[1], encoding="utf-8") as manifest:
        for line in manifest:
            item = json.loads(line)
            conditions.setdefault(item["condition"], []).append(item)
    with multiprocessing.Pool() as pool:
        delays = pool.map(best_delay, conditions.values(), chunksize=1)
        work = [(item, delay) for items, delay in zip(conditions.values(), delays) for item in items]
        scores = iter(pool.starmap(score, work, chunksize=4))
    for (condition, items), delay in zip(conditions.items(), delays):
        sets = collections.OrderedDict()
        for _ in items:
            name, quality, intelligibility = next(scores)
            for group in (name, "all"):
                sets.setdefault(group, []).append((quality, intelligibility))
        for name, pairs in sets.items():
            result = {
                "condition": condition,
                "set": name,
                "items": len(pairs),
                "pesq_nb": round(statistics.fmean(pair[0] for pair in pairs), 4),
                "estoi": round(statistics.fmean(pair[1] for pair in pairs), 4),
                "delay_samples": delay,
            }
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
