# The whole report of an optimization: remarks of both kinds, the comparison, what was written.
test cli
--- run
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
json() { $SINTER "$@" --json | sed -E 's/("[a-z_]*distance"|"largest"|"share"|"rounding"): [0-9.e-]+/\1: X/'; }
json optimize net.param --bin seed:1 -o out.param --fp32 --passes drop_copies,fold_affine,fuse_activation
--- out
{
  "format": 1,
  "command": "optimize",
  "file": "net.param",
  "layers": {
    "before": 8,
    "after": 7
  },
  "macs": {
    "before": 4464,
    "after": 4464
  },
  "rewrites": {
    "done": 1,
    "checked": 1,
    "unchecked": 0,
    "taken_back": 0,
    "worst_distance": X
  },
  "passes": [
    {
      "pass": "fold_affine",
      "done": 1,
      "not_done": 0
    },
    {
      "pass": "fuse_activation",
      "done": 0,
      "not_done": 1
    }
  ],
  "remarks": [
    {
      "done": true,
      "pass": "fold_affine",
      "layers": [
        "conv",
        "bn"
      ],
      "result": "conv",
      "why": null,
      "other": null,
      "distance": X,
      "unchecked": null
    },
    {
      "done": false,
      "pass": "fuse_activation",
      "layers": [
        "conv",
        "relu"
      ],
      "result": null,
      "why": "the output in between has another reader",
      "other": "left"
    }
  ],
  "network": {
    "ran": true,
    "equal": true,
    "worst_distance": X,
    "verdict": "same",
    "doubt": null,
    "explained_by": null,
    "not_counted": null,
    "bound": null,
    "rounding": X,
    "share": X,
    "runs": 6,
    "sizes": "data=3,8,8",
    "sizes_elsewhere": null,
    "runs_elsewhere": 0,
    "sizes_chosen": false,
    "not_run": "",
    "first_different": null,
    "compared": [
      {
        "name": "prob",
        "shape": "4,6,6",
        "distance": X,
        "equal": true,
        "rounding": X,
        "share": X,
        "why": null
      }
    ]
  },
  "holds_for": [],
  "batch": null,
  "storage": "fp32",
  "rewritten_halves": null,
  "bytes": {
    "before": {
      "weights": 576,
      "peak": 1728
    },
    "after": {
      "weights": 512,
      "peak": 1728
    }
  },
  "written": {
    "network": {
      "path": "out.param",
      "bytes": 425
    },
    "weights": {
      "path": "out.bin",
      "bytes": 520
    }
  },
  "written_check": {
    "ran": true,
    "equal": true,
    "worst_distance": X,
    "verdict": "same",
    "doubt": null,
    "explained_by": null,
    "not_counted": null,
    "bound": null,
    "rounding": X,
    "share": X,
    "runs": 6,
    "sizes": "data=3,8,8",
    "sizes_elsewhere": null,
    "runs_elsewhere": 0,
    "sizes_chosen": false,
    "not_run": "",
    "first_different": null,
    "compared": [
      {
        "name": "prob",
        "shape": "4,6,6",
        "distance": X,
        "equal": true,
        "rounding": X,
        "share": X,
        "why": null
      }
    ]
  }
}
