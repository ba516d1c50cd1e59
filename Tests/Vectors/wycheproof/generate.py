#!/usr/bin/env python3
"""Writes the edge cases of this folder: plain arithmetic over the standards' formulas, no cryptographic library.

usage: generate.py    (beside the files it writes)
"""
import base64
import hashlib
import hmac
import json
import pathlib
import struct


def save(name, description, cases):
    lines = ",\n".join("  " + json.dumps(case) for case in cases)
    text = '{"description": %s,\n "cases": [\n%s\n]}\n' % (json.dumps(description), lines)
    (pathlib.Path(__file__).parent / (name + ".json")).write_text(text)


def pseudorandom(label, count):
    return hashlib.shake_128(label.encode()).digest(count)


# Curve25519 ----------------------------------------------------------------------------------------------------------

P = 2**255 - 19


def x25519(scalar, u):
    """RFC 7748 §5."""
    k = int.from_bytes(scalar, "little") & ~7 & ~(1 << 255) | 1 << 254
    x1 = (int.from_bytes(u, "little") & (1 << 255) - 1) % P
    x2, z2, x3, z3, swapped = 1, 0, x1, 1, 0
    for t in reversed(range(255)):
        bit = k >> t & 1
        if swapped ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swapped = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % P, x1 * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swapped:
        x2, x3, z2, z3 = x3, x2, z3, z2
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def x25519_cases():
    order8 = "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"
    other8 = "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"
    points = [("zero", 0), ("one", 1), ("p - 1", P - 1), ("p", P), ("p + 1", P + 1)]
    points += [("of order 8", int.from_bytes(bytes.fromhex(order8), "little"))]
    points += [("of order 8, the other", int.from_bytes(bytes.fromhex(other8), "little"))]
    points += [("p + 2, not canonical", P + 2), ("2^255 - 1, not canonical", 2**255 - 1), ("9", 9)]
    points += [("on the twist %d" % index, int.from_bytes(pseudorandom("twist %d" % index, 32), "little") >> 1)
               for index in range(6)]
    scalars = [("random", pseudorandom("scalar", 32)), ("all ones", b"\xff" * 32), ("all zeros", bytes(32)),
               ("the lowest bits set", b"\x07" + bytes(30) + b"\x40")]
    cases = []
    for name, value in points:
        for top in (0, 1):
            u = (value | top << 255).to_bytes(32, "little")
            for scalar_name, scalar in scalars:
                output = x25519(scalar, u)
                cases.append({
                    "name": "u %s%s, scalar %s" % (name, ", top bit set" if top else "", scalar_name),
                    "scalar": scalar.hex(), "u": u.hex(), "output": output.hex() if any(output) else None})
    for count in (0, 1, 31, 33, 64):
        cases.append({"name": "u of %d bytes" % count, "scalar": pseudorandom("scalar", 32).hex(),
                      "u": pseudorandom("short", count).hex(), "output": None})
        cases.append({"name": "scalar of %d bytes" % count, "scalar": pseudorandom("short", count).hex(),
                      "u": "09" + "00" * 31, "output": None})
    return cases


# Ed25519 -------------------------------------------------------------------------------------------------------------

L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P)


def multiply(k, point):
    result = (0, 1)
    while k:
        if k & 1:
            result = add(result, point)
        point, k = add(point, point), k >> 1
    return result


def decode(encoding):
    y = int.from_bytes(encoding, "little") & (1 << 255) - 1
    sign = encoding[31] >> 7
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or x == 0 and sign:
        return None
    return (P - x if x & 1 != sign else x, y)


def encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE = decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def sign(seed, message):
    digest = hashlib.sha512(seed).digest()
    a = int.from_bytes(digest[:32], "little") & ~7 & ~(1 << 255) | 1 << 254
    public = encode(multiply(a, BASE))
    r = number(digest[32:], message) % L
    point = encode(multiply(r, BASE))
    return public, point + ((r + number(point, public, message) * a) % L).to_bytes(32, "little")


def ed25519_cases():
    seed, message = pseudorandom("ed25519", 32), b"the quick brown fox"
    public, signature = sign(seed, message)
    point, s = signature[:32], int.from_bytes(signature[32:], "little")
    cases = []

    def case(name, valid, public=public, message=message, signature=signature, key_valid=True):
        cases.append({"name": name, "public": public.hex(), "key_valid": key_valid, "message": message.hex(),
                      "signature": signature.hex(), "valid": valid})

    case("sound", True)
    for index in range(4):
        other = pseudorandom("message %d" % index, 40 * index)
        key, made = sign(pseudorandom("seed %d" % index, 32), other)
        case("sound, %d bytes" % len(other), True, public=key, message=other, signature=made)
        case("sound, under another key", False, message=other, signature=made)
    for factor in range(1, 16):
        if s + factor * L < 2**256:
            case("S + %d L" % factor, False, signature=point + (s + factor * L).to_bytes(32, "little"))
    for name, value in (("L", L), ("L - S", L - s), ("0", 0), ("2^256 - 1", 2**256 - 1), ("L - 1", L - 1)):
        case("S is " + name, False, signature=point + value.to_bytes(32, "little"))
    for bit in (0, 1, 100, 251, 252, 253, 254, 255, 256, 300, 508, 509, 510, 511):
        broken = bytearray(signature)
        broken[bit // 8] ^= 1 << bit % 8
        case("bit %d flipped" % bit, False, signature=bytes(broken))
    for count in (0, 1, 32, 63):
        case("cut to %d bytes" % count, False, signature=signature[:count])
    case("one byte too many", False, signature=signature + b"\0")
    case("doubled", False, signature=signature * 2)
    case("R and S exchanged", False, signature=signature[32:] + signature[:32])
    case("R not canonical, for the neutral point", False, signature=(P + 1).to_bytes(32, "little") + bytes(32))
    case("all zeros", False, signature=bytes(64))
    case("another message", False, message=message + b".")
    case("no message", False, message=b"")
    for count in (0, 31, 33):
        case("key of %d bytes" % count, False, public=(public + b"\0")[:count], key_valid=False)
    for y in range(P, 2**255):
        for top in (0, 1):
            case("key not canonical: y = p + %d, sign %d" % (y - P, top), False,
                 public=(y | top << 255).to_bytes(32, "little"), key_valid=False)
    off_curve = next(y for y in range(2, 100) if decode(y.to_bytes(32, "little")) is None)
    case("key off the curve", False, public=off_curve.to_bytes(32, "little"))
    torsion = next(candidate for candidate in (
        multiply(L, decode(y.to_bytes(32, "little"))) for y in range(3, 200) if decode(y.to_bytes(32, "little")))
        if multiply(4, candidate) != (0, 1))
    for index in range(8):
        small = encode(multiply(index, torsion))
        # With a key of order 1 and S = 0, R = [k]A is the neutral point: every message would pass.
        case("key of small order: %d T" % index, False, public=small, key_valid=False,
             signature=encode((0, 1)) + bytes(32))
    return cases


# P-256 ---------------------------------------------------------------------------------------------------------------

Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def weierstrass_add(a, b):
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % Q == 0:
        return None
    slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], Q - 2, Q) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], Q - 2, Q)
    x = (slope * slope - a[0] - b[0]) % Q
    return (x, (slope * (a[0] - x) - a[1]) % Q)


def weierstrass_multiply(k, point):
    result = None
    while k:
        if k & 1:
            result = weierstrass_add(result, point)
        point, k = weierstrass_add(point, point), k >> 1
    return result


def b32(value):
    return value.to_bytes(32, "big")


def der_integer(value):
    digits = value.to_bytes(value.bit_length() // 8 + 1, "big")
    return b"\x02" + bytes([len(digits)]) + digits


def der(r, s):
    body = der_integer(r) + der_integer(s)
    return b"\x30" + bytes([len(body)]) + body


def p256_key():
    d = int.from_bytes(pseudorandom("p256", 32), "big") % (N - 1) + 1
    x, y = weierstrass_multiply(d, G)
    return d, x, y


def p256_sign(d, message, nonce):
    r = weierstrass_multiply(nonce, G)[0] % N
    return r, pow(nonce, N - 2, N) * (int.from_bytes(hashlib.sha256(message).digest(), "big") + r * d) % N


def p256_cases():
    d, x, y = p256_key()
    public, message = b"\x04" + b32(x) + b32(y), b"the quick brown fox"
    r, s = p256_sign(d, message, int.from_bytes(pseudorandom("nonce", 32), "big") % N)
    cases = []

    def raw(name, valid, r=r, s=s, signature=None, public=public, key_valid=True, message=message):
        cases.append({"name": "raw: " + name, "form": "raw", "public": public.hex(), "key_valid": key_valid,
                      "message": message.hex(), "signature": (b32(r) + b32(s) if signature is None else signature).hex(),
                      "valid": valid})

    def encoded(name, valid, signature):
        cases.append({"name": "DER: " + name, "form": "der", "public": public.hex(), "key_valid": True,
                      "message": message.hex(), "signature": signature.hex(), "valid": valid})

    raw("sound", True)
    raw("s negated, which ECDSA allows", True, s=N - s)
    for name, value in (("0", 0), ("1", 1), ("n", N), ("n - 1", N - 1), ("2^256 - 1", 2**256 - 1), ("p", Q)):
        raw("r is " + name, False, r=value)
        raw("s is " + name, False, s=value)
        raw("both are " + name, False, r=value, s=value)
    raw("r and s exchanged", False, r=s, s=r)
    raw("another message", False, message=message + b".")
    for count in (0, 32, 63, 65):
        raw("%d bytes" % count, False, signature=(b32(r) + b32(s) + b"\0")[:count])
    raw("key off the curve", False, public=b"\x04" + b32(x) + b32(y ^ 1), key_valid=False)
    raw("key with a coordinate of p", False, public=b"\x04" + b32(Q) + b32(y), key_valid=False)
    raw("key of zeros", False, public=b"\x04" + bytes(64), key_valid=False)
    raw("key at infinity", False, public=b"\0", key_valid=False)
    raw("key compressed", False, public=bytes([2 + y % 2]) + b32(x), key_valid=False)
    raw("key in hybrid form", False, public=bytes([6 + y % 2]) + b32(x) + b32(y), key_valid=False)
    raw("key without its first byte", False, public=public[1:], key_valid=False)

    encoded("sound", True, der(r, s))
    # A nonce whose r is short, found by search, so that the minimal form is shorter than the raw one.
    short = next(pair for pair in (p256_sign(d, message, nonce) for nonce in range(1, 4000)) if pair[0] < 2**248)
    encoded("sound, with an r of 31 bytes", True, der(*short))
    sound = der(r, s)
    encoded("empty", False, b"")
    encoded("one byte", False, b"\x30")
    encoded("an empty sequence", False, b"\x30\0")
    encoded("a byte behind it", False, sound + b"\0")
    encoded("a byte behind s inside", False, bytes([0x30, sound[1] + 1]) + sound[2:] + b"\0")
    encoded("cut by one", False, sound[:-1])
    encoded("length in two bytes", False, b"\x30\x81" + sound[1:])
    encoded("indefinite length", False, b"\x30\x80" + sound[2:] + b"\0\0")
    encoded("length one too small", False, bytes([0x30, sound[1] - 1]) + sound[2:])
    encoded("length one too large", False, bytes([0x30, sound[1] + 1]) + sound[2:])
    encoded("a set", False, b"\x31" + sound[1:])

    def body(first, second):
        return bytes([0x30, len(first) + len(second)]) + first + second

    padded = b"\x02" + bytes([len(der_integer(r)) - 1]) + b"\0" + der_integer(r)[2:]
    encoded("r with a zero too many", False, body(padded, der_integer(s)))
    encoded("r negative", False, body(b"\x02\x20" + b32(r | 1 << 255), der_integer(s)))
    encoded("r empty", False, body(b"\x02\0", der_integer(s)))
    encoded("r missing", False, body(b"", der_integer(s)))
    encoded("r an octet string", False, body(b"\x04" + der_integer(r)[1:], der_integer(s)))
    encoded("r of 33 digits", False, body(b"\x02\x21\x01" + b32(r), der_integer(s)))
    encoded("r longer than the rest", False, body(b"\x02\x7f" + b32(r), der_integer(s)))
    encoded("s + n", False, der(r, s + N))
    encoded("r is 0", False, der(0, s))
    return cases


def p256_scalars():
    d, x, y = p256_key()
    cases = [{"name": "sound", "scalar": b32(d).hex(), "public": (b"\x04" + b32(x) + b32(y)).hex()}]
    for name, value in (("1", 1), ("n - 1", N - 1)):
        x, y = weierstrass_multiply(value, G)
        cases.append({"name": name, "scalar": b32(value).hex(), "public": (b"\x04" + b32(x) + b32(y)).hex()})
    for name, value in (("0", 0), ("n", N), ("n + 1", N + 1), ("2^256 - 1", 2**256 - 1)):
        cases.append({"name": name, "scalar": b32(value).hex(), "public": None})
    for count in (0, 31, 33):
        cases.append({"name": "%d bytes" % count, "scalar": b32(1).rjust(40, b"\0")[40 - count:].hex(), "public": None})
    return cases


def p256_pems():
    d, x, y = p256_key()
    point = b"\x04" + b32(x) + b32(y)

    def element(tag, content):
        return bytes([tag]) + (bytes([len(content)]) if len(content) < 128 else bytes([0x81, len(content)])) + content

    def pem(label, content):
        text = base64.b64encode(content).decode()
        lines = "\n".join(text[start:start + 64] for start in range(0, len(text), 64))
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n" % (label, lines, label)

    def curve(identifier):
        return element(0x30, bytes.fromhex("06072a8648ce3d0201") + bytes.fromhex(identifier))

    p256, secp256k1 = "06082a8648ce3d030107", "06052b8104000a"
    bare = element(0x30, b"\x02\x01\x01" + element(4, b32(d)) + element(0xA1, element(3, b"\0" + point)))
    sec1 = element(0x30, b"\x02\x01\x01" + element(4, b32(d)) + element(0xA0, bytes.fromhex(p256))
                   + element(0xA1, element(3, b"\0" + point)))
    pkcs8 = element(0x30, b"\x02\x01\0" + curve(p256) + element(4, bare))
    spki = element(0x30, curve(p256) + element(3, b"\0" + point))
    gx, gy = (0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
              0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)
    foreign_point = b"\x04" + b32(gx) + b32(gy)
    foreign = element(0x30, b"\x02\x01\0" + curve(secp256k1) + element(4, element(
        0x30, b"\x02\x01\x01" + element(4, b32(1)) + element(0xA1, element(3, b"\0" + foreign_point)))))
    public = point.hex()
    return [
        {"name": "PKCS #8", "kind": "private", "pem": pem("PRIVATE KEY", pkcs8), "public": public},
        {"name": "SEC 1", "kind": "private", "pem": pem("EC PRIVATE KEY", sec1), "public": public},
        {"name": "SubjectPublicKeyInfo", "kind": "public", "pem": pem("PUBLIC KEY", spki), "public": public},
        {"name": "a public key for a private one", "kind": "private", "pem": pem("PUBLIC KEY", spki), "public": None},
        {"name": "a private key for a public one", "kind": "public", "pem": pem("PRIVATE KEY", pkcs8), "public": None},
        {"name": "another curve", "kind": "private", "pem": pem("PRIVATE KEY", foreign), "public": None},
        {"name": "another curve, public", "kind": "public", "public": None,
         "pem": pem("PUBLIC KEY", element(0x30, curve(secp256k1) + element(3, b"\0" + foreign_point)))},
        {"name": "cut short", "kind": "private", "pem": pem("PRIVATE KEY", pkcs8[:-8]), "public": None},
        {"name": "the label of a certificate", "kind": "private", "pem": pem("CERTIFICATE", pkcs8), "public": None},
        {"name": "no PEM", "kind": "private", "pem": "no key here", "public": None},
        {"name": "no text", "kind": "private", "pem": "", "public": None},
        {"name": "no base64", "kind": "private", "public": None,
         "pem": "-----BEGIN PRIVATE KEY-----\n****\n-----END PRIVATE KEY-----\n"},
    ]


# ChaCha20-Poly1305 ---------------------------------------------------------------------------------------------------

def quarter(state, a, b, c, d):
    for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[first] = state[first] + state[second] & 0xFFFFFFFF
        mixed = state[third] ^ state[first]
        state[third] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF


def chacha_block(key, counter, nonce):
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8L", key), counter,
             *struct.unpack("<3L", nonce)]
    state = list(start)
    for _ in range(10):
        for column in range(4):
            quarter(state, column, column + 4, column + 8, column + 12)
        for row in range(4):
            quarter(state, row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
    return struct.pack("<16L", *((a + b) & 0xFFFFFFFF for a, b in zip(start, state)))


def seal(key, nonce, data, plaintext):
    stream = b"".join(chacha_block(key, 1 + block, nonce) for block in range(len(plaintext) // 64 + 1))
    ciphertext = bytes(a ^ b for a, b in zip(plaintext, stream))
    one_time = chacha_block(key, 0, nonce)
    r = int.from_bytes(one_time[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    padded = (data + bytes(-len(data) % 16) + ciphertext + bytes(-len(ciphertext) % 16)
              + struct.pack("<QQ", len(data), len(ciphertext)))
    total = 0
    for start in range(0, len(padded), 16):
        total = (total + int.from_bytes(padded[start:start + 16] + b"\1", "little")) * r % (2**130 - 5)
    tag = (total + int.from_bytes(one_time[16:32], "little")) % 2**128
    return ciphertext + tag.to_bytes(16, "little")


def chacha_cases():
    key, nonce, data = pseudorandom("key", 32), pseudorandom("nonce", 12), pseudorandom("data", 20)
    cases = []

    def case(name, plaintext, sealed, key=key, nonce=nonce, data=data):
        cases.append({"name": name, "key": key.hex(), "nonce": nonce.hex(), "data": data.hex(),
                      "plaintext": None if plaintext is None else plaintext.hex(), "sealed": sealed.hex()})

    for count in (0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 160, 205, 255, 256, 257, 1000):
        plaintext = pseudorandom("plaintext", count)
        case("%d bytes" % count, plaintext, seal(key, nonce, data, plaintext))
        case("%d bytes, no data" % count, plaintext, seal(key, nonce, b"", plaintext), data=b"")
    for count in (1, 15, 16, 17, 32, 64, 100):
        case("data alone, %d bytes" % count, b"", seal(key, nonce, bytes(count), b""), data=bytes(count))
    for name, odd in (("zeros", bytes(12)), ("ones", b"\xff" * 12)):
        case("nonce of " + name, b"x" * 70, seal(key, odd, data, b"x" * 70), nonce=odd)
        odd_key = odd[:1] * 32
        case("key of " + name, b"x" * 70, seal(odd_key, nonce, data, b"x" * 70), key=odd_key)
    plaintext = pseudorandom("plaintext", 40)
    sealed = seal(key, nonce, data, plaintext)
    for bit in range(128):
        broken = bytearray(sealed)
        broken[40 + bit // 8] ^= 1 << bit % 8
        case("tag bit %d flipped" % bit, None, bytes(broken))
    for index in (0, 1, 20, 39):
        broken = bytearray(sealed)
        broken[index] ^= 0x80
        case("ciphertext byte %d changed" % index, None, bytes(broken))
    case("tag of zeros", None, sealed[:40] + bytes(16))
    case("tag of ones", None, sealed[:40] + b"\xff" * 16)
    for count in list(range(17)) + [40, 55]:
        case("cut to %d bytes" % count, None, sealed[:count])
    case("one byte more", None, sealed + b"\0")
    case("data cut", None, sealed, data=data[:-1])
    case("data missing", None, sealed, data=b"")
    case("data lengthened by a zero", None, sealed, data=data + b"\0")
    case("another nonce", None, sealed, nonce=nonce[:-1] + bytes([nonce[-1] ^ 1]))
    case("another key", None, sealed, key=key[:-1] + bytes([key[-1] ^ 1]))
    for count in (0, 8, 11, 13, 24):
        case("nonce of %d bytes" % count, None, sealed, nonce=pseudorandom("n", count))
    for count in (0, 16, 31, 33, 64):
        case("key of %d bytes" % count, None, sealed, key=pseudorandom("k", count))
    return cases


# HMAC and HKDF -------------------------------------------------------------------------------------------------------

def hmac_cases():
    cases = []
    for count in (0, 1, 31, 32, 33, 55, 63, 64, 65, 128, 200):
        key, message = pseudorandom("hmac key", count), pseudorandom("hmac message", 3 * count)
        cases.append({"name": "key of %d bytes" % count, "key": key.hex(), "message": message.hex(),
                      "code": hmac.new(key, message, "sha256").hexdigest(), "valid": True})
    key, message = pseudorandom("hmac key", 32), b"message"
    code = hmac.new(key, message, "sha256").digest()
    for count in (0, 1, 16, 31):
        cases.append({"name": "code cut to %d bytes" % count, "key": key.hex(), "message": message.hex(),
                      "code": code[:count].hex(), "valid": False})
    cases.append({"name": "code lengthened", "key": key.hex(), "message": message.hex(),
                  "code": code.hex() + "00", "valid": False})
    for index in (0, 15, 31):
        broken = bytearray(code)
        broken[index] ^= 1
        cases.append({"name": "code byte %d changed" % index, "key": key.hex(), "message": message.hex(),
                      "code": broken.hex(), "valid": False})
    return cases


def hkdf(material, salt, info, count):
    key, block, output = hmac.new(salt, material, "sha256").digest(), b"", b""
    for index in range(-(-count // 32)):
        block = hmac.new(key, block + info + bytes([index + 1]), "sha256").digest()
        output += block
    return output[:count]


def hkdf_cases():
    cases = []
    for count in (0, 1, 31, 32, 33, 64, 65, 8159, 8160, 8161, 100000, -1):
        for salt_count in (0, 32, 100):
            material, salt, info = pseudorandom("ikm", 32), pseudorandom("salt", salt_count), pseudorandom("info", 17)
            output = hkdf(material, salt, info, count).hex() if 0 <= count <= 8160 else None
            cases.append({"name": "%d bytes, salt of %d" % (count, salt_count), "input_key_material": material.hex(),
                          "salt": salt.hex(), "info": info.hex(), "count": count, "output": output})
    return cases


save("x25519", "X25519(scalar, u); output null: refused.", x25519_cases())
save("ed25519", "Ed25519 verification; key_valid false: the key itself is refused.", ed25519_cases())
save("p256", "ECDSA SHA-256 verification on P-256, in raw and DER form.", p256_cases())
save("p256_scalars", "P-256 private keys; public null: refused.", p256_scalars())
save("p256_pems", "P-256 keys as PEM; public null: refused.", p256_pems())
save("chacha20_poly1305", "ChaCha20-Poly1305 opening; plaintext null: refused.", chacha_cases())
save("hmac_sha256", "HMAC-SHA-256 verification.", hmac_cases())
save("hkdf_sha256", "HKDF-SHA-256; output null: refused.", hkdf_cases())
