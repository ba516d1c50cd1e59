#!/usr/bin/python3
"""Writes seed corpora out of the golden vectors: seeds.py VECTORS FOLDER makes FOLDER/<target>/<number>."""
import hashlib, json, pathlib, sys

# Which files have what a target reads, and whether its inputs are also joined into records (Fuzz/Targets/FuzzTarget.swift).
TARGETS = {
    "burst": (["bursts", "packetizer", "voice_session", "voice_receive", "adts"], True),
    "packet": (["packets", "private_payloads", "padding", "compression", "announces", "noise_xx"], False),
    "noise": (["noise_xx", "noise_replay"], True),
    "announce": (["announces", "identity", "packets"], False),
    "engine": (["packets", "announces", "noise_xx", "policies"], True),
    "melp": (["announces"], False),
    "stream": (["stream", "packets"], True),
    "file": (["file_packets"], False),
    "fragment": (["fragment_headers", "fragments"], True),
    "sync": (["request_sync", "gcs", "fragment_headers"], True),
}


def byte_strings(value):
    """Every run of hex in a JSON document, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from byte_strings(item)
    elif isinstance(value, str) and len(value) >= 4:
        try:
            yield bytes.fromhex(value)
        except ValueError:
            pass


def records(strings, control):
    return b"".join(bytes([control, len(item)]) + item for item in strings if len(item) < 256)


def inputs(files, joined, vectors):
    for file in files:
        for case in json.loads((vectors / f"{file}.json").read_text())["cases"]:
            strings = list(byte_strings(case))
            yield from strings
            if file == "noise_xx":
                yield from (bytes([choice]) + item for item in strings for choice in range(7))
            if joined:
                for control in range(0, 256, 85):
                    yield records(strings[:40], control)
                yield bytes([6]) + b"".join(bytes([number, 0]) for number in range(64))


def main():
    vectors, folder = map(pathlib.Path, sys.argv[1:3])
    for target, (files, joined) in TARGETS.items():
        corpus = folder / target
        corpus.mkdir(parents=True, exist_ok=True)
        for item in inputs(files, joined, vectors):
            if len(item) <= 4096:
                (corpus / hashlib.sha256(item).hexdigest()[:16]).write_bytes(item)


main()
