# Nothing written, an input pinned, nothing run.
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
json() { $SINTER "$@" --json | sed -E 's/("[a-z_]*distance"|"largest"): [0-9.e-]+/\1: X/'; }
json optimize net.param --bin seed:1 --input data=3,9,9 --verify=off --passes fold_affine
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
    "before": 6076,
    "after": 6076
  },
  "rewrites": {
    "done": 1,
    "checked": 0,
    "unchecked": 0,
    "taken_back": 0,
    "worst_distance": null
  },
  "passes": [
    {
      "pass": "fold_affine",
      "done": 1,
      "not_done": 0
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
      "distance": null,
      "unchecked": null
    }
  ],
  "network": {
    "ran": false,
    "why_not": null
  },
  "holds_for": [
    "data=3,9,9"
  ],
  "batch": null,
  "storage": "keep",
  "rewritten_halves": null,
  "bytes": {
    "before": {
      "weights": 576,
      "peak": 2352
    },
    "after": {
      "weights": 512,
      "peak": 2352
    }
  },
  "written": null,
  "written_check": null
}
