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
$SINTER fuse net.param --bin seed:1 --to s --json
--- out
{
  "format": 1,
  "command": "fuse",
  "file": "net.param",
  "fusion": "full",
  "sizes": "hinted",
  "groups": [
    {
      "layers": [
        {
          "layer": 1,
          "name": "conv",
          "role": "anchor"
        },
        {
          "layer": 2,
          "name": "relu",
          "role": "point"
        },
        {
          "layer": 3,
          "name": "gap",
          "role": "sum"
        }
      ],
      "anchor": "conv",
      "inputs": [
        "data"
      ],
      "outputs": [
        "g"
      ],
      "row_axes": [],
      "in_slices": false,
      "small": false,
      "bytes_saved": 32768,
      "why": "epilogue, sum"
    },
    {
      "layers": [
        {
          "layer": 4,
          "name": "fc1",
          "role": "anchor"
        },
        {
          "layer": 5,
          "name": "fc2",
          "role": "anchor"
        },
        {
          "layer": 6,
          "name": "sig",
          "role": "point"
        }
      ],
      "anchor": "fc2",
      "inputs": [
        "g"
      ],
      "outputs": [
        "s"
      ],
      "row_axes": [],
      "in_slices": false,
      "small": true,
      "bytes_saved": 80,
      "why": "epilogue, small"
    }
  ],
  "edges": [
    {
      "fused": true,
      "producer": "conv",
      "consumer": "relu",
      "rule": "epilogue",
      "why": "16.0 KB less through L1, 0.34 us",
      "bytes": 16384
    },
    {
      "fused": true,
      "producer": "relu",
      "consumer": "gap",
      "rule": "sum",
      "why": "16.0 KB less through L1, 0.34 us",
      "bytes": 16384
    },
    {
      "fused": true,
      "producer": "fc1",
      "consumer": "fc2",
      "rule": "small",
      "why": "so little work that starting a kernel, 0.2 us, counts",
      "bytes": 16
    },
    {
      "fused": true,
      "producer": "fc2",
      "consumer": "sig",
      "rule": "epilogue",
      "why": "64 B less through L1, 0.201 us",
      "bytes": 64
    },
    {
      "fused": false,
      "producer": "gap",
      "consumer": "fc1",
      "rule": "no rule",
      "why": "both are complex",
      "bytes": 64
    }
  ]
}
