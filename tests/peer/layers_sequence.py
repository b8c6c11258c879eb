# SPDX-License-Identifier: Apache-2.0
"""Recurrent layers and attention. Key and value caches are left out: the pinned wheel lays them out
otherwise."""

from model import Raw, Tagged, layer


@layer("RNN", "GRU")
def rnn_gru(m, kind):
    gates, biases = {"RNN": (1, 1), "GRU": (3, 4)}[kind]
    n, size, steps, direction = m.int(1, 6), m.int(1, 6), m.int(1, 6), m.int(0, 2)
    d = 2 if direction == 2 else 1
    params = {0: n, 1: size * n * gates * d, 2: direction}
    weights = [
        Tagged(m.reals(params[1])),
        Tagged(m.reals(n * biases * d)),
        Tagged(m.reals(n * n * gates * d)),
    ]
    state = m.int(0, 2)
    bottoms = [m.random((steps, size))] + ([m.random((d, n))] if state else [])
    m.layer(kind, bottoms, params, weights, n_out=2 if state == 2 or m.chance(0.3) else 1)


@layer("LSTM")
def lstm(m):
    n, size, steps, direction = m.int(1, 6), m.int(1, 6), m.int(1, 6), m.int(0, 2)
    hidden = n if m.chance(0.5) else m.int(1, 6)
    d = 2 if direction == 2 else 1
    params = {0: n, 1: size * hidden * 4 * d, 2: direction}
    if hidden != n or m.chance(0.5):
        params[3] = hidden
    weights = [
        Tagged(m.reals(params[1])),
        Tagged(m.reals(hidden * 4 * d)),
        Tagged(m.reals(n * hidden * 4 * d)),
    ]
    if hidden != n:
        weights.append(Tagged(m.reals(hidden * n * d)))
    bottoms = [m.random((steps, size))]
    if m.chance(0.5):
        bottoms += [m.random((d, n)), m.random((d, hidden))]
    m.layer("LSTM", bottoms, params, weights, n_out=m.pick(1, 3))


@layer("MultiHeadAttention")
def attention(m):
    heads = m.int(1, 3)
    width = heads * m.int(1, 4)
    n_bottoms = m.int(1, 3)
    q = m.int(1, 6)
    k = q if n_bottoms == 1 else m.int(1, 6)
    v = k if n_bottoms < 3 else m.int(1, 6)
    src = m.int(1, 5)
    dst = src if n_bottoms == 1 else m.int(1, 5)
    params = {0: width, 1: heads, 2: width * q, 3: k, 4: v}
    if m.chance(0.4):
        params[6] = m.real(0.2, 1)
    weights = [
        Tagged(m.reals(width * q)),
        Raw(m.reals(width)),
        Tagged(m.reals(width * k)),
        Raw(m.reals(width)),
        Tagged(m.reals(width * v)),
        Raw(m.reals(width)),
        Tagged(m.reals(q * width)),
        Raw(m.reals(q)),
    ]
    bottoms = [m.random((src, q))] + [m.random((dst, w)) for w in (k, v)[: n_bottoms - 1]]
    if m.chance(0.4):
        params[5] = 1
        bottoms.append(m.random((src, dst) if m.chance(0.5) else (heads, src, dst)))
    m.layer("MultiHeadAttention", bottoms, params, weights)


@layer("SDPA")
def sdpa(m):
    groups = m.int(1, 3)
    heads, width, out_width = groups * m.int(1, 2), m.int(1, 6), m.int(1, 6)
    src, dst = m.int(1, 5), m.int(1, 5)
    params = {}
    if m.chance(0.4):
        params[6] = m.real(0.2, 1)
    bottoms = [
        m.random((heads, src, width)),
        m.random((groups, dst, width)),
        m.random((groups, dst, out_width)),
    ]
    if m.chance(0.4):
        params[5] = 1
        bottoms.append(m.random(m.pick((src, dst), (1, src, dst), (heads, src, dst))))
    m.layer("SDPA", bottoms, params)


@layer("RotaryEmbed")
def rotary(m):
    heads, steps, half = m.int(1, 4), m.int(1, 6), m.int(1, 5)
    bottoms = [m.random((heads, steps, 2 * half)), m.random((steps, half)), m.random((steps, half))]
    m.layer("RotaryEmbed", bottoms, {0: m.int(0, 1)})
