#!/usr/bin/env python3
"""Derives the deck of a round again from its proof, as docs/FAIRNESS.md says, with nothing but Python.

    python3 verify.py FILE...      exit status 0 if every file holds, 1 if one does not
"""
import hashlib, hmac, json, re, sys

lp = lambda *parts: b"".join(len(part).to_bytes(4, "big") + part for part in parts)
sha = lambda *parts: hashlib.sha256(lp(*parts)).digest()
mac = lambda key, message: hmac.new(key, message, hashlib.sha256).digest()

def need(value, kind, holds, what):
    if type(value) is not kind or not holds(value):
        raise ValueError(f"{what} is not as it must be")
    return value

def digits(value, what, prefix=""):
    return bytes.fromhex(need(value, str, re.compile(prefix + "[0-9a-f]{64}").fullmatch, what)[-64:])

def derive(proof):
    """Every value that follows from the context, the seed and the seats, all of which must be of their form."""
    need(proof["v"], int, lambda v: v == 1, "v")
    number = need(proof["round"], int, lambda n: 0 <= n < 2**53, "round").to_bytes(8, "big")
    names = [need(proof[name], str, lambda t: 0 < len(t.encode()) < 256, name) for name in ("table", "deal", "engine")]
    table, deal, engine = (name.encode() for name in names)
    context, seed = lp(table, number, digits(proof["rules"], "rules", "sha256:"), deal, engine), digits(proof["seed"], "seed")
    derived, last, frozen, told = {"commitment": sha(b"tercet/v1/commit", context, seed).hex()}, 0, [], []
    for seat in need(proof["seats"], list, lambda _: True, "seats"):
        last = need(seat["spot"], int, lambda spot: last < spot < 256, "a spot")
        frozen += [bytes([last]), b"" if seat["hash"] is None else digits(seat["hash"], f"hash {last}")]
        if seat["secret"] is not None:
            told += [bytes([last]), digits(seat["secret"], f"secret {last}")]
            derived[f"seat {last}"] = sha(b"tercet/v1/seat", context, *told[-2:]).hex()
    frozen = sha(b"tercet/v1/frozen", context, *frozen)
    salt = sha(b"tercet/v1/salt", frozen, *told)
    key = mac(mac(salt, seed), lp(b"tercet/v1/deck", context) + b"\x01")
    blocks = b"".join(mac(key, counter.to_bytes(8, "big")) for counter in range(16))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    deck, used = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 0
    for n in range(52, 1, -1):
        while (product := words[used] * n) % 2**32 < 2**32 % n:
            used += 1
        used += 1
        deck[n - 1], deck[product >> 32] = deck[product >> 32], deck[n - 1]
    shown = {"salt": salt.hex(), "key": key.hex(), "words": [f"{word:08x}" for word in words[:8]], "used": used}
    return derived | {"frozen": frozen.hex()} | {k: v for k, v in shown.items() if k in proof} | {"deck": " ".join(deck)}

failed = 0
for path in sys.argv[1:]:
    try:
        proof = json.load(open(path, encoding="utf-8"))
        told = proof | {f"seat {seat['spot']}": seat["hash"] for seat in proof["seats"]}
        wrong = ", ".join(name for name, value in derive(proof).items() if told[name] != value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        wrong = f"no proof: {error}"
    failed |= bool(wrong)
    print(f"{path}: " + (f"WRONG: {wrong}" if wrong else "commitment, frozen seats and deck are right"))
sys.exit(failed)
