#!/usr/bin/env python3
"""Scores speech that was carried against what was spoken.

usage: score.py [--align] REFERENCE DEGRADED [REFERENCE DEGRADED ...]

Prints a JSON line for each pair and one for all of them:
    {"reference": …, "degraded": …, "pesq_wb": 4.13, "lag_samples": 104, "compared_samples": 51200}
    {"pairs": 20, "pesq_wb_mean": 4.1, "pesq_wb_min": 3.8, "lag_samples_median": 104}

Files are WAV (or whatever soundfile reads), 16 kHz mono. Without --align both begin together. With --align the lag that
makes the cross-correlation largest is taken out first, so the degraded file may begin earlier or later and hold more.
"""

import json
import statistics
import sys

import numpy
import soundfile
from pesq import pesq

RATE = 16_000


def read(path):
    samples, rate = soundfile.read(path, dtype="float32")
    if rate != RATE or samples.ndim != 1:
        sys.exit(f"score.py: {path} is not 16 kHz mono but {rate} Hz with shape {samples.shape}; convert it")
    return samples


def lag(reference, degraded):
    """How many samples later than in `reference` the sound comes in `degraded`; negative if earlier."""
    # Whitened, so that the peak is as sharp for a drone as for a click.
    size = 1 << (len(reference) + len(degraded) - 1).bit_length()
    cross = numpy.fft.rfft(degraded, size) * numpy.conj(numpy.fft.rfft(reference, size))
    peak = numpy.fft.irfft(cross / numpy.sqrt(numpy.abs(cross) + 1e-9), size)
    shift = int(numpy.argmax(peak))
    return shift - size if shift > size // 2 else shift


def score(reference_path, degraded_path, align):
    reference, degraded = read(reference_path), read(degraded_path)
    shift = lag(reference, degraded) if align else 0
    if shift >= 0:
        degraded = degraded[shift:]
    else:
        degraded = numpy.concatenate([numpy.zeros(-shift, degraded.dtype), degraded])
    # A degraded file that is too short is worse, not shorter.
    degraded = numpy.pad(degraded, (0, max(0, len(reference) - len(degraded))))[: len(reference)]
    if not numpy.any(degraded):
        sys.exit(f"score.py: {degraded_path} is silent")
    return {
        "reference": reference_path,
        "degraded": degraded_path,
        "pesq_wb": round(float(pesq(RATE, reference, degraded, "wb")), 4),
        "lag_samples": shift,
        "compared_samples": len(reference),
    }


def main(arguments):
    align = "--align" in arguments
    paths = [argument for argument in arguments if argument != "--align"]
    if not paths or len(paths) % 2:
        sys.exit(__doc__)
    results = []
    for reference, degraded in zip(paths[::2], paths[1::2]):
        results.append(score(reference, degraded, align))
        print(json.dumps(results[-1]), flush=True)
    scores = [result["pesq_wb"] for result in results]
    print(
        json.dumps(
            {
                "pairs": len(scores),
                "pesq_wb_mean": round(statistics.fmean(scores), 4),
                "pesq_wb_min": min(scores),
                "lag_samples_median": statistics.median(result["lag_samples"] for result in results),
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
