# Layers with shapes, bytes and weights; sizes that are not known are null.
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
json show net.param --bin seed:1
sed 's/ 0=8 1=8 2=3//' net.param > open.param
json show open.param --bin none | tr -d ' \n' | cut -c1-900
echo
--- out
{
  "format": 1,
  "command": "show",
  "file": "net.param",
  "sizes": "hinted",
  "inputs": [
    {
      "name": "data",
      "type": "f32",
      "shape": [
        3,
        8,
        8
      ],
      "bytes": 768
    }
  ],
  "outputs": [
    {
      "name": "prob",
      "type": "f32",
      "shape": [
        4,
        6,
        6
      ],
      "bytes": 576
    }
  ],
  "layers": [
    {
      "index": 0,
      "name": "data",
      "op": "input",
      "type": "Input",
      "params": "",
      "attributes": {
        "rank": 3,
        "hint": [
          3,
          8,
          8
        ]
      },
      "inputs": [],
      "outputs": [
        {
          "name": "data",
          "type": "f32",
          "shape": [
            3,
            8,
            8
          ],
          "bytes": 768
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    },
    {
      "index": 1,
      "name": "conv",
      "op": "conv",
      "type": "Convolution",
      "params": "3x3",
      "attributes": {
        "nd": 2,
        "group": 1,
        "stride": [
          1,
          1
        ],
        "dilation": [
          1,
          1
        ],
        "pad_mode": "explicit",
        "pad_begin": [
          0,
          0
        ],
        "pad_end": [
          0,
          0
        ],
        "pad_value": 0,
        "axis": 0,
        "act": "none"
      },
      "inputs": [
        "data"
      ],
      "outputs": [
        {
          "name": "c",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 3888,
      "n_weights": 112,
      "weight_bytes": 448,
      "weights": [
        {
          "role": "weight",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4,
            3,
            3,
            3
          ],
          "bytes": 432,
          "offset": null,
          "largest": X
        },
        {
          "role": "bias",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4
          ],
          "bytes": 16,
          "offset": null,
          "largest": X
        }
      ]
    },
    {
      "index": 2,
      "name": "bn",
      "op": "batch_normalization",
      "type": "BatchNorm",
      "params": "epsilon=0",
      "attributes": {
        "axis": 0,
        "epsilon": 0,
        "zero_divisor": 0
      },
      "inputs": [
        "c"
      ],
      "outputs": [
        {
          "name": "b",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 0,
      "n_weights": 16,
      "weight_bytes": 64,
      "weights": [
        {
          "role": "scale",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4
          ],
          "bytes": 16,
          "offset": null,
          "largest": X
        },
        {
          "role": "bias",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4
          ],
          "bytes": 16,
          "offset": null,
          "largest": X
        },
        {
          "role": "mean",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4
          ],
          "bytes": 16,
          "offset": null,
          "largest": X
        },
        {
          "role": "var",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4
          ],
          "bytes": 16,
          "offset": null,
          "largest": X
        }
      ]
    },
    {
      "index": 3,
      "name": "sp",
      "op": "identity",
      "type": "Split",
      "params": "",
      "attributes": {},
      "inputs": [
        "b"
      ],
      "outputs": [
        {
          "name": "b_0",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        },
        {
          "name": "b_1",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    },
    {
      "index": 4,
      "name": "left",
      "op": "conv",
      "type": "Convolution",
      "params": "1x1",
      "attributes": {
        "nd": 2,
        "group": 1,
        "stride": [
          1,
          1
        ],
        "dilation": [
          1,
          1
        ],
        "pad_mode": "explicit",
        "pad_begin": [
          0,
          0
        ],
        "pad_end": [
          0,
          0
        ],
        "pad_value": 0,
        "axis": 0,
        "act": "none"
      },
      "inputs": [
        "b_0"
      ],
      "outputs": [
        {
          "name": "l",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 576,
      "n_weights": 16,
      "weight_bytes": 64,
      "weights": [
        {
          "role": "weight",
          "type": "f32",
          "storage": "plain",
          "shape": [
            4,
            4,
            1,
            1
          ],
          "bytes": 64,
          "offset": null,
          "largest": X
        }
      ]
    },
    {
      "index": 5,
      "name": "relu",
      "op": "relu",
      "type": "ReLU",
      "params": "",
      "attributes": {},
      "inputs": [
        "b_1"
      ],
      "outputs": [
        {
          "name": "r",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    },
    {
      "index": 6,
      "name": "add",
      "op": "add",
      "type": "BinaryOp",
      "params": "",
      "attributes": {},
      "inputs": [
        "l",
        "r"
      ],
      "outputs": [
        {
          "name": "s",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    },
    {
      "index": 7,
      "name": "sm",
      "op": "softmax",
      "type": "Softmax",
      "params": "",
      "attributes": {
        "axis": 0
      },
      "inputs": [
        "s"
      ],
      "outputs": [
        {
          "name": "prob",
          "type": "f32",
          "shape": [
            4,
            6,
            6
          ],
          "bytes": 576
        }
      ],
      "macs": 0,
      "n_weights": 0,
      "weight_bytes": 0,
      "weights": []
    }
  ],
  "totals": {
    "layers": 8,
    "layers_in_bodies": 0,
    "weights": 144,
    "weight_bytes": 576,
    "macs": 4464,
    "peak_bytes": 1728,
    "exact": true
  }
}
{"format":1,"command":"show","file":"open.param","sizes":"chosen","inputs":[{"name":"data","type":"f32","shape":[3,64,64],"bytes":49152}],"outputs":[{"name":"prob","type":"f32","shape":[4,62,62],"bytes":61504}],"layers":[{"index":0,"name":"data","op":"input","type":"Input","params":"","attributes":{"rank":-1,"hint":[]},"inputs":[],"outputs":[{"name":"data","type":"f32","shape":[3,64,64],"bytes":49152}],"macs":0,"n_weights":0,"weight_bytes":0,"weights":[]},{"index":1,"name":"conv","op":"conv","type":"Convolution","params":"3x3","attributes":{"nd":2,"group":1,"stride":[1,1],"dilation":[1,1],"pad_mode":"explicit","pad_begin":[0,0],"pad_end":[0,0],"pad_value":0,"axis":0,"act":"none"},"inputs":["data"],"outputs":[{"name":"c","type":"f32","shape":[4,62,62],"bytes":61504}],"macs":415152,"n_weights":112,"weight_bytes":0,"weights":[{"role":"weight","type":"f32","storage":"plain","shape":[4,3,3,3]

