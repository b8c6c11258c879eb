# Names that are not UTF-8, have quotes, controls, characters beyond ASCII or beyond 16 bits.
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
printf '7767517\n3 3\nInput in 0 1 a"\\b\nReLU caf\303\251\001\342\200\256 1 1 a"\\b \377b\200\nTanH t\360\237\220\261 1 1 \377b\200 o</script>\n' > odd.param
json show odd.param --bin none
json optimize odd.param --bin none --explain --verify=off
--- out
{
  "format": 1,
  "command": "show",
  "file": "odd.param",
  "sizes": "chosen",
  "inputs": [
    {
      "name": "a\"\\b",
      "type": "f32",
      "shape": [
        3,
        64,
        64
      ],
      "bytes": 49152
    }
  ],
  "outputs": [
    {
      "name": "o</script>",
      "type": "f32",
      "shape": [
        3,
        64,
        64
      ],
      "bytes": 49152
    }
  ],
  "layers": [
    {
      "index": 0,
      "name": "in",
      "op": "input",
      "type": "Input",
      "params": "",
      "attributes": {
        "rank": -1,
        "hint": []
      },
      "inputs": [],
      "outputs": [
        {
          "name": "a\"\\b",
          "type": "f32",
          "shape": [
            3,
            64,
            64
          ],
          "bytes": 49152
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    },
    {
      "index": 1,
      "name": "caf\u00E9\u0001\u202E",
      "op": "relu",
      "type": "ReLU",
      "params": "",
      "attributes": {},
      "inputs": [
        "a\"\\b"
      ],
      "outputs": [
        {
          "name": "\\xFFb\\x80",
          "type": "f32",
          "shape": [
            3,
            64,
            64
          ],
          "bytes": 49152
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    },
    {
      "index": 2,
      "name": "t\uD83D\uDC31",
      "op": "tanh",
      "type": "TanH",
      "params": "",
      "attributes": {},
      "inputs": [
        "\\xFFb\\x80"
      ],
      "outputs": [
        {
          "name": "o</script>",
          "type": "f32",
          "shape": [
            3,
            64,
            64
          ],
          "bytes": 49152
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    }
  ],
  "totals": {
    "layers": 3,
    "layers_in_bodies": 0,
    "weights": 0,
    "weight_bytes": 0,
    "macs": 0,
    "peak_bytes": 98304,
    "exact": true
  }
}
{
  "format": 1,
  "command": "optimize",
  "file": "odd.param",
  "layers": {
    "before": 3,
    "after": 3
  },
  "macs": {
    "before": 0,
    "after": 0
  },
  "rewrites": {
    "done": 0,
    "checked": 0,
    "unchecked": 0,
    "taken_back": 0,
    "worst_distance": null
  },
  "passes": [],
  "remarks": [],
  "network": {
    "ran": false,
    "why_not": null
  },
  "holds_for": [],
  "batch": null,
  "storage": "keep",
  "rewritten_halves": null,
  "bytes": {
    "before": {
      "weights": 0,
      "peak": 98304
    },
    "after": {
      "weights": 0,
      "peak": 98304
    }
  },
  "written": null,
  "written_check": null
}
