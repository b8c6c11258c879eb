# SPDX-License-Identifier: Apache-2.0
"""Small networks of the usual kinds. NETWORKS: name, what makes the module, sizes of an example
(or how many indices, below how much), of the target, and the loss."""

import torch
from torch import nn
from torch.nn import functional as F


def conv_norm(i, o, k=3, stride=1, groups=1):
    return nn.Sequential(
        nn.Conv2d(i, o, k, stride, k // 2, groups=groups, bias=False), nn.BatchNorm2d(o)
    )


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = conv_norm(1, 8), conv_norm(8, 12, stride=2)
        self.c = nn.Conv2d(12, 16, 3)
        self.fc = nn.Linear(16 * 4, 5)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.a(x)), 2)
        x = F.relu(self.b(x))
        x = F.leaky_relu(self.c(x), 0.1)
        return self.fc(torch.flatten(x, 1))


class Block(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.a, self.b = conv_norm(i, o, stride=stride), conv_norm(o, o)
        self.down = conv_norm(i, o, 1, stride) if i != o else nn.Identity()

    def forward(self, x):
        return F.relu(self.b(F.relu(self.a(x))) + self.down(x))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = conv_norm(3, 8)
        self.blocks = nn.Sequential(Block(8, 8, 1), Block(8, 16, 2), Block(16, 16, 1))
        self.fc = nn.Linear(16, 5)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.stem(x)), 3, 2, 1)
        return self.fc(F.adaptive_avg_pool2d(self.blocks(x), 1).flatten(1))


class Dense(nn.Module):
    """Each layer reads all before it: batch norm and ReLU in front of the convolution."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 6, 3, padding=1)
        self.norms = nn.ModuleList(nn.BatchNorm2d(6 + 4 * i) for i in range(3))
        self.convs = nn.ModuleList(nn.Conv2d(6 + 4 * i, 4, 3, padding=1) for i in range(3))
        self.shrink = nn.Conv2d(18, 8, 1)
        self.last = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 5)

    def forward(self, x):
        x = self.stem(x)
        for norm, conv in zip(self.norms, self.convs):
            x = torch.cat([x, conv(F.relu(norm(x)))], 1)
        x = F.avg_pool2d(self.shrink(x), 2)
        return self.fc(F.relu(self.last(x)).mean((2, 3)))


class Inverted(nn.Module):
    def __init__(self, i, o, stride, act):
        super().__init__()
        self.wide, self.deep = conv_norm(i, 3 * i, 1), conv_norm(3 * i, 3 * i, 3, stride, 3 * i)
        self.narrow = conv_norm(3 * i, o, 1)
        self.act, self.add = act, i == o and stride == 1

    def forward(self, x):
        y = self.narrow(self.act(self.deep(self.act(self.wide(x)))))
        return x + y if self.add else y


class Mobile(nn.Module):
    def __init__(self, act=F.relu6):
        super().__init__()
        self.stem, self.act = conv_norm(3, 8, 3, 2), act
        self.blocks = nn.Sequential(
            Inverted(8, 8, 1, act), Inverted(8, 12, 2, act), Inverted(12, 12, 1, act)
        )
        self.head = conv_norm(12, 20, 1)
        self.fc = nn.Linear(20, 5)

    def forward(self, x):
        x = self.act(self.head(self.blocks(self.act(self.stem(x)))))
        return self.fc(x.mean([2, 3]))


class Excite(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.deep = conv_norm(3, 8), conv_norm(8, 8, 5, groups=8)
        self.down, self.up = nn.Conv2d(8, 4, 1), nn.Conv2d(4, 8, 1)
        self.fc = nn.Linear(8, 5)

    def forward(self, x):
        x = F.silu(self.deep(F.silu(self.stem(x))))
        s = F.relu(self.down(F.adaptive_avg_pool2d(x, 1)))
        x = x * torch.sigmoid(self.up(s))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = conv_norm(1, 6), conv_norm(6, 10), conv_norm(10, 14)
        self.up = nn.ConvTranspose2d(14, 10, 2, 2)
        self.d, self.e = conv_norm(20, 10), conv_norm(16, 6)
        self.out = nn.Conv2d(6, 3, 1)

    def forward(self, x):
        a = F.relu(self.a(x))
        b = F.relu(self.b(F.max_pool2d(a, 2)))
        c = F.relu(self.c(F.max_pool2d(b, 2)))
        d = F.relu(self.d(torch.cat([self.up(c), b], 1)))
        u = F.interpolate(d, scale_factor=2, mode="bilinear", align_corners=False)
        return self.out(F.relu(self.e(torch.cat([u, a], 1))))


class Attention(nn.Module):
    """Layers of attention and of a product with GELU, each behind a layer norm."""

    def __init__(self, n=12, heads=3):
        super().__init__()
        self.heads = heads
        self.first = nn.Linear(7, n)
        self.norm1, self.norm2, self.norm3 = nn.LayerNorm(n), nn.LayerNorm(n), nn.LayerNorm(n)
        self.q, self.k, self.v, self.o = (nn.Linear(n, n) for _ in range(4))
        self.wide, self.narrow = nn.Linear(n, 2 * n), nn.Linear(2 * n, n)
        self.fc = nn.Linear(n, 5)

    def forward(self, x):
        x = self.first(x)
        b, t, n = x.shape
        h = self.norm1(x)
        q, k, v = (
            f(h).view(b, t, self.heads, n // self.heads).transpose(1, 2)
            for f in (self.q, self.k, self.v)
        )
        p = torch.softmax(q @ k.transpose(2, 3) / (n // self.heads) ** 0.5, 3)
        x = x + self.o((p @ v).transpose(1, 2).reshape(b, t, n))
        x = x + self.narrow(F.gelu(self.wide(self.norm2(x))))
        return self.fc(self.norm3(x).mean(1))


class Encoder(nn.Module):
    """PyTorch's own layer."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(7, 12)
        self.layer = nn.TransformerEncoderLayer(12, 2, 20, 0.0, batch_first=True)
        self.fc = nn.Linear(12, 5)

    def forward(self, x):
        return self.fc(self.layer(self.first(x)).mean(1))


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(40, 10)
        self.hidden, self.fc = nn.Linear(10, 16), nn.Linear(16, 5)

    def forward(self, x):
        return self.fc(torch.tanh(self.hidden(self.words(x).mean(1))))


class Tied(nn.Module):
    """The table of words is also what words are told by."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 10)
        self.hidden = nn.Linear(10, 10)

    def forward(self, x):
        return torch.tanh(self.hidden(self.words(x).mean(1))) @ self.words.weight.t()


class Shared(nn.Module):
    """A convolution that is used three times."""

    def __init__(self):
        super().__init__()
        self.stem, self.again = nn.Conv2d(3, 6, 3, padding=1), nn.Conv2d(6, 6, 3, padding=1)
        self.fc = nn.Linear(6, 5)

    def forward(self, x):
        x = torch.tanh(self.stem(x))
        for _ in range(3):
            x = x + torch.tanh(self.again(x))
        return self.fc(x.mean((2, 3)))


class Shuffle(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = conv_norm(3, 12)
        self.a, self.b = conv_norm(6, 6, 1), conv_norm(6, 6, 3, 1, 6)
        self.fc = nn.Linear(12, 5)

    def forward(self, x):
        x = F.relu(self.stem(x))
        left, right = x.chunk(2, 1)
        right = F.relu(self.a(self.b(right)))
        n, _, h, w = x.shape
        x = torch.cat([left, right], 1).view(n, 2, 6, h, w).transpose(1, 2).reshape(n, 12, h, w)
        return self.fc(x.mean((2, 3)))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.cell = kind(7, 9, batch_first=True)
        self.fc = nn.Linear(9, 5)

    def forward(self, x):
        return self.fc(self.cell(x)[0][:, -1])


class Several(nn.Module):
    """Of two inputs."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(6, 8), nn.Conv1d(2, 8, 3)
        self.fc = nn.Linear(8, 3)

    def forward(self, x, y):
        return self.fc(F.elu(self.a(x)) * torch.sigmoid(self.b(y)).amax(2))


def perceptron(*act):
    return nn.Sequential(
        nn.Linear(10, 16), act[0], nn.Linear(16, 12), act[-1], nn.Linear(12, 5)
    )


def normed(norm):
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, 2, 1),
        norm(),
        nn.ReLU(),
        nn.Conv2d(8, 8, 3, 1, 1, groups=2),
        norm(),
        nn.Hardswish(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(8, 5),
    )


def auto_encoder():
    return nn.Sequential(
        nn.Conv2d(1, 6, 3, 2, 1),
        nn.PReLU(6),
        nn.Conv2d(6, 10, 3, 2, 1),
        nn.PReLU(),
        nn.ConvTranspose2d(10, 6, 3, 2, 1, 1),
        nn.Softplus(),
        nn.ConvTranspose2d(6, 1, 4, 2, 1),
    )


def super_resolution():
    return nn.Sequential(
        nn.ReflectionPad2d(1), nn.Conv2d(1, 8, 3), nn.Tanh(), nn.Conv2d(8, 4, 3, 1, 1),
        nn.PixelShuffle(2),
    )


def of_signals():
    return nn.Sequential(
        nn.Conv1d(2, 8, 5, 2, dilation=2), nn.BatchNorm1d(8), nn.ELU(), nn.MaxPool1d(2),
        nn.Conv1d(8, 8, 3, groups=4), nn.GELU("tanh"), nn.AdaptiveAvgPool1d(2), nn.Flatten(),
        nn.Linear(16, 5), nn.LogSoftmax(1),
    )


def of_volumes():
    return nn.Sequential(
        nn.Conv3d(1, 4, 3, 1, 1), nn.BatchNorm3d(4), nn.ReLU(), nn.MaxPool3d(2),
        nn.Conv3d(4, 6, 2), nn.SiLU(), nn.Flatten(), nn.Linear(6 * 27, 5),
    )


CROSS, CLASS = "softmax_cross_entropy", 5
# name, maker, inputs, target (an int: classes; a list: sizes), loss
NETWORKS = [
    ("plain", Plain, [(1, 16, 16)], CLASS, CROSS),
    ("residual", Residual, [(3, 16, 16)], CLASS, CROSS),
    ("dense", Dense, [(1, 10, 10)], CLASS, CROSS),
    ("mobilenet_v2", Mobile, [(3, 16, 16)], CLASS, CROSS),
    ("mobilenet_v3", lambda: Mobile(F.hardswish), [(3, 16, 16)], CLASS, CROSS),
    ("squeeze_and_excite", Excite, [(3, 12, 12)], CLASS, CROSS),
    ("shuffle", Shuffle, [(3, 10, 10)], CLASS, CROSS),
    ("shared", Shared, [(3, 8, 8)], CLASS, CROSS),
    ("unet", UNet, [(1, 16, 16)], (3, 16, 16), CROSS),
    ("perceptron", lambda: perceptron(nn.ReLU()), [(10,)], CLASS, CROSS),
    ("perceptron_sigmoid", lambda: perceptron(nn.Sigmoid(), nn.Mish()), [(10,)], CLASS, CROSS),
    ("perceptron_mse", lambda: perceptron(nn.Tanh()), [(10,)], [5], "mse"),
    ("perceptron_l1", lambda: perceptron(nn.SELU()), [(10,)], [5], "l1"),
    ("perceptron_huber", lambda: perceptron(nn.CELU(0.7)), [(10,)], [5], "huber"),
    ("perceptron_binary", lambda: perceptron(nn.SiLU()), [(10,)], [5], "binary_cross_entropy"),
    ("attention", Attention, [(6, 7)], CLASS, CROSS),
    ("encoder", Encoder, [(6, 7)], CLASS, CROSS),
    ("bag_of_words", Bag, [("indices", 9, 40)], CLASS, CROSS),
    ("tied", Tied, [("indices", 9, 20)], 20, CROSS),
    ("group_norm", lambda: normed(lambda: nn.GroupNorm(2, 8)), [(3, 12, 12)], CLASS, CROSS),
    ("instance_norm", lambda: normed(lambda: nn.InstanceNorm2d(8, affine=True)), [(3, 12, 12)],
     CLASS, CROSS),
    ("auto_encoder", auto_encoder, [(1, 16, 16)], [1, 16, 16], "mse"),
    ("super_resolution", super_resolution, [(1, 8, 8)], [1, 16, 16], "l1"),
    ("signals", of_signals, [(2, 40)], CLASS, CROSS),
    ("volumes", of_volumes, [(1, 8, 8, 8)], CLASS, CROSS),
    ("two_inputs", Several, [(6,), (2, 11)], 3, CROSS),
    ("gru", lambda: Recurrent(nn.GRU), [(6, 7)], CLASS, CROSS),
    ("lstm", lambda: Recurrent(nn.LSTM), [(6, 7)], CLASS, CROSS),
]


def fill(net):
    """Of batch norms nothing is as it begins: all counts."""
    for m in net.modules():
        if isinstance(m, nn.modules.batchnorm._BatchNorm):
            nn.init.uniform_(m.weight, 0.5, 1.5)
            nn.init.normal_(m.bias, 0, 0.3)
            nn.init.normal_(m.running_mean, 0, 0.3)
            nn.init.uniform_(m.running_var, 0.5, 2)
    return net


def draw(rng, n, inputs, target, loss):
    """n examples: inputs, and the target."""
    made = []
    for i in inputs:
        if i[0] == "indices":
            made.append(rng.integers(0, i[2], (n, i[1])))
        else:
            made.append(rng.standard_normal((n,) + i).astype("f4"))
    if isinstance(target, list):
        y = rng.standard_normal([n] + target).astype("f4")
        return made, (y > 0).astype("f4") if loss == "binary_cross_entropy" else y
    if isinstance(target, int):
        return made, rng.integers(0, target, n).astype("i4")
    return made, rng.integers(0, target[0], (n,) + target[1:]).astype("i4")
