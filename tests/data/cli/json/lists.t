# What sinter knows of itself, in short.
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
json passes | grep '"name"' | wc -l | sed 's/[1-9][0-9]*/many/'
json ops | sed -n '/"name": "relu"/,/^    },/p'
json zoo | grep -c '"what"' | sed 's/[1-9][0-9]*/many/'
json zoo squeezenet | sed -n '/"totals"/,$p'
json zoo squeezenet -o s.param
json convert net.param --bin seed:1 -o half.param --fp16
json convert net.param --bin seed:1 -o same.param
--- out
many
      "name": "relu",
      "kind": "elementwise",
      "what": "y = max(x, 0)",
      "inputs": [
        {
          "name": "x",
          "optional": false,
          "repeated": false
        }
      ],
      "frame": false,
      "has": {
        "shape": true,
        "eval": true,
        "gradient": true,
        "affine": false,
        "folds_affine": false,
        "act_slot": false,
        "act": true,
        "identity": true,
        "cost": false,
        "code": true,
        "code_of_all_types": true,
        "formats": [
          "ncnn",
          "onnx"
        ]
      }
    },
many
  "totals": {
    "layers": 67,
    "layers_in_bodies": 0,
    "weights": 1235496,
    "weight_bytes": 4941984,
    "macs": 387747520,
    "peak_bytes": 6537728,
    "exact": true
  }
}
{
  "format": 1,
  "command": "zoo",
  "written": {
    "network": {
      "path": "s.param",
      "bytes": 7947
    },
    "weights": {
      "path": "s.bin",
      "bytes": 4942088
    }
  }
}
{
  "format": 1,
  "command": "convert",
  "file": "net.param",
  "written": {
    "network": {
      "path": "half.param",
      "bytes": 282
    },
    "weights": {
      "path": "half.bin",
      "bytes": 336
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
{
  "format": 1,
  "command": "convert",
  "file": "net.param",
  "written": {
    "network": {
      "path": "same.param",
      "bytes": 282
    },
    "weights": {
      "path": "same.bin",
      "bytes": 584
    }
  },
  "written_check": null
}
