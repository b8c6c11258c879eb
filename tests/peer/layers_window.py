# SPDX-License-Identifier: Apache-2.0
"""Convolutions, deconvolutions, pooling, Unfold and Fold, in one to three spatial axes.

A blob of as many axes as the window has, or fewer, has one channel; of three axes, for a window of
three, it has channels and no depth. Left out: pads on axes that a blob does not have,
and deconvolutions whose weights are another layer's result (read as opaque).
"""

from model import Raw, Tagged, activation, layer

# Keys of the params per axis, innermost first (w, h, d).
KERNEL = (1, 11, 21)
DILATION = (2, 12, 22)
STRIDE = (3, 13, 23)
PAD_BEGIN = (4, 14, 24)
PAD_END = (15, 16, 17)
OUT_PAD = (18, 19, 20)
POOL_PADS = (3, 13, 14, 15, 16, 23)  # of pooling, all of them


def axes_params(m, keys, nd, draw):
    """The same on every axis by the first key alone, or one each."""
    first = draw()
    if m.chance(0.5):
        return {keys[0]: first}, [first] * nd
    rest = [first] + [draw() for _ in range(nd - 1)]
    return dict(zip(keys, rest)), rest


def room(kernel, dilation):
    return [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]


def window(m, nd, max_pad=2, same=True):
    """Params of a window, and the size it spans per axis (w, h, d)."""
    params, kernel = axes_params(m, KERNEL, nd, lambda: m.int(1, 4))
    more, dilation = axes_params(m, DILATION, nd, lambda: m.pick(1, 1, 2))
    params.update(more)
    more, stride = axes_params(m, STRIDE, nd, lambda: m.pick(1, 1, 2, 3))
    params.update(more)
    if same and m.chance(0.3):
        params[4] = m.pick(-233, -234)
    elif m.chance(0.7):
        params[4] = m.int(0, max_pad)
        if m.chance(0.4):
            for key in PAD_BEGIN[1:nd] + PAD_END[:nd]:
                params[key] = m.int(0, max_pad)
    return params, kernel, dilation, stride


def fewer_axes(m, shape, params, pads=PAD_BEGIN + PAD_END):
    """The same blob with fewer axes, where it can be said so and nothing pads the axes that go."""
    if any(params.get(key, 0) for key in pads):
        return shape
    if len(shape) == 4:
        return (shape[0],) + shape[2:] if shape[1] == 1 and m.chance(0.5) else shape
    while len(shape) > 1 and shape[0] == 1 and m.chance(0.5):
        shape = shape[1:]
    return shape


def blob(m, channels, span, params, pads=PAD_BEGIN + PAD_END):
    """Sizes (c, [d], [h], w) on which a window of this span fits."""
    shape = (channels,) + tuple(s + m.int(0, 6) for s in reversed(span))
    return fewer_axes(m, shape, params, pads)


def convolution(m, kind, nd, depthwise, dynamic):
    params, kernel, dilation, _ = window(m, nd)
    group = 1
    if depthwise:
        group = m.int(1, 4)
        ic, oc = group * m.pick(1, 1, 1, 2), group * m.pick(1, 1, 1, 2, 3)
        params[7] = group
    else:
        ic, oc = m.int(1, 6), m.int(1, 6)
    if m.chance(0.2) and 4 in params and params[4] >= 0:
        params[18] = m.real(-1, 1)
    bias = m.int(0, 1)
    params.update({0: oc, 5: bias})
    params.update(activation(m))
    shape = blob(m, ic, room(kernel, dilation), params)
    n = oc * (ic // group)
    for k in kernel:
        n *= k
    if dynamic and m.chance(0.2):
        params[19] = 1
        weight = m.random((oc, ic // group) + tuple(reversed(kernel)))
        m.layer(kind, [m.random(shape), weight] + ([m.random((oc,))] if bias else []), params)
        return
    params[6] = n
    m.layer(
        kind, [m.random(shape)], params, [Tagged(m.reals(n))] + ([Raw(m.reals(oc))] if bias else [])
    )


@layer("Convolution", "ConvolutionDepthWise")
def convolution_2d(m, kind):
    convolution(m, kind, 2, kind.endswith("Wise"), True)


@layer("Convolution1D", "ConvolutionDepthWise1D")
def convolution_1d(m, kind):
    convolution(m, kind, 1, "Wise" in kind, True)


@layer("Convolution3D", "ConvolutionDepthWise3D")
def convolution_3d(m, kind):
    convolution(m, kind, 3, "Wise" in kind, False)


@layer("Convolution")
def convolution_after_vector(m):
    """ncnn runs a 1x1 convolution on a vector as an inner product."""
    n, oc = m.int(1, 8), m.int(1, 6)
    m.layer("Convolution", [m.random((n,))], {0: oc, 1: 1, 6: n * oc}, [Tagged(m.reals(n * oc))])


def deconvolution(m, kind, nd, depthwise):
    params, kernel, dilation, stride = window(m, nd, 1, False)
    group = 1
    if depthwise:
        group = m.int(1, 4)
        ic, oc = group * m.pick(1, 1, 1, 2), group * m.pick(1, 1, 1, 2)
        params[7] = group
    else:
        ic, oc = m.int(1, 6), m.int(1, 6)
    if m.chance(0.3):
        params[18] = m.int(0, min(stride) - 1 if min(stride) > 1 else 0)
        if m.chance(0.4):
            for key in OUT_PAD[1:nd]:
                params[key] = params[18]
    shape = (ic,) + m.shape(nd, 2, 5)
    shape = fewer_axes(m, shape, params)
    spatial = (1,) * (nd + 1 - len(shape)) + shape[-nd:] if nd < 3 else ((1,) + shape[1:])[-nd:]
    if m.chance(0.25):
        # The output's size is asked for; the pads then say only where the rest goes.
        for key in list(PAD_BEGIN[1:]) + list(PAD_END):
            params.pop(key, None)
        params[4] = m.pick(-233, -234)
        first = {1: 20, 2: 20, 3: 25}[nd]
        for i in range(nd):
            full = (spatial[-1 - i] - 1) * stride[i] + (kernel[i] - 1) * dilation[i] + 1
            params[first + i] = max(1, full + params.get(18, 0) - m.int(0, 2))
    bias = m.int(0, 1)
    params.update({0: oc, 5: bias})
    params.update(activation(m))
    n = oc * (ic // group)
    for k in kernel:
        n *= k
    params[6] = n
    m.layer(
        kind, [m.random(shape)], params, [Tagged(m.reals(n))] + ([Raw(m.reals(oc))] if bias else [])
    )


@layer("Deconvolution", "DeconvolutionDepthWise")
def deconvolution_2d(m, kind):
    deconvolution(m, kind, 2, "Wise" in kind)


@layer("Deconvolution1D", "DeconvolutionDepthWise1D")
def deconvolution_1d(m, kind):
    deconvolution(m, kind, 1, "Wise" in kind)


@layer("Deconvolution3D", "DeconvolutionDepthWise3D")
def deconvolution_3d(m, kind):
    deconvolution(m, kind, 3, "Wise" in kind)


@layer("DeformableConv2D")
def deformable(m):
    params, kernel, dilation, stride = window(m, 2, 1, False)
    ic, oc = m.int(1, 4), m.int(1, 4)
    bias = m.int(0, 1)
    params.update({0: oc, 5: bias, 6: oc * ic * kernel[0] * kernel[1]})
    params.update(activation(m))
    shape = blob(m, ic, room(kernel, dilation), params)
    if m.chance(0.2):
        params.update({4: -m.int(0, 1), 14: -m.int(0, 1), 15: 2, 16: 2})
    left = params.get(4, 0)
    top, right = params.get(14, left), params.get(15, left)
    bottom = params.get(16, top)
    shape = (ic,) + ((1, 1) + shape)[-2:]
    w = (shape[2] + left + right - room(kernel, dilation)[0]) // stride[0] + 1
    h = (shape[1] + top + bottom - room(kernel, dilation)[1]) // stride[1] + 1
    bottoms = [m.random(shape), m.random((2 * kernel[0] * kernel[1], h, w), -1.5, 1.5)]
    if m.chance(0.5):
        taps = kernel[0] * kernel[1]
        bottoms.append(m.random((h, w) if taps == 1 and m.chance(0.5) else (taps, h, w), 0, 1))
    m.layer(
        "DeformableConv2D",
        bottoms,
        params,
        [Tagged(m.reals(params[6]))] + ([Raw(m.reals(oc))] if bias else []),
    )


def pool_window(m, nd):
    stride_keys, begin, end = ((2, 12, 22), (3, 13, 23), (14, 15, 16))
    params, kernel = axes_params(m, KERNEL, nd, lambda: m.int(1, 4))
    more, stride = axes_params(m, stride_keys, nd, lambda: m.int(1, 3))
    params.update(more)
    if m.chance(0.6):
        params[3] = m.int(0, max(0, min(kernel) - 1))
        if m.chance(0.4):
            for key, k in list(zip(begin[1:nd], kernel[1:])) + list(zip(end[:nd], kernel)):
                params[key] = m.int(0, k - 1)
    params[5] = m.int(0, 3 if nd == 1 or all(k >= s for k, s in zip(kernel, stride)) else 1)
    return params, kernel


def pooling(m, kind, nd):
    how = m.int(0, 9)
    params = {0: m.int(0, 1)}
    if how == 0:
        params[4] = 1
        shape = blob(m, m.int(1, 6), [1] * nd, {})
    elif how <= 2:
        params[7] = 1
        shape = blob(m, m.int(1, 6), [m.int(1, 3)] * nd, {})
        more, _ = axes_params(m, (8, 18, 28), nd, lambda: m.pick(1, 2, 3, 5, -233))
        params.update(more)
    else:
        more, kernel = pool_window(m, nd)
        params.update(more)
        if params[0] == 1:
            params[6] = m.int(0, 1)
        shape = blob(m, m.int(1, 6), kernel, params if params[5] < 2 else {3: 1}, POOL_PADS)
    m.layer(kind, [m.random(shape)], params)


@layer("Pooling")
def pooling_2d(m):
    pooling(m, "Pooling", 2)


@layer("Pooling1D")
def pooling_1d(m):
    pooling(m, "Pooling1D", 1)


@layer("Pooling3D")
def pooling_3d(m):
    pooling(m, "Pooling3D", 3)


@layer("Unfold")
def unfold(m):
    params, kernel, dilation, _ = window(m, 2)
    if m.chance(0.3):
        params[18] = m.real(-1, 1)
    m.layer("Unfold", [m.random(blob(m, m.int(1, 4), room(kernel, dilation), params))], params)


@layer("Fold")
def fold(m):
    params, kernel, dilation, stride = window(m, 2, 1, False)
    span = room(kernel, dilation)
    left = params.get(4, 0)
    top, right = params.get(14, left), params.get(15, left)
    bottom = params.get(16, top)
    out = [max(s - p, 1) + m.int(0, 5) for s, p in zip(span, (left + right, top + bottom))]
    params[20] = out[0]
    if m.chance(0.7):
        params[21] = out[1]
    else:
        out[1] = out[0]
    nw = (out[0] + left + right - span[0]) // stride[0] + 1
    nh = (out[1] + top + bottom - span[1]) // stride[1] + 1
    if nw < 1 or nh < 1:
        return
    taps = kernel[0] * kernel[1]
    rows = m.int(1, 3) * taps + (m.int(0, taps - 1) if m.chance(0.3) else 0)
    m.layer(
        "Fold", [m.random((nw * nh,) if rows == 1 and m.chance(0.5) else (rows, nw * nh))], params
    )


@layer("StatisticsPooling")
def statistics(m):
    m.layer("StatisticsPooling", [m.random(m.any_shape(hi=6), 0.1, 2)], {0: m.int(0, 1)})
