#!/usr/bin/env python3
"""Derives the deck of a round again from its proof, as docs/FAIRNESS.md says, with nothing but Python.

    python3 verify.py FILE...      exit status 0 if every file holds, 1 if one does not
"""
import hashlib, hmac, json, re, sys

def lp(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

def sha(*parts):
    return hashlib.sha256(lp(*parts)).digest()

def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()

def unhex(text):
    if not (isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text)):
        raise ValueError(f"{text!r} is not 64 hexadecimal digits")
    return bytes.fromhex(text)

def derive(proof):
    rules, spots = unhex(proof["rules"].removeprefix("sha256:")), [seat["spot"] for seat in proof["seats"]]
    if spots != sorted(set(spots)) or 0 in spots:
        raise ValueError("the seats do not stand in ascending order, each once")
    table, deal, engine = (proof[name].encode() for name in ("table", "deal", "engine"))
    context = lp(table, proof["round"].to_bytes(8, "big"), rules, deal, engine)
    seed, parts = unhex(proof["seed"]), [b"tercet/v1/salt"]
    derived = {"commitment": sha(b"tercet/v1/commit", context, seed).hex()}
    for seat in proof["seats"]:
        spot, secret = bytes([seat["spot"]]), b"" if seat["secret"] is None else unhex(seat["secret"])
        hash = sha(b"tercet/v1/seat", context, spot, secret) if secret else unhex(seat["hash"])
        derived[f"seat {seat['spot']}"] = hash.hex()
        parts += [spot, hash, secret]
    salt = sha(*parts)
    key = mac(mac(salt, seed), lp(b"tercet/v1/deck", context) + b"\x01")
    blocks = b"".join(mac(key, counter.to_bytes(8, "big")) for counter in range(16))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    deck, used = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 0
    for n in range(52, 1, -1):
        while (product := words[used] * n) % 2**32 < 2**32 % n:
            used += 1
        used += 1
        deck[n - 1], deck[product >> 32] = deck[product >> 32], deck[n - 1]
    steps = {"salt": salt.hex(), "key": key.hex(), "words": [f"{word:08x}" for word in words[:8]], "used": used}
    return derived | steps | {"deck": " ".join(deck)}

failed = 0
for path in sys.argv[1:]:
    try:
        proof = json.load(open(path, encoding="utf-8"))
        # The steps between stand in vectors only; commitment, seats and deck in every proof.
        told = {"commitment": None, "deck": None} | proof | {f"seat {seat['spot']}": seat["hash"] for seat in proof["seats"]}
        wrong = [name for name, value in derive(proof).items() if name in told and told[name] != value]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        wrong = [f"no proof: {error!r}"]
    print(f"{path}: " + (f"WRONG: {', '.join(wrong)}" if wrong else "commitment, seats and deck are right"))
    failed |= bool(wrong)
sys.exit(failed)
