# SPDX-License-Identifier: Apache-2.0
"""What the tests against PyTorch share: a network is exported, both train the file's weights on the
same data in the same order, and what each has then is compared.

The exporter of TorchScript runs the network once, which moves running statistics: both begin with
what the file holds, not with what the module held."""

import argparse
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import onnx
import torch
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Of how PyTorch exports, nothing is decided here.
warnings.filterwarnings("ignore")
logging.getLogger("torch.onnx").setLevel(logging.ERROR)
logging.getLogger("onnxscript").setLevel(logging.ERROR)

LOSSES = {
    "softmax_cross_entropy": F.cross_entropy,
    "binary_cross_entropy": F.binary_cross_entropy_with_logits,
    "mse": F.mse_loss,
    "l1": F.l1_loss,
    "huber": F.huber_loss,
}


class Trouble(Exception):
    """What makes a case fail, in words."""


def arguments(description, **more):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("-k", default="", metavar="PART", help="only what has PART in its name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--sinter", default=os.environ.get("SINTER", os.path.join(ROOT, "build", "sinter"))
    )
    for name, options in more.items():
        parser.add_argument("--" + name, **options)
    args, _ = parser.parse_known_args()
    args.sinter = os.path.abspath(args.sinter)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    return args


class Silence:
    """What exporters print, some of it not through sys.stdout."""

    def __enter__(self):
        sys.stdout.flush()
        self.kept = [os.dup(1), os.dup(2)]
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.close(nothing)

    def __exit__(self, *_):
        sys.stdout.flush()
        for fd, kept in zip((1, 2), self.kept):
            os.dup2(kept, fd)
            os.close(kept)


def export(net, inputs, path, dynamo=False, dynamic=True):
    """`inputs` of one batch; with `dynamic` the axis in front has no size in the file."""
    names = ["x%d" % i for i in range(len(inputs))]
    axes = {n: {0: "n"} for n in names + ["y"]} if dynamic and not dynamo else None
    how = dict(input_names=names, output_names=["y"])
    if dynamo:
        how.update(dynamo=True, external_data=False, optimize=False, verbose=False)
    else:
        how.update(dynamo=False, do_constant_folding=False, dynamic_axes=axes,
                   training=torch.onnx.TrainingMode.TRAINING)
    with Silence():
        try:
            torch.onnx.export(net, tuple(inputs), path, **how)
            return
        except Exception as e:  # whatever the exporter has
            said = str(e).strip().split("\n")[0]
    raise Trouble("export: " + said)


def weights_of(path):
    """By name, of a file of ONNX."""
    model = onnx.load(path)
    return {t.name: onnx.numpy_helper.to_array(t) for t in model.graph.initializer}


def begin_with(net, weights):
    """Gives the module what the file holds."""
    state = net.state_dict()
    for name, v in state.items():
        if name in weights:
            state[name] = torch.from_numpy(np.array(weights[name])).reshape(v.shape)
    net.load_state_dict(state)


def sinter(args, *command):
    done = subprocess.run(
        [args.sinter] + [str(c) for c in command], capture_output=True, text=True, timeout=3600
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().split("\n")
        raise Trouble("sinter %s: %s" % (command[0], said[-1] or "code %d" % done.returncode))
    return done.stdout


def distance(a, b):
    """The largest difference, by the largest of a."""
    a, b = np.asarray(a, "f8"), np.asarray(b, "f8")
    if a.shape != b.shape:
        raise Trouble("shapes %s and %s" % (a.shape, b.shape))
    if a.size == 0:
        return 0.0
    if not np.isfinite(b).all():
        return float("inf")
    return float(np.abs(a - b).max() / max(np.abs(a).max(), 1e-12))


class Run:
    """How both train: of PyTorch what makes the optimizer, of sinter the options."""

    def __init__(self, optimizer="sgd", rate=0.05, decay=0.0, clip=0.0, delta=0.0, epochs=1,
                 **more):
        self.kind, self.rate, self.decay, self.clip = optimizer, rate, decay, clip
        self.delta, self.epochs, self.more = delta, epochs, more

    def options(self):
        text = self.kind
        parts = [k if v is True else "%s=%r" % (k, v) for k, v in self.more.items()]
        if parts:
            text += ":" + ",".join(parts)
        made = ["--optimizer", text, "--learning-rate", repr(self.rate)]
        for name, v in (
            ("--weight-decay", self.decay),
            ("--clip-norm", self.clip),
            ("--huber-delta", self.delta),
        ):
            if v:
                made += [name, repr(v)]
        return made + ["--epochs", self.epochs]

    def optimizer(self, params):
        more = dict(self.more)
        if self.kind == "sgd":
            return torch.optim.SGD(params, lr=self.rate, weight_decay=self.decay, **more)
        usual = {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
        usual.update(more)
        make = torch.optim.Adam if self.kind == "adam" else torch.optim.AdamW
        return make(
            params,
            lr=self.rate,
            betas=(usual["beta1"], usual["beta2"]),
            eps=usual["epsilon"],
            weight_decay=self.decay,
        )


def by_torch(net, inputs, target, loss, batch, run):
    """The mean loss of each epoch, as sinter has it."""
    net.train()
    params = [p for p in net.parameters() if p.requires_grad]
    optimizer = run.optimizer(params)
    more = {"delta": run.delta} if run.delta else {}
    means = []
    for _ in range(run.epochs):
        losses = []
        for i in range(0, len(target) // batch * batch, batch):
            optimizer.zero_grad()
            z = net(*[torch.from_numpy(x[i : i + batch]) for x in inputs])
            t = torch.from_numpy(target[i : i + batch])
            if loss == "softmax_cross_entropy":
                t = t.long()
            value = LOSSES[loss](z, t, **more)
            value.backward()
            if run.clip:
                torch.nn.utils.clip_grad_norm_(params, run.clip)
            optimizer.step()
            losses.append(value.item())
        means.append(float(np.mean(losses)))
    return means


class Both:
    """A network after both have trained it."""

    def __init__(self, args, net, inputs, target, loss, batch, run, dynamo=False, test=None):
        self.folder = tempfile.mkdtemp(
            prefix="sinter-torch-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        )
        try:
            self.train(args, net, inputs, target, loss, batch, run, dynamo, test)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def train(self, args, net, inputs, target, loss, batch, run, dynamo, test):
        at = lambda name: os.path.join(self.folder, name)
        net.train()
        export(net, [torch.from_numpy(x[:batch]) for x in inputs], at("net.onnx"), dynamo,
               dynamic=batch > 1)
        begins = weights_of(at("net.onnx"))
        begin_with(net, begins)
        for i, x in enumerate(inputs):
            np.save(at("x%d.npy" % i), x)
        np.save(at("y.npy"), target)
        judged = []
        if test:
            np.save(at("test_x.npy"), test[0])
            np.save(at("test_y.npy"), test[1])
            judged = ["--test-data", at("test_x.npy"), "--test-target", at("test_y.npy")]
        said = sinter(
            args,
            "train",
            at("net.onnx"),
            *[at("x%d.npy" % i) for i in range(len(inputs))],
            at("y.npy"),
            "--loss",
            loss,
            *(["--batch", batch] if not dynamo and batch > 1 else []),
            *run.options(),
            *judged,
            "--json",
            "-o",
            at("out.onnx"),
        )
        report = json.loads(said)
        self.trained = set(report["trained"])
        self.losses = [e["loss"] for e in report["epochs"]]
        self.right = [e["test_right"] for e in report["epochs"]]
        self.torch_losses = by_torch(net, inputs, target, loss, batch, run)
        self.begins = begins
        self.weights = weights_of(at("out.onnx"))
        self.net = net

    def compare(self):
        """The worst tensor, and how far off it is; all that PyTorch moved must be there."""
        worst = ("", 0.0)
        state = {k: v.detach().numpy() for k, v in self.net.state_dict().items()}
        moved = dict(self.net.named_parameters())
        for name, v in state.items():
            if name.endswith("num_batches_tracked"):
                continue
            if name not in self.weights:
                shared = [k for k in state if k in self.weights and state[k] is not v
                          and state[k].shape == v.shape and np.array_equal(state[k], v)]
                if shared:
                    continue
                raise Trouble("'%s' is not in the file" % name)
            is_moved = name not in moved or moved[name].requires_grad
            if is_moved and name not in self.trained:
                raise Trouble("'%s' is not trained" % name)
            d = distance(v, self.weights[name].reshape(v.shape))
            if d >= worst[1]:
                worst = (name, d)
        return worst


def finish(passed, failed):
    print("%d passed, %d failed" % (passed, failed))
    sys.stdout.flush()
    sys.exit(1 if failed else 0)
