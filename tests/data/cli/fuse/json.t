# The same as JSON.
test cli
--- run
cat > net.param <<'END'
7767517
10 11
Input         data 0 1 data 0=16 1=16 2=3
Convolution   conv 1 1 data c 0=8 1=3 4=1 5=1 6=216
ReLU          relu 1 1 c r
Split         sp   1 2 r r0 r1
Pooling       gap  1 1 r0 g 0=1 4=1
InnerProduct  fc1  1 1 g f 0=2 1=0 2=16
InnerProduct  fc2  1 1 f h 0=8 1=0 2=16
Sigmoid       sig  1 1 h s
BinaryOp      mul  2 1 r1 s m 0=2
Convolution   last 1 1 m y 0=4 1=1 6=32
END
$SINTER fuse net.param --bin seed:1 --target generic --to s --json
--- out
{
  "format": 1,
  "command": "fuse",
  "file": "net.param",
  "fusion": "full",
  "groups": [
    {
      "layers": [
        {
          "layer": 1,
          "name": "conv",
          "role": "anchor"
        }
      ],
      "anchor": "conv",
      "inputs": [
        "data"
      ],
      "outputs": [
        "r"
      ],
      "bytes_saved": 0,
      "why": "no kernel sums up as it stores",
      "steps": [
        0
      ],
      "no_step": null
    },
    {
      "layers": [
        {
          "layer": 2,
          "name": "gap",
          "role": "anchor"
        }
      ],
      "anchor": "gap",
      "inputs": [
        "r"
      ],
      "outputs": [
        "g"
      ],
      "bytes_saved": 0,
      "why": "no kernel sums up as it stores",
      "steps": [
        1
      ],
      "no_step": null
    },
    {
      "layers": [
        {
          "layer": 3,
          "name": "fc1",
          "role": "anchor"
        }
      ],
      "anchor": "fc1",
      "inputs": [
        "g"
      ],
      "outputs": [
        "f"
      ],
      "bytes_saved": 0,
      "why": "both are complex",
      "steps": [
        2
      ],
      "no_step": null
    },
    {
      "layers": [
        {
          "layer": 4,
          "name": "fc2",
          "role": "anchor"
        }
      ],
      "anchor": "fc2",
      "inputs": [
        "f"
      ],
      "outputs": [
        "s"
      ],
      "bytes_saved": 0,
      "why": "both are complex",
      "steps": [
        3
      ],
      "no_step": null
    }
  ],
  "steps": [
    {
      "kernel": "winograd",
      "why": "Winograd F(4,3): 16 tiles in 1 chunk, register tile of 3 blocks, inputs transformed before",
      "groups": [
        0
      ],
      "thread": null,
      "pools": false,
      "side_by_side": false,
      "flops": 110592,
      "bytes": 14720
    },
    {
      "kernel": "pool",
      "why": "mean: whole channels, 8 sums",
      "groups": [
        1
      ],
      "thread": null,
      "pools": false,
      "side_by_side": false,
      "flops": 2048,
      "bytes": 8224
    },
    {
      "kernel": "linear",
      "why": "one row: weights read once, 1 stream of 4 outputs",
      "groups": [
        2
      ],
      "thread": 0,
      "pools": false,
      "side_by_side": false,
      "flops": 32,
      "bytes": 104
    },
    {
      "kernel": "linear",
      "why": "one row: weights read once, 1 stream of 4 outputs",
      "groups": [
        3
      ],
      "thread": 0,
      "pools": false,
      "side_by_side": false,
      "flops": 32,
      "bytes": 104
    }
  ],
  "edges": [
    {
      "fused": false,
      "producer": "conv",
      "consumer": "gap",
      "rule": "sum",
      "why": "no kernel sums up as it stores",
      "bytes": 16384
    },
    {
      "fused": false,
      "producer": "gap",
      "consumer": "fc1",
      "rule": "no rule",
      "why": "both are complex",
      "bytes": 64
    },
    {
      "fused": false,
      "producer": "fc1",
      "consumer": "fc2",
      "rule": "no rule",
      "why": "both are complex",
      "bytes": 16
    }
  ],
  "remarks": [],
  "memory": {
    "tensor_bytes": 19584,
    "unshared_bytes": 17536,
    "scratch_bytes": 9216,
    "weights_bytes": 3648,
    "blocks": [
      {
        "values": [],
        "layers": [],
        "offset": 0,
        "bytes": 9216,
        "first": 0,
        "last": 0
      },
      {
        "values": [
          "r"
        ],
        "layers": [
          1
        ],
        "offset": 10304,
        "bytes": 8192,
        "first": 0,
        "last": 1
      },
      {
        "values": [
          "g"
        ],
        "layers": [
          2
        ],
        "offset": 0,
        "bytes": 32,
        "first": 1,
        "last": 2
      },
      {
        "values": [
          "f"
        ],
        "layers": [
          3
        ],
        "offset": 64,
        "bytes": 8,
        "first": 2,
        "last": 3
      }
    ]
  }
}
