"""Learns `src/crowns/crowns-duel.values`: what a table of two at Crowns is worth, on the default board. Needs PyTorch, and a GPU to be done in minutes.

    python3 crowns_duel.py MINUTES OUT.values [RECORDS.jsonl ...]

Games are played by the net as it is, by seats of all strengths; positions from records (`spieltisch simulate --game crowns --players 2
--bots level1,level5 ...`) come on top, some of them with fields changed at random. Each of these positions, with a roll due, is valued
exactly over all rolls and placements by what the net says of the positions after them, or by the result where it is known, and the net
is fitted to that. The error that is left is what a review calls drift.
"""

import itertools
import json
import math
import struct
import sys
import time

import torch

GPU = torch.cuda.is_available()
DEVICE = "cuda" if GPU else "cpu"
HALF = torch.float16 if GPU else torch.float32
CROWNS = [0, 0, 1, 2, 3, 2, 0, 0, 1, 3, 4, 3, 0, 1, 2, 3, 4, 4, 1, 1, 2, 3, 5, 5, 1, 2, 3, 4, 6, 6, 1, 2, 3, 4, 5, 6]
CHIPS, FIELDS, LINES, UNIT = 18, 36, 12, 10
# The shape of the net, as in `src/crowns/duel.rs`.
WIDE, MIDDLE, NARROW = 192, 64, 32
LINE_STATES = (5, 4, 3, 2)
INPUTS = FIELDS + len(LINE_STATES) * LINES + CHIPS + 1 + 1 + 2 * FIELDS
PHASES, PHASE_OF = 5, [0, 0, 1, 1, 2, 2, 3, 3, 3] + [4] * 10
STEPS = 512
# How much at a time.
GAMES, CHUNK, BATCH, FITS, FROM_RECORDS = (10240, 2048, 16384, 120, 40960) if GPU else (24, 24, 256, 4, 48)
# A net that knows nothing yet may never place its last chip.
MOST_TURNS = 48
LOW = -1e4


def tensor(data, kind=torch.float32):
    return torch.tensor(data, dtype=kind, device=DEVICE)


def field(count, number):
    return (number - 1) * 6 + count - 1


# ---- One turn: 924 patterns of fields, 462 rolls (crowns.turn.lower, crowns.turn.place), as in `src/crowns/turn.rs`
COUNTS = sorted((c for c in itertools.product(range(7), repeat=6) if sum(c) <= 6), key=lambda c: (sum(n > 0 for n in c), c))
INDEX = {c: i for i, c in enumerate(COUNTS)}
PATTERNS = len(COUNTS)
ROLLS = [c for c in COUNTS if sum(c) == 6]


def without_one(counts):
    """The patterns with one field fewer."""
    return [INDEX[tuple(0 if r == row else n for r, n in enumerate(counts))] for row in range(6) if counts[row]]


def lowered(roll):
    """All that a roll can be turned down to, itself among them."""
    found, waiting = {roll}, [roll]
    while waiting:
        counts = waiting.pop()
        shown = [row for row in range(6) if counts[row]]
        for low, high in zip(shown, shown[1:]):
            step = list(counts)
            step[high] -= 1
            step[low] += 1
            if tuple(step) not in found:
                found.add(tuple(step))
                waiting.append(tuple(step))
    return found


BITS = tensor([[float(c[f // 6] == f % 6 + 1) for f in range(FIELDS)] for c in COUNTS])
SIZE = BITS.sum(-1)
SMALLER = []
for size in range(1, 7):
    members = [i for i in range(PATTERNS) if sum(n > 0 for n in COUNTS[i]) == size]
    SMALLER.append((tensor(members, torch.long), tensor([without_one(COUNTS[i]) for i in members], torch.long)))
REACH = [sorted(INDEX[c] for c in lowered(roll)) for roll in ROLLS]
LONGEST = max(map(len, REACH))
REACHED = tensor([r + [r[0]] * (LONGEST - len(r)) for r in REACH], torch.long)
WEIGHT = tensor([math.factorial(6) / math.prod(math.factorial(n) for n in c) / 6**6 for c in ROLLS])
# Which patterns each roll can place.
PARTS = []
for i in range(PATTERNS):
    PARTS.append({i}.union(*(PARTS[part] for part in without_one(COUNTS[i]))))
PLACES = torch.zeros(len(ROLLS), PATTERNS, dtype=torch.bool)
for roll, fulls in enumerate(REACH):
    PLACES[roll, sorted(set().union(*(PARTS[full] for full in fulls)))] = True
PLACES = PLACES.to(DEVICE)

LINE = torch.zeros(FIELDS, LINES)
for n in range(1, 6):
    for k in range(1, 6):
        LINE[field(k, n), n - 1] = LINE[field(n, k), 4 + n] = 1
    LINE[field(n, n), 10] = LINE[field(n, 6 - n), 11] = 1
LINE = LINE.to(DEVICE)
LINE_CROWNS = tensor(CROWNS) @ LINE
EDGE = tensor([float(CROWNS[f]) if f // 6 == 5 or f % 6 == 5 else 0.0 for f in range(FIELDS)])
BIT_LINES, BIT_EDGE, PHASE = BITS @ LINE, BITS @ EDGE, tensor(PHASE_OF, torch.long)


def best_worth(worth):
    """What the best placement of every roll is worth: over all parts of a pattern, then over all that the roll can be turned down to."""
    best = worth.clone()
    for members, without in SMALLER:
        best[:, members] = torch.maximum(best[:, members], best[:, without].amax(-1))
    return best[:, REACHED].amax(-1)


def inputs(bits, lines, chips, points):
    """What the net sees of a seat."""
    states = [(lines == full) for full in LINE_STATES]
    counted = torch.nn.functional.one_hot(chips.long(), CHIPS + 1)
    gains = [(1 - bits) * ((lines == full) * LINE_CROWNS / UNIT @ LINE.T) for full in (4, 3)]
    return torch.cat([part.to(HALF) for part in [bits, *states, counted, (points / UNIT).unsqueeze(-1), *gains]], -1)


def score(bits):
    return bits @ EDGE + ((bits @ LINE) == 5).float() @ LINE_CROWNS


def seat_inputs(bits):
    return inputs(bits, bits @ LINE, CHIPS - bits.sum(-1), score(bits))


def phase_of(bits):
    return PHASE[(CHIPS - bits.sum(-1)).min(-1).values.long()]


class Net(torch.nn.Module):
    """Each seat by itself, then beside the other, by phase; `place` is who rolls next and whose seat it is."""

    def __init__(self):
        super().__init__()

        def random(*shape):
            return torch.nn.Parameter(torch.randn(*shape, device=DEVICE) * (2 / shape[-2]) ** 0.5)

        def zeros(*shape):
            return torch.nn.Parameter(torch.zeros(*shape, device=DEVICE))

        self.first, self.first_place = random(INPUTS, WIDE), zeros(2, 2, WIDE)
        self.own, self.other, self.second_place = random(PHASES, WIDE, MIDDLE), random(PHASES, WIDE, MIDDLE), zeros(PHASES, 2, 2, MIDDLE)
        self.third, self.third_bias = random(PHASES, MIDDLE, NARROW), zeros(PHASES, NARROW)
        self.last, self.last_place = random(PHASES, NARROW), zeros(PHASES, 2, 2)

    def seen(self, x, next_, seat):
        return torch.relu(x @ self.first.to(x.dtype) + self.first_place[next_, seat].to(x.dtype))

    @staticmethod
    def all_phases(seen, weights):
        return seen @ weights.permute(1, 0, 2).reshape(WIDE, -1).to(seen.dtype)

    def worth(self, middle, phase, next_, seat):
        shape = phase.shape
        middle, phase = middle.reshape(-1, PHASES, MIDDLE), phase.reshape(-1)
        middle = middle.gather(1, phase[:, None, None].expand(-1, 1, MIDDLE)).squeeze(1)
        second = torch.relu(middle + self.second_place[:, next_, seat].to(middle.dtype)[phase])
        third = (second @ self.third.permute(1, 0, 2).reshape(MIDDLE, -1).to(second.dtype)).view(-1, PHASES, NARROW)
        third = third.gather(1, phase[:, None, None].expand(-1, 1, NARROW)).squeeze(1)
        third = torch.relu(third.float() + self.third_bias[phase])
        return ((third * self.last[phase]).sum(-1) + self.last_place[phase, next_, seat]).view(shape)

    def forward(self, bits, next_):
        """The first seat's chance before seat `next_` rolls."""
        phase = phase_of(bits)
        first, second = (self.seen(seat_inputs(bits[:, seat]), next_, seat) for seat in (0, 1))
        own, other = (lambda seen: self.all_phases(seen, self.own)), (lambda seen: self.all_phases(seen, self.other))
        lead = self.worth(own(first) + other(second), phase, next_, 0) - self.worth(own(second) + other(first), phase, next_, 1)
        return torch.sigmoid(lead)


def last_turn(bits, points):
    """The chance of whoever has these points for good against one more turn of the other, who takes the most points."""
    lines = (bits @ LINE).unsqueeze(1) + BIT_LINES
    all_points = (bits @ EDGE).unsqueeze(1) + BIT_EDGE + (lines == 5).float() @ LINE_CROWNS
    allowed = ((bits @ BITS.T) == 0) & (SIZE <= (CHIPS - bits.sum(-1)).unsqueeze(-1))
    best = best_worth(torch.where(allowed, all_points, LOW))
    chances = torch.zeros(len(bits), 256, device=DEVICE).scatter_add_(1, best.long().clamp(min=0), WEIGHT.expand_as(best))
    return (chances.cumsum(1) - chances / 2).gather(1, points.long())


@torch.no_grad()
def placements(net, bits, mover):
    """For each position and pattern: the mover's chance after placing it, whether it may be placed, and the lines and points after it."""
    next_, own, other = 1 - mover, bits[:, mover], bits[:, 1 - mover]
    chips, others_chips = CHIPS - own.sum(-1, keepdim=True), CHIPS - other.sum(-1, keepdim=True)
    allowed = ((own @ BITS.T) == 0) & (SIZE <= chips)
    lines = (own @ LINE).unsqueeze(1) + BIT_LINES
    points = (own @ EDGE).unsqueeze(1) + BIT_EDGE + (lines == 5).float() @ LINE_CROWNS
    left = (chips - SIZE).clamp(min=0)
    phase = PHASE[torch.minimum(left, others_chips).long()]
    moved = net.seen(inputs((own.unsqueeze(1) + BITS).clamp(max=1), lines, left, points), next_, mover)
    still = net.seen(seat_inputs(other), next_, next_).unsqueeze(1)
    mine = net.all_phases(moved, net.own) + net.all_phases(still, net.other)
    theirs = net.all_phases(still, net.own) + net.all_phases(moved, net.other)
    chances = torch.sigmoid(net.worth(mine, phase, next_, mover) - net.worth(theirs, phase, next_, next_))
    if mover == 0:
        ended, result = left == 0, last_turn(other, points)
    else:
        lead = points - score(other).unsqueeze(1)
        ended, result = (left == 0) | (others_chips == 0), (lead > 0).float() + (lead == 0).float() / 2
    return torch.where(ended, result, chances), allowed, lines, points


def exact_turn(net, bits, mover):
    """The first seat's chance before `mover` rolls, over all rolls; and all placements."""
    chances, allowed, lines, points = placements(net, bits, mover)
    mean = (best_worth(torch.where(allowed, chances, LOW)) * WEIGHT).sum(-1)
    return mean if mover == 0 else 1 - mean, chances, allowed, lines, points


# ---- Who plays: how much of the obvious, the chance to overlook a placement, unsteadiness in points; and how many of them
MANNERS = tensor([[0, 0, 0], [0, 0, 0.3], [0, 0, 1], [0.46, 0.05, 0.4], [0.53, 0.2, 0.8], [0.6, 0.35, 1], [1, 0.4, 1], [0, 0.3, 4]])
SHARES = tensor([0.34, 0.12, 0.08, 0.1, 0.1, 0.1, 0.1, 0.06])


def obvious(own, lines, points):
    """As `obvious` in `src/crowns/player.rs`."""
    grown = ((lines**2 - ((own @ LINE) ** 2).unsqueeze(1)) * LINE_CROWNS).sum(-1) / 60
    return points - score(own).unsqueeze(1) + grown + SIZE / 2


@torch.no_grad()
def play(net, begins):
    """Plays games; every position before a roll, who rolls, and its exact value over the net."""
    bits = torch.zeros(GAMES, 2, FIELDS, device=DEVICE)
    manner = torch.multinomial(SHARES.expand(GAMES * 2, -1), 1).view(GAMES, 2)
    manner[: GAMES // 4] = 6 if begins else 0
    samples, playing = [], torch.arange(GAMES, device=DEVICE)
    for turn in range(MOST_TURNS):
        mover = turn % 2
        for part in playing.split(CHUNK):
            here = bits[part]
            value, chances, allowed, lines, points = exact_turn(net, here, mover)
            samples.append((mover, here.to(torch.uint8), value))
            how = MANNERS[manner[part, mover]]
            seen = torch.rand_like(chances) >= how[:, 1:2]
            seen[:, 0] = True
            wavering = how[:, 2:3] * (torch.rand_like(chances) + torch.rand_like(chances) - 1)
            liked = how[:, :1] * obvious(here[:, mover], lines, points) + (1 - how[:, :1]) * 30 * chances + wavering
            roll = torch.multinomial(WEIGHT.expand(len(part), -1), 1).squeeze(1)
            placed = torch.where(allowed & seen & PLACES[roll], liked, LOW).argmax(-1)
            bits[part, mover] += BITS[placed]
        if mover == 1:
            playing = playing[(bits[playing].sum(-1) < CHIPS).all(-1)]
        if not len(playing):
            break
    return samples


def read(paths):
    """The positions of records before each roll, by who rolls."""
    found = ([], [])
    for line in (line for path in paths for line in open(path)):
        events, bits, mover = json.loads(line)["events"], [[0] * FIELDS, [0] * FIELDS], 0
        for event in (event for event in events if event.startswith("place")):
            for name in (word for word in event.split() if "x" in word):
                bits[mover][field(*map(int, name.split("x")))] = 1
            mover = 1 - mover
            if all(sum(seat) < CHIPS for seat in bits):
                found[mover].append([list(seat) for seat in bits])
    return [tensor(positions, torch.uint8) if positions else None for positions in found]


@torch.no_grad()
def from_records(net, known):
    """Some of the positions of records with their values, every third with some fields changed."""
    samples = []
    for mover, positions in enumerate(known):
        for _ in range(0, FROM_RECORDS if positions is not None else 0, CHUNK):
            bits = positions[torch.randint(len(positions), (CHUNK,), device=DEVICE)].float()
            changed = (torch.rand_like(bits) < 0.04) & (torch.rand(len(bits), 1, 1, device=DEVICE) < 0.33)
            other = torch.where(changed, 1 - bits, bits)
            bits = torch.where((other.sum(-1, keepdim=True) < CHIPS).all(1, keepdim=True), other, bits)
            samples.append((mover, bits.to(torch.uint8), exact_turn(net, bits, mover)[0]))
    return samples


def save(net, path):
    """Each part's scale, then its weights as multiples of it: high bytes, low bytes; see `Duel::from_bytes`."""
    parts = [values.detach().float().cpu().flatten() for values in net.parameters()]
    scales = [float(part.abs().max()) / STEPS or 1.0 for part in parts]
    steps = torch.cat([(part / scale).round().int() for part, scale in zip(parts, scales)])
    folded = torch.where(steps >= 0, 2 * steps, -2 * steps - 1)
    data = b"CRWN\x02\x03" + struct.pack(f"<{len(scales)}f", *scales)
    data += bytes((folded >> 8).tolist()) + bytes((folded & 255).tolist())
    check = 0xCBF29CE484222325
    for byte in data:
        check = (check ^ byte) * 0x100000001B3 % 2**64
    with open(path, "wb") as file:
        file.write(data + struct.pack("<Q", check))


def main():
    minutes, out, *records = sys.argv[1:]
    torch.manual_seed(1)
    known = read(records)
    net, steady = Net(), Net()
    steady.load_state_dict(net.state_dict())
    learner = torch.optim.Adam(net.parameters(), lr=1e-3)
    begun, rounds, share = time.time(), [], 0.0
    while share < 1:
        share = (time.time() - begun) / (60 * float(minutes))
        rounds = rounds[-5:] + [play(steady, begins=len(rounds) < 6) + from_records(steady, known)]
        for group in learner.param_groups:
            group["lr"] = 5e-4 * (1 + math.cos(math.pi * min(1.0, share))) + 2e-6
        pools = [[torch.cat(part) for part in zip(*((b, v) for round_ in rounds for m, b, v in round_ if m == mover))] for mover in (0, 1)]
        errors = []
        for step in range(FITS):
            bits, values = pools[step % 2]
            pick = torch.randint(len(values), (BATCH,), device=DEVICE)
            squared = (net(bits[pick].float(), step % 2) - values[pick]).square().mean()
            learner.zero_grad(set_to_none=True)
            squared.backward()
            learner.step()
            errors.append(squared.detach())
            with torch.no_grad():
                for mine, theirs in zip(steady.parameters(), net.parameters()):
                    mine.lerp_(theirs, 0.1 if share < 0.2 else 0.02 if share < 0.7 else 0.005)
        print(f"{time.time() - begun:6.0f} s: off by {100 * float(torch.stack(errors).mean().sqrt()):.2f} %", flush=True)
        save(steady, out)


main()
