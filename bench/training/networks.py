# SPDX-License-Identifier: Apache-2.0
"""ResNet (He et al., 2016), MobileNetV2 (Sandler et al., 2018) and DenseNet (Huang et al., 2017) as
their papers have them, for images of 224x224 and 1000 classes."""

import torch
from torch import nn
from torch.nn import functional as F


def conv_norm(i, o, k, stride=1, groups=1):
    return [nn.Conv2d(i, o, k, stride, k // 2, groups=groups, bias=False), nn.BatchNorm2d(o)]


class Residual(nn.Module):
    def __init__(self, i, o, stride, inner=None):
        super().__init__()
        if inner:
            layers = conv_norm(i, inner, 1) + [nn.ReLU()] + conv_norm(inner, inner, 3, stride)
            layers += [nn.ReLU()] + conv_norm(inner, o, 1)
        else:
            layers = conv_norm(i, o, 3, stride) + [nn.ReLU()] + conv_norm(o, o, 3)
        self.body = nn.Sequential(*layers)
        self.short = nn.Sequential(*conv_norm(i, o, 1, stride)) if stride > 1 or i != o else None

    def forward(self, x):
        return F.relu(self.body(x) + (self.short(x) if self.short else x))


def resnet(depths, widen):
    layers = conv_norm(3, 64, 7, 2) + [nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    i = 64
    for stage, depth in enumerate(depths):
        inner = 64 << stage
        for k in range(depth):
            stride = 2 if stage and not k else 1
            layers.append(Residual(i, inner * widen, stride, inner if widen > 1 else None))
            i = inner * widen
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(i, 1000))


class Inverted(nn.Module):
    def __init__(self, i, o, stride, times):
        super().__init__()
        inner = i * times
        layers = conv_norm(i, inner, 1) + [nn.ReLU6()] if times > 1 else []
        layers += conv_norm(inner, inner, 3, stride, inner) + [nn.ReLU6()] + conv_norm(inner, o, 1)
        self.body, self.adds = nn.Sequential(*layers), stride == 1 and i == o

    def forward(self, x):
        return x + self.body(x) if self.adds else self.body(x)


def mobilenet_v2():
    layers, i = conv_norm(3, 32, 3, 2) + [nn.ReLU6()], 32
    rows = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1)]
    for times, o, n, stride in rows + [(6, 160, 3, 2), (6, 320, 1, 1)]:
        for k in range(n):
            layers.append(Inverted(i, o, 1 if k else stride, times))
            i = o
    layers += conv_norm(i, 1280, 1) + [nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(1280, 1000))


class Dense(nn.Module):
    """Reads all in front of it, and puts 32 channels behind."""

    def __init__(self, i, growth=32):
        super().__init__()
        self.body = nn.Sequential(
            nn.BatchNorm2d(i), nn.ReLU(), nn.Conv2d(i, 4 * growth, 1, bias=False),
            nn.BatchNorm2d(4 * growth), nn.ReLU(),
            nn.Conv2d(4 * growth, growth, 3, padding=1, bias=False),
        )  # fmt: skip

    def forward(self, x):
        return torch.cat([x, self.body(x)], 1)


def densenet121():
    layers, i = conv_norm(3, 64, 7, 2) + [nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64
    for stage, n in enumerate((6, 12, 24, 16)):
        if stage:
            layers += [nn.BatchNorm2d(i), nn.ReLU(), nn.Conv2d(i, i // 2, 1, bias=False)]
            layers.append(nn.AvgPool2d(2))
            i //= 2
        for _ in range(n):
            layers.append(Dense(i))
            i += 32
    layers += [nn.BatchNorm2d(i), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(i, 1000))


NETWORKS = {
    "resnet18": lambda: resnet((2, 2, 2, 2), 1),
    "resnet50": lambda: resnet((3, 4, 6, 3), 4),
    "mobilenet_v2": mobilenet_v2,
    "densenet121": densenet121,
}
