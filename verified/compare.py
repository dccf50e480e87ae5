"""Compares the verified checker with `chromex check`: the same certificates, the same counts, no forgery accepted.

    python3 compare.py CHROMEX      prints what fails, and `N passed, M failed`
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERIFIED = HERE / "chromex-verified"
EXAMPLES = HERE.parent / "examples" / "certificates"
EVERY_LENGTH = HERE.parent / "examples" / "every-n"
GAMES = [
    "node-kayles", "icol", "proper:3", "isnort", "distance:2:2", "distance:3:3", "blue-red", "oriented:3", "weak:2",
    "weak:3", "sequential:2", "sequential:3", "col", "snort", "colouring:2", "colouring:3", "colouring:4", "colouring",
    "connected", "connected:maker-breaker", "orthogonal:1", "orthogonal:2", "orthogonal:2:normal", "misere:icol",
    "misere:node-kayles", "misere:col", "misere:blue-red", "misere:sequential:2", "misere:weak:2",
    "colouring:2:alice-skips", "colouring:3:bob-skips", "colouring:K:alice-skips", "colouring:K:bob-skips", "marking:2",
    "marking:3", "marking:K", "indicated:2", "indicated:3", "indicated:K", "connected-colouring:2", "connected-colouring:3",
    "connected-colouring:K", "labelling:4", "labelling:K", "edge-colouring:K", "total-colouring:K", "own", "own:K", "own:directed",
    "own", "own:K", "own:directed", "own:skip", "own:skip",
]
DIRECTED = {"blue-red", "oriented:3", "misere:blue-red", "own:directed"}
SECONDS = 25  # for making certificates, …
FEWEST = 1000  # … and longer, until there are so many
MEASURABLE = 0.3  # seconds of `chromex check` that can be compared
SLOWEST = 4  # times as long as `chromex check`
rng = random.Random(16)
results = {"passed": 0, "failed": 0}


def expect(fact, what):
    results["passed" if fact else "failed"] += 1
    if not fact:
        print("FAILED", what)


def run(*command):
    environment = dict(os.environ, CHROMEX_STORE="off")
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, env=environment)


def in_pieces(files, size=200):
    return [files[i:i + size] for i in range(0, len(files), size)]


def verified(files):
    """The counts of each file that is accepted, and the reason for each that is not."""
    answers = []
    for piece in in_pieces(files):
        for line in run(VERIFIED, *piece).stdout.splitlines():
            counts = re.fullmatch(r"checked  (\d+) positions, (\d+) replies", line)
            pairs = re.fullmatch(r"checked  (\d+) (?:pairs of columns, \d+ contexts|positions of a window, \d+ answers)", line)
            if counts:
                answers.append((int(counts[1]), int(counts[2])))
            elif pairs:
                answers.append((int(pairs[1]),))
            elif line.startswith("rejected "):
                answers.append(line.split(": ", 1)[1])
    return answers


def plain(chromex, files):
    """The same from `chromex check`."""
    answers = []
    for piece in in_pieces(files):
        for line in run(chromex, "check", "--json", *piece).stdout.splitlines():
            answer = json.loads(line)
            counts = [answer[name] for name in ("positions", "replies", "pairs") if name in answer]
            answers.append(tuple(counts) if answer["proved"] else answer["reason"])
    return answers


def random_graph(directed):
    n = rng.randint(2, 6)
    chance = rng.choice([0.3, 0.5, 0.8])
    pairs = [(v, w) for v in range(n) for w in range(v + 1, n) if rng.random() < chance]
    if not pairs or max(max(pair) for pair in pairs) < n - 1:
        return rng.choice(["dipath:%d" if directed else "path:%d", "empty:%d"]) % n
    if not directed:
        return "edges:" + ",".join("%d-%d" % pair for pair in pairs)
    return "arcs:" + ",".join("%d>%d" % (pair if rng.random() < 0.5 else pair[::-1]) for pair in pairs)


def own_game(kind):
    """A random description; some of them describe no game, and then nothing is proved."""
    colours = rng.choice(["1", "2", "2", "3", "Red,Green", "Red,Green,Blue"]) if kind != "own:K" else "K"
    named = ["K"] if colours == "K" else colours.split(",") if colours[0] == "R" else [str(c + 1) for c in range(int(colours))]
    some, others = ([c for c in named if rng.random() < 0.8] for _ in range(2))
    pair = f"{rng.choice(named)}-{rng.choice(named)}" + rng.choice(["", "", "/2", "/3"])
    arc = f"{rng.choice(named)}>{rng.choice(named)}"
    rules = ["same", "same/2", "different", "consecutive", pair, pair, *([arc] * 4 if kind == "own:directed" else [])]
    forbid = rng.sample(rules, rng.choice([1, 1, 2, 3]) if kind != "own:K" else 1)
    clauses = {
        "colours": colours, "left": kind != "own:K" and rng.random() < 0.2 and ",".join(some),
        "right": kind != "own:K" and rng.random() < 0.1 and ",".join(others), "forbid": rng.random() < 0.9 and ",".join(forbid),
        "boards": kind == "own:directed" and "directed", "open": rng.choice([None, None, None, "touching", "in-order", "apart"]),
        "end": rng.choice([None, "misere", "coloured", "coloured", "count"]) if kind != "own:K" else "coloured",
    }
    if kind == "own:skip":
        # Not both may use all colours, so who cannot colour anything may have to skip.
        clauses.update(left=named[0], right=",".join(named[-2:]), skip=rng.choice(["left", "right"]), end=rng.choice(["coloured", "count"]))
    elif clauses["end"] in ("coloured", "count"):
        clauses["skip"] = rng.choice([None, None, "left", "right"])
    elif rng.random() < 0.1:
        clauses = {"colours": "Yes,No", "left": "Yes", "right": "No", "end": rng.choice(["largest", "largest-of-left"])}
    return "own:" + ":".join(f"{key}={value}" for key, value in clauses.items() if value)


def claim_about(game):
    """Sometimes a bound or an outcome instead of the exact answer."""
    if game == "colouring" or ":K" in game or "=K" in game:
        return rng.choice([None, "chi >= 2", "chi <= 6"])
    if game in ("col", "snort"):
        return rng.choice([None, "value >= -9", "value <= {3|*}", "outcome = N", "outcome = P", "outcome = L"])
    if game.startswith("connected"):
        return rng.choice([None, "score >= 0", "score <= 3"])
    return None


def prove(chromex, folder, number):
    game = GAMES[number % len(GAMES)]
    path = folder / f"{number}.cert"
    graph = random_graph(game in DIRECTED)
    if game.startswith("own"):
        game = own_game(game)
    if game == "sequential:3" and rng.random() < 0.5:
        order = list(range(int(json.loads(run(chromex, "solve", "node-kayles", graph, "--json").stdout or "{}").get("order", 0))))
        rng.shuffle(order)
        game = "sequential:3:" + ",".join(map(str, order)) if order else game
    command = [chromex, "prove", game, graph, "--first", rng.choice(["left", "right"]), "--seconds", "0.5", "-o", path]
    claim = claim_about(game)
    if game.startswith("colouring") and rng.random() < 0.5:
        command.append("--near")
    result = run(*command, *(["--claim", claim] if claim else []))
    return path if result.returncode == 0 else None


def made(chromex, folder):
    """Certificates on random graphs of every game, as many as the time allows, but not fewer than are wanted."""
    files, number, end = [], 0, time.process_time() + children() + SECONDS
    while number < 4000 and (len(files) < FEWEST or time.process_time() + children() < end):
        path = prove(chromex, folder, number)
        files += [path] if path else []
        number += 1
    return files


def children():
    times = os.times()
    return times.children_user + times.children_system


# ---- forgeries ----

NEAR = b"replies: near the patients\n"

def parts(data):
    end = data.index(b"\n", data.index(b"\nchecksum: ") + 1) + 1
    return data[:end], data[end:]


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def signed(head, body):
    """A file whose checksum and length are right, whatever it says."""
    head = re.sub(rb"\nbytes: \d+\n", b"\nbytes: %d\n" % len(body), head)
    lines = head[:head.index(b"\nchecksum: ") + 1]
    return lines + b"checksum: %016x\n" % checksum(lines + body) + body


def with_line(head, name, value):
    return re.sub(rb"(?m)^" + name + rb": .*$", lambda _: name + b": " + value, head)


OTHER_CLAIMS = {
    b"nimber": [b"nimber = %d" % i for i in range(5)],
    b"outcome": [b"outcome = %s" % c for c in (b"L", b"R", b"N", b"P")],
    b"winner": [b"winner = alice", b"winner = bob"],
    b"score": [b"score %s %d" % (r, i) for r in (b"=", b">=", b"<=") for i in range(-3, 4)],
    b"value": [b"value %s %s" % (r, v) for r in (b"=", b">=", b"<=") for v in (b"0", b"1", b"-1", b"*", b"1/2", b"{2|-2}")],
    b"chi": [b"chi %s %d" % (r, i) for r in (b"=", b">=", b"<=") for i in range(1, 6)],
}


OTHER_GAMES = [
    b"colouring:2:bob-skips", b"colouring:3:alice-skips", b"colouring:K:bob-skips", b"marking:2", b"marking:K", b"indicated:2",
    b"connected-colouring:3", b"connected-colouring:K", b"labelling:5", b"labelling:K", b"own:colours=2:forbid=same/2",
    b"own:colours=3:forbid=same:end=coloured", b"own:colours=2:forbid=same:open=touching", b"own:colours=2:forbid=1-1,same",
    b"own:colours=K:forbid=same:end=coloured", b"own:colours=2:forbid=same:end=count", b"own:colours=2:forbid=different,same",
    b"own:colours=2:forbid=same:boards=directed", b"icol", b"col", b"isnort", b"colouring:K", b"edge-colouring:K", b"misere:icol",
]


def forged(data):
    """Damaged copies of a certificate: some keep a true claim, so what matters is that both checkers agree."""
    head, body = parts(data)
    flipped = bytearray(data)
    flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    yield bytes(flipped)
    yield data[:rng.randrange(len(data))]
    yield data + b"\0"
    noise = bytes(rng.randrange(256) for _ in range(max(4, len(body))))
    yield signed(head, noise)
    changed = bytearray(body)
    changed[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
    yield signed(head, bytes(changed))
    if len(body) > 5:
        i, j = sorted(rng.sample(range(len(body)), 2))
        swapped = bytearray(body)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield signed(head, bytes(swapped))
    yield signed(head, body[:-1])
    yield signed(head, body + b"\0\0")
    yield signed(with_line(head, b"positions", b"%d" % rng.randrange(40)), body)
    yield signed(with_line(head, b"positions", b"1000000"), noise * 20)
    yield signed(with_line(head, b"first", rng.choice([b"left", b"right", b"nobody"])), body)
    order = int(re.search(rb"\nedges: (\d+) ", head)[1])
    images = list(range(order))
    rng.shuffle(images)
    yield signed(with_line(head, b"symmetries", b" ".join(b"%d" % v for v in images) or b"none"), body)
    # Replies to whole positions as if they were given near the patients, and the other way round.
    other = head.replace(NEAR, b"") if NEAR in head else head.replace(b"\npositions: ", b"\n" + NEAR + b"positions: ")
    yield signed(other, body)


def words_of(head):
    """The sentence that the head ought to have, from the complaint of the verified checker."""
    with tempfile.NamedTemporaryFile(suffix=".cert") as file:
        file.write(signed(with_line(head, b"says", b"?"), b"\0\0\0\0"))
        file.flush()
        answer = run(VERIFIED, file.name).stdout
    found = re.search(r"but claims: (.*)\n", answer)
    return found[1].encode() if found else None


def false_claims(data):
    """Well-formed certificates with another claim and a random or the old body."""
    head, body = parts(data)
    what = re.search(rb"\nclaim: (\w+)", head)[1]
    for claim in rng.sample(OTHER_CLAIMS[what], 2):
        changed = with_line(with_line(head, b"claim", claim), b"positions", b"3000")
        sentence = words_of(changed)
        if sentence:
            changed = with_line(changed, b"says", sentence)
            yield signed(changed, body + bytes(rng.randrange(256) for _ in range(600)))
    other = with_line(head, b"game", rng.choice(OTHER_GAMES))
    sentence = words_of(other)
    if sentence:
        yield signed(with_line(other, b"says", sentence), body)


def compare_files(chromex, files, what):
    for path, ours, theirs in zip(files, verified(files), plain(chromex, files), strict=True):
        accepted = [isinstance(answer, tuple) for answer in (ours, theirs)]
        same = ours == theirs if all(accepted) else not any(accepted)
        expect(same, f"{what} {path}: verified {ours}, check {theirs}")


def compare_speed(chromex, files):
    """The same counts on every example, in a processor time that is not many times that of `chromex check`."""
    spent = {"verified": 0.0, "check": 0.0}
    for path in files:
        begun = children()
        ours = verified([path])
        between = children()
        theirs = plain(chromex, [path])
        times = {"verified": between - begun, "check": children() - between}
        expect(ours and isinstance(ours[0], tuple) and ours == theirs, f"example {path}: verified {ours}, check {theirs}")
        if times["check"] >= MEASURABLE:
            ratio = times["verified"] / times["check"]
            expect(ratio <= SLOWEST, f"{path.name} takes {ratio:.1f} times as long as `chromex check`")
            spent = {who: spent[who] + times[who] for who in spent}
    expect(spent["check"] > 0, "no example takes long enough to be measured")
    ratio = spent["verified"] / max(spent["check"], MEASURABLE)
    print(f"processor time on the long examples: {spent['verified']:.1f} s, {ratio:.1f} times that of `chromex check`")


def compare_forgeries(chromex, folder, files):
    written = []
    for path in files:
        data = path.read_bytes()
        for forgery in [*forged(data), *false_claims(data)]:
            written.append(folder / f"forged{len(written)}.cert")
            written[-1].write_bytes(forgery)
    compare_files(chromex, written, "forged")


# What hostile files say, line by line: (lines to change, how both checkers refuse it).
HOSTILE = [
    ({"graph": "dipath:3", "edges": "3 vertices, 2 edges: 0>1 1>2"}, "colouring:1 is played on undirected graphs"),
    ({"start": "garbage"}, "`g` is no colour of this game"),
    ({"start": ".1."}, "χ_g is about the uncoloured graph"),
    ({"start": "0.."}, "the start is written `...`"),
    ({"start": "...."}, "4 symbols for 3 vertices"),
    ({"symmetries": "0 1 77"}, "permutation 0, from 0, is no symmetry of the graph"),
    ({"symmetries": "1 0 2"}, "permutation 0, from 0, is no symmetry of the graph"),
    ({"symmetries": "0 1 300"}, "a symmetry is a list of vertices"),
    ({"graph": "empty:200000", "edges": "200000 vertices, 0 edges: "}, "200000 vertices: a certificate has at most 128"),
    ({"positions": "1"}, "the head declares 1 positions, but the reply sets have 0"),
    ({"positions": "007"}, "`positions: 007` is written `positions: 7`"),
    ({"positions": "99999999999999"}, "99999999999999 positions may take "),
    ({"first": "Alice"}, "`first: Alice` is written `first: left`"),
    ({"claim": "chi  >=  1"}, "`claim: chi  >=  1` is written `claim: chi >= 1`"),
    ({"claim": "chi >= 0", "says": "the game chromatic number χ_g of path:3 (when Alice moves first) is at least 0"},
     "`chi >= 0`: at least one vertex and one colour are needed"),
    ({"claim": "chi <= 62", "says": "the game chromatic number χ_g of path:3 (when Alice moves first) is at most 62"},
     "the number of colours is a number from 1 to 61"),
    ({"says": "\x1b[2Jeverything"}, "the head has the invisible character \\u{1b}"),
    ({"replies": "near the patients"}, "the head says `replies: near the patients`, which only Alice's wins"),
    ({"replies": "far away"}, "expected a line `positions: …`, found `replies: far away`"),
    ({"graph": "path:3\u202e"}, "the head has the invisible character \\u{202e}"),
    ({"game": "colouring\u200b"}, "the head has the invisible character \\u{200b}"),
]
NOTHING_TO_SHOW = {
    "says": "the game chromatic number χ_g of path:3 (when Alice moves first) is at least 1", "claim": "chi >= 1",
    "game": "colouring", "graph": "path:3", "edges": "3 vertices, 2 edges: 0-1 1-2", "start": "...", "first": "left",
    "symmetries": "none", "replies": None, "positions": "0", "bytes": "4",
}


def hostile(changes):
    # The sentence names the graph: a changed one goes into it.
    lines = dict(NOTHING_TO_SHOW, **changes)
    if "says" not in changes:
        lines["says"] = lines["says"].replace("path:3", lines["graph"])
    head = "chromex certificate 1\n" + "".join(f"{name}: {value}\n" for name, value in lines.items() if value is not None)
    return signed(head.encode() + b"checksum: \n", b"\0\0\0\0")


def compare_words(chromex, folder):
    """Both checkers refuse hostile files for the same reason, in the same words."""
    accepted = folder / "nothing-to-show.cert"
    accepted.write_bytes(hostile({}))
    expect(verified([accepted]) == plain(chromex, [accepted]) == [(0, 0)], "nothing has to be shown for chi >= 1")
    for number, (changes, reason) in enumerate(HOSTILE):
        path = folder / f"hostile{number}.cert"
        path.write_bytes(hostile(changes))
        for who, answer in [("verified", verified([path])), ("check", plain(chromex, [path]))]:
            said = answer and isinstance(answer[0], str) and answer[0].startswith(reason)
            expect(said, f"{changes}: {who} says {answer}, not {reason}")


def compare_limits(chromex, folder):
    """A file of 2.4 KB that declares more positions than anybody can wait for: both stop when told, and say so."""
    path = folder / "endless.cert"
    lines = {
        "says": "the outcome of icol on empty:40 is P: the player who moves first loses", "claim": "outcome = P", "game": "icol",
        "graph": "empty:40", "edges": "40 vertices, 0 edges: ", "start": "." * 40, "first": "left", "symmetries": "none",
        "positions": "15000000", "bytes": "2400",
    }
    head = "chromex certificate 1\n" + "".join(f"{name}: {value}\n" for name, value in lines.items())
    path.write_bytes(signed(head.encode() + b"checksum: \n", b"\xff" * 2400))
    for program in [[VERIFIED], [chromex, "check"]]:
        for limit, reason in [("--seconds=1", "stopped after"), ("--memory=16M", "15000000 positions may take 3780000000 bytes")]:
            answer = run(*program, *limit.split("="), path)
            expect(answer.returncode == 3 and reason in answer.stdout, f"{program} {limit}: {answer.stdout}")
    # What has no end is not read for ever, wherever it comes from.
    reason = "the file is longer than the memory that is allowed"
    for name in ["/dev/zero", "-"]:
        with open("/dev/zero", "rb") as endless:
            command = [VERIFIED, "--memory", "16M", "--seconds", "5", name]
            answer = subprocess.run(command, stdin=endless, capture_output=True, text=True, timeout=600)
        expect(answer.returncode == 3 and reason in answer.stdout, f"{name}: {answer.stdout}")


# ---- boards of every length ----

def strip_file(lines):
    """A certificate for boards of every length with these lines and a right checksum."""
    text = "".join(line + "\n" for line in lines).encode()
    return text + b"checksum: %016x\n" % checksum(text)


def strip_sentence(lines):
    """The lines with the sentence that they ought to have."""
    fields = dict(line.split(": ", 1) for line in lines[2:5])
    least = 3 if fields["boards"].startswith("cylinder") else 1
    # Who may skip her first turn need not begin.
    begins = "whoever moves first" if re.search(":alice-skips|:skip=left", fields["game"]) else "when Bob moves first"
    bob = {"begins": begins}.get(fields["bob"], "whoever moves first, even if Bob may skip turns")
    says = f"says: Alice wins {fields['game']} on {fields['boards']} for every N ≥ {least} {bob}"
    return [lines[0], says, *lines[2:]]


# Games on boards of every length of which there are no files, with boards and who begins: rules that reach two steps, rules that are not
# the same for all colours, and skips.
MORE_STRIPS = [
    ("colouring:4:bob-skips", "grid:2xN", "right"), ("colouring:3:alice-skips", "grid:1xN", "right"), ("colouring:4:alice-skips", "grid:2xN", "right"),
    ("own:colours=3:forbid=same/2:open=touching:end=coloured", "grid:1xN", "left"), ("own:colours=3:forbid=1-2:end=coloured", "grid:2xN", "left"),
    ("own:colours=3:forbid=1-2:end=coloured", "cylinder:2xN", "left"), ("own:colours=3:forbid=same:end=coloured", "grid:1xN", "left"),
    ("own:colours=4:forbid=same:open=touching:skip=left:end=coloured", "triangular:2xN", "right"),
    ("own:colours=4:forbid=same/2:open=touching:end=coloured", "triangular:1xN", "left"),
    ("own:colours=3:forbid=1-2/2:end=coloured", "king:1xN", "left"), ("own:colours=3:forbid=1-1/2,2-2:end=coloured", "grid:2xN", "left"),
    ("own:colours=5:forbid=same,consecutive:open=touching:end=coloured", "grid:1xN", "left"),
    ("own:colours=Red,Green,Blue:forbid=same:open=touching:end=coloured", "cylinder:1xN", "left"),
]
MORE_WINDOWS = [
    ("colouring:2:alice-skips", "grid:1xN"), ("colouring:3:bob-skips", "grid:3xN"), ("own:colours=3:forbid=same:end=coloured", "triangular:2xN"),
    ("own:colours=3:forbid=different:end=coloured", "grid:2xN"), ("own:colours=3:forbid=1-1,1-2,2-3:skip=right:end=coloured", "grid:2xN"), ("own:colours=2:forbid=different:end=coloured", "grid:MxN"),
]


def some_of(lines):
    """Which lines are left out, one at a time. (That each is needed is tested elsewhere.)"""
    return rng.sample(range(len(lines)), min(10, len(lines)))


def strip_games(game, colours):
    """Other games: some are true of the same pairs, some are false, some are not played on strips."""
    changed = re.fullmatch(r"(colouring|connected-colouring):\d", game)
    if changed:
        other = {"colouring": "connected-colouring", "connected-colouring": "colouring"}[changed[1]]
        yield from (f"{changed[1]}:{colours - 1}", f"{changed[1]}:{colours + 1}", f"{changed[1]}:7", f"{other}:{colours}", "icol")
    else:
        yield from (f"colouring:{colours}:bob-skips", f"colouring:{colours}:alice-skips", f"labelling:{colours}", "marking:3", "labelling:7")
        for clauses in ("same", "same/2", "same/3", "1-2", "same:boards=directed", "same:open=in-order", "same/2:skip=right", "1-1/2,2-2:open=touching"):
            yield f"own:colours={colours}:forbid={clauses}:end=coloured"
        yield from (f"own:colours={colours}:left=1:forbid=same:end=coloured", f"own:colours={colours}:forbid=same:end=count")


def changed_strips(lines):
    """Copies of a certificate with one thing changed; the checksum is right."""
    head, pairs = lines[:5], lines[6:]

    def of(head, pairs):
        return strip_sentence([*head, f"pairs: {len(pairs)}", *pairs])

    def with_field(number, value):
        return [value if i == number else line for i, line in enumerate(head)]

    for i in some_of(pairs):
        yield of(head, pairs[:i] + pairs[i + 1:])
    for bob in ("begins", "may skip"):
        yield of(with_field(4, f"bob: {bob}"), pairs)
    shape, rows = re.match(r"boards: (\w+):(\d)xN", lines[3]).groups()
    others = [f"{other}:{rows}xN" for other in ("grid", "cylinder", "king", "triangular") if other != shape]
    for boards in (*others, f"{shape}:{int(rows) + 1}xN", f"{shape}:8xN", "torus:3xN", f"{shape}:{rows}"):
        yield of(with_field(3, f"boards: {boards}"), pairs)
    # Of games with other names than numbers the colours are in the pairs.
    colours = max(map(int, re.findall(r"\d", "".join(pairs))))
    for changed in strip_games(lines[2][len("game: "):], colours):
        yield of(with_field(2, f"game: {changed}"), pairs)
    symbols = ".1234567"[:colours + 2]
    for _ in range(16 if lines[2].count(":") == 2 else 6):
        made = ["".join(rng.choice(symbols) for _ in range(int(rows))) for _ in range(2)]
        yield of(head, [*pairs, " ".join(made)])
        i = rng.randrange(len(pairs))
        column, at = list(pairs[i]), rng.randrange(len(pairs[i]))
        column[at] = rng.choice(symbols + "# ")
        yield of(head, [*pairs[:i], "".join(column), *pairs[i + 1:]])
    yield [*of(head, pairs), pairs[0]]
    yield [*head, "pairs: 99999999999999", *pairs]
    yield [*head, f"pairs: 0{len(pairs)}", *pairs]
    yield [head[0], "says: Alice always wins", *lines[2:]]


def window_sentence(lines):
    """The lines with the sentence that they ought to have."""
    fields = dict(line.split(": ", 1) for line in lines[2:5])
    boards, (rows, columns) = fields["boards"], map(int, fields["window"].split("x"))
    twice = columns + 1 if boards.startswith("cylinder") else 2 * columns
    anybody, bob = ((f"all M ≥ {rows} and N ≥ {n}" if boards == "grid:MxN" else f"every N ≥ {n}") for n in (twice, columns))
    says = (f"says: Bob wins {fields['game']} on {boards} for {anybody} whoever moves first, and for {bob} when Bob moves first, "
            "even if Alice may skip turns")
    return [lines[0], says, *lines[2:]]


def changed_windows(lines):
    """Copies of a certificate of Bob's with one thing changed; the checksum is right."""
    head, positions = lines[:5], lines[6:]

    def of(head, positions):
        return window_sentence([*head, f"positions: {len(positions)}", *positions])

    def with_field(number, value):
        return [value if i == number else line for i, line in enumerate(head)]

    for i in some_of(positions):
        yield of(head, positions[:i] + positions[i + 1:])
    rows, columns = map(int, re.match(r"window: (\d)x(\d)", lines[4]).groups())
    same_rows = [f"{shape}:{rows}xN" for shape in ("grid", "cylinder", "king", "triangular")]
    for boards in (*same_rows, "grid:MxN", f"grid:{rows + 1}xN", "torus:MxN"):
        yield of(with_field(3, f"boards: {boards}"), positions)
    for window in (f"{rows}x{columns + 1}", f"{rows + 1}x{columns}", f"{rows}x2", f"{rows}x16", f"8x{columns}", "0x0"):
        yield of(with_field(4, f"window: {window}"), positions)
    for game in ("colouring:2", "colouring:3", "colouring:4", "colouring:7", "connected-colouring:3", "icol"):
        yield of(with_field(2, f"game: {game}"), positions)
    for game in ("colouring:3:alice-skips", "colouring:3:bob-skips", "own:colours=3:forbid=different:end=coloured", "labelling:3"):
        yield of(with_field(2, f"game: {game}"), positions)
    uncoloured = " ".join(["." * rows] * columns)
    for colours in (1, 2):
        yield of([head[0], head[1], f"game: colouring:{colours}", *head[3:]], [])
        yield of([head[0], head[1], f"game: colouring:{colours}", *head[3:]], [uncoloured])
    yield of(head, [uncoloured, *positions])
    for _ in range(25):
        i = rng.randrange(len(positions))
        symbols, at = list(positions[i]), rng.randrange(len(positions[i]))
        symbols[at] = rng.choice("..1234# ")
        made = "".join(symbols)
        yield of(head, sorted({*positions, made}, key=lambda p: [[".1234# ".index(c) for c in t[::-1]] for t in p.split(" ")]))
        yield of(head, [*positions[:i], made, *positions[i + 1:]])
    yield of(head, [*positions[1:2], positions[0], *positions[2:]])
    yield of(head, [positions[0], *positions])
    yield [*of(head, positions), positions[0]]
    yield [*head, "positions: 99999999999999", *positions]
    yield [*head, f"positions: 0{len(positions)}", *positions]
    yield [*head[:4], "window: four", *lines[5:]]
    yield [head[0], "says: Bob always wins", *lines[2:]]


def compare_strips(chromex, folder):
    made = [prove_every(chromex, folder / f"more{i}.cert", game, boards, "--first", first) for i, (game, boards, first) in enumerate(MORE_STRIPS)]
    compare_every_length(chromex, folder, "strip", changed_strips, made)


def compare_windows(chromex, folder):
    made = [prove_every(chromex, folder / f"window{i}.cert", game, boards, "--claim", "winner = bob") for i, (game, boards) in enumerate(MORE_WINDOWS)]
    compare_every_length(chromex, folder, "window", changed_windows, made)


def prove_every(chromex, path, game, boards, *options):
    answer = run(chromex, "prove", game, boards, "-o", path, *options)
    expect(answer.returncode == 0, f"{game} {boards}: {answer.stdout} {answer.stderr}")
    return path


def compare_every_length(chromex, folder, kind, copies, made):
    """Boards of every length: both checkers accept the examples and those that were made, and refuse changed ones for the same reason."""
    files = [*sorted(EVERY_LENGTH.glob("*.cert")), *(path for path in made if path.exists())]
    examples = [path for path in files if path.read_text().startswith(f"chromex {kind} certificate")]
    expect(examples and all(isinstance(answer, tuple) for answer in verified(examples)), "an example for every n is rejected")
    compare_files(chromex, examples, "for every n")
    changed, damaged = [], []

    def write(copy, files):
        files.append(folder / f"{kind}{len(changed)}-{len(damaged)}.cert")
        files[-1].write_bytes(copy)

    for path in examples:
        data = path.read_bytes()
        for lines in copies(data.decode().splitlines()[:-1]):
            write(strip_file(lines), changed)
        flipped = bytearray(data)
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(7)
        for copy in [bytes(flipped), data[:-20], data + b"\n"]:
            write(copy, damaged)
    compare_files(chromex, damaged, "damaged")
    answers = list(zip(changed, verified(changed), plain(chromex, changed), strict=True))
    for path, ours, theirs in answers:
        expect(ours == theirs, f"{path.read_text(errors='replace')}: verified {ours}, check {theirs}")
    accepted = sum(isinstance(ours, tuple) for _, ours, _ in answers)
    expect(0 < accepted < len(answers) / 4, f"{accepted} of {len(answers)} changed certificates are still true")


# What is wrong with copies of the drawings, and how both checkers say it.
BAD_DRAWINGS = [
    ("game: colouring:4", "game: colouring:3", "colouring:3 is not the colouring game with four colours"),
    ("boards: grid:4xN", "boards: cylinder:4xN", "`cylinder:4xN` is not grid:RxN with R from 2 to 6"),
    ("boards: grid:4xN", "boards: grid:7xN", "`grid:7xN` is not grid:RxN with R from 2 to 6"),
    ("boards: grid:4xN", "boards: grid:5xN", "the head says “Alice wins colouring:4 on grid:4xN for every N ≥ 1 whoever moves first"),
    ("says: Alice wins", "says: Bob wins", "the head says “Bob wins"),
    ("drawings: 14", "drawings: 15", "expected a line `drawing: …`, found `checksum: "),
    ("drawings: 14", "drawings: 014", "`drawings: 014` is written `drawings: 14`"),
    ("drawings: 14", "drawings: 1001", "drawings: 1001 are more than 1000"),
    ("drawing: β; border; column 2", "drawing: β; border", "drawing: `β; border` is not a name, a role and a column"),
    ("drawing: β; border; column 2", "drawing: β; edge; column 2", "`edge` is no role of a drawing"),
    ("drawing: β; border; column 2", "drawing: β; border; column 0", "the columns of a drawing are counted from 1"),
    ("drawing: β; border; column 2", "drawing: β; border; column 3", "a drawing has 1 to 7 columns, not 2"),
    ("\n?a\na.\ns.\n", "\n?a\na\ns.\n", "the lines of a drawing are of different lengths: `a`"),
    ("\n?a\na.\ns.\n", "\n?a\na!\ns.\n", "a drawing has no sign `!`"),
    ("a#..", "a...", "the drawing Δ has to have one sick vertex, in column 2, beside one that is drawn uncoloured"),
]


BAD_AROUND = [
    ("blocks around certificate", "blocks certificate", "`cylinder:4xN` is not grid:RxN with R from 2 to 6"),
    ("boards: cylinder:4xN", "boards: grid:4xN", "`grid:4xN` is not cylinder:RxN with R from 2 to 6"),
    ("columns: 11", "columns: 12", "the head says “Alice wins colouring:4 on cylinder:4xN for every N ≥ 11 when Bob moves first"),
    ("columns: 11", "columns: 8", "drawings are for cylinders of at least 9 to 33 columns, not 8"),
    ("columns: 11", "columns: 34", "drawings are for cylinders of at least 9 to 33 columns, not 34"),
    ("columns: 11", "columns: x", "columns: `x` is no number"),
    ("columns: 11\n", "", "expected a line `columns: …`, found `drawings: 12`"),
    ("Bob moves first", "Alice moves first", "the head says “Alice wins colouring:4 on cylinder:4xN for every N ≥ 11 when Alice moves first"),
]


def compare_blocks(chromex, folder):
    """Drawings of blocks: they are accepted, both refuse bad ones in the same words, and the kernel refuses cases that are spoilt."""
    files = [path for path in sorted(EVERY_LENGTH.glob("*.cert")) if "drawings: " in path.read_text()]
    expect(len(files) == 3, f"not three certificates by drawings of blocks: {files}")
    for path in files:
        answer = run(VERIFIED, path)
        expect(answer.returncode == 0 and answer.stdout.startswith("proved "), f"{path.name}: {answer.stdout}{answer.stderr}")
    example = EVERY_LENGTH / "grid-4xN-four-colours.cert"
    around = EVERY_LENGTH / "cylinder-4xN-bob-first-skips.cert"
    head = example.read_text().rsplit("checksum: ", 1)[0]
    head_around = around.read_text().rsplit("checksum: ", 1)[0]
    bad = [(head, *change) for change in BAD_DRAWINGS] + [(head_around, *change) for change in BAD_AROUND]
    for number, (text, old, new, reason) in enumerate(bad):
        path = folder / f"blocks{number}.cert"
        assert old in text, old
        path.write_bytes(strip_file(text.replace(old, new, 1).splitlines()))
        for who, answer in [("verified", verified([path])), ("check", plain(chromex, [path]))]:
            said = answer and isinstance(answer[0], str) and answer[0].startswith(reason)
            expect(said, f"{new}: {who} says {answer}, not {reason}")
    damaged = [example.read_bytes()[:-20], example.read_bytes() + b"\n", example.read_bytes().replace(b"a#..", b"b#..", 1)]
    for number, data in enumerate(damaged):
        (folder / f"damaged{number}.cert").write_bytes(data)
    compare_files(chromex, [folder / f"damaged{number}.cert" for number in range(len(damaged))], "damaged drawings")
    # Without what stands for the first column Alice cannot begin.
    lines = head.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("drawing: first column"))
    path = folder / "without-first-column.cert"
    path.write_bytes(strip_file([line.replace("drawings: 14", "drawings: 13") for line in lines[:at] + lines[at + 5:]]))
    for who, answer in [("verified", verified([path])), ("check", plain(chromex, [path]))]:
        expect(answer and isinstance(answer[0], str) and "is not known, # is outside the board" in answer[0], f"{who} says {answer}")
    made = run("make", "-C", HERE, "--quiet", "try-blocks")
    expect(made.returncode == 0, made.stderr)
    answer = run(HERE / "try-blocks", example, around).stdout.splitlines()
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed", answer[-1]) if answer else None
    expect(counts and counts[2] == "0", answer)
    results["passed"] += int(counts[1]) if counts else 0


def check_assumptions():
    answer = run("make", "-C", HERE, "--quiet", "axioms")
    text = " ".join((answer.stdout + answer.stderr).split())
    expect(answer.returncode == 0 and "Axioms: <none>" in text, f"the proofs assume something: {text}")


def main():
    chromex = sys.argv[1]
    check_assumptions()
    examples = sorted(EXAMPLES.glob("*.cert"))
    compare_speed(chromex, examples)
    with tempfile.TemporaryDirectory() as folder:
        compare_words(chromex, Path(folder))
        compare_limits(chromex, Path(folder))
        compare_strips(chromex, Path(folder))
        compare_windows(chromex, Path(folder))
        compare_blocks(chromex, Path(folder))
        files = made(chromex, Path(folder))
        print(f"{len(files)} certificates on random graphs")
        expect(len(files) >= FEWEST, f"only {len(files)} certificates on random graphs")
        games = {re.search(rb"\ngame: ([\w-]+)", path.read_bytes())[1] for path in files}
        expect(len(games) == 22, f"certificates of all 22 kinds of games, not only of {sorted(games)}")
        expect(all(isinstance(answer, tuple) for answer in verified(files)), "a new certificate is rejected")
        compare_files(chromex, files, "new")
        small = [path for path in examples if path.stat().st_size < 20_000]
        compare_forgeries(chromex, Path(folder), small + rng.sample(files, min(100, len(files))))
    print(f"{results['passed']} passed, {results['failed']} failed")
    sys.exit(results["failed"] > 0)


main()
