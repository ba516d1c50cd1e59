#!/usr/bin/env python3
"""One side of Noise_XX_25519_ChaChaPoly_SHA256 by the implementation on PyPI, told and telling in lines of hex.

usage: noise_peer.py initiator|responder STATIC-PRIVATE-KEY

The first line told is the public key, then come the handshake messages as they are due, then the handshake hash. After
that each line read is a message of the peer, `counter u32 || ciphertext || tag`; for each, two lines are told: what it
says, and the same backwards, sealed as our next message.
"""
import sys

try:
    from noise.connection import Keypair, NoiseConnection
except ModuleNotFoundError:
    sys.exit(69)


def tell(data):
    print(bytes(data).hex(), flush=True)


def hear():
    return bytes.fromhex(sys.stdin.readline().strip())


def main():
    role, key = sys.argv[1], bytes.fromhex(sys.argv[2])
    noise = NoiseConnection.from_name(b"Noise_XX_25519_ChaChaPoly_SHA256")
    (noise.set_as_initiator if role == "initiator" else noise.set_as_responder)()
    noise.set_keypair_from_private_bytes(Keypair.STATIC, key)
    noise.start_handshake()
    tell(noise.noise_protocol.keypairs["s"].public_bytes)
    ours = role == "initiator"
    while not noise.handshake_finished:
        if ours:
            tell(noise.write_message())
        elif noise.read_message(hear()) != b"":
            sys.exit("a payload where none belongs")
        ours = not ours
    tell(noise.get_handshake_hash())
    counter = 0
    for line in sys.stdin:
        message = bytes.fromhex(line.strip())
        noise.noise_protocol.cipher_state_decrypt.n = int.from_bytes(message[:4], "big")
        plaintext = noise.decrypt(message[4:])
        tell(plaintext)
        tell(counter.to_bytes(4, "big") + noise.encrypt(bytes(plaintext)[::-1]))
        counter += 1


main()
