"""Prints how many Noise transport messages of 160 bytes PyPI's noiseprotocol decrypts in a second on one core."""
import sys, time
from noise.connection import Keypair, NoiseConnection

SIZE, BATCH, SECONDS = 160, 2000, float(sys.argv[1]) if len(sys.argv) > 1 else 1.0


def pair():
    ends = []
    for start in (NoiseConnection.set_as_initiator, NoiseConnection.set_as_responder):
        end = NoiseConnection.from_name(b"Noise_XX_25519_ChaChaPoly_SHA256")
        start(end)
        end.set_keypair_from_private_bytes(Keypair.STATIC, bytes([len(ends) + 1]) * 32)
        end.start_handshake()
        ends.append(end)
    initiator, responder = ends
    responder.read_message(initiator.write_message())
    initiator.read_message(responder.write_message())
    responder.read_message(initiator.write_message())
    return initiator, responder


initiator, responder = pair()
spent, count = 0.0, 0
while spent < SECONDS:
    messages = [initiator.encrypt(bytes(SIZE)) for _ in range(BATCH)]
    start = time.perf_counter()
    for message in messages:
        responder.decrypt(message)
    spent += time.perf_counter() - start
    count += BATCH
print(count / spent)
