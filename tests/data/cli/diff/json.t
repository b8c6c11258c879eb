# The same as JSON; and mistakes, which are above 1.
test cli
--- run
cat > a.param <<'END'
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
sed -e 's/^Softmax     sm  /Softmax     smx /' -e 's/b_1 r$/b_1 r 0=0.1/' -e 's/^BatchNorm   bn   1 1 c b 0=4/Dropout     drop 1 1 c b/' a.param > b.param
$SINTER diff a.param b.param --bin-a seed:1 --bin-b seed:1 --json | sed -E 's/("distance"): [0-9.e-]+/\1: X/'
$SINTER diff a.param none.param --bin-a seed:1 -q
echo "code $?"
$SINTER diff a.param
echo "code $?"
--- out
{
  "format": 1,
  "command": "diff",
  "a": "a.param",
  "b": "b.param",
  "equal": false,
  "layers": {
    "same": 4,
    "changed": 3,
    "only_a": 0,
    "only_b": 0
  },
  "entries": [
    {
      "kind": "layer",
      "a": "bn",
      "b": "drop",
      "op_a": "batch_normalization",
      "op_b": "dropout",
      "changes": [
        {
          "what": "name",
          "name": "",
          "a": "bn",
          "b": "drop",
          "distance": null
        },
        {
          "what": "op",
          "name": "",
          "a": "batch_normalization",
          "b": "dropout",
          "distance": null
        },
        {
          "what": "weight",
          "name": "scale",
          "a": "f32[4]",
          "b": null,
          "distance": null
        },
        {
          "what": "weight",
          "name": "bias",
          "a": "f32[4]",
          "b": null,
          "distance": null
        },
        {
          "what": "weight",
          "name": "mean",
          "a": "f32[4]",
          "b": null,
          "distance": null
        },
        {
          "what": "weight",
          "name": "var",
          "a": "f32[4]",
          "b": null,
          "distance": null
        }
      ]
    },
    {
      "kind": "layer",
      "a": "relu",
      "b": "relu",
      "op_a": "relu",
      "op_b": "leaky_relu",
      "changes": [
        {
          "what": "op",
          "name": "",
          "a": "relu",
          "b": "leaky_relu",
          "distance": null
        }
      ]
    },
    {
      "kind": "layer",
      "a": "sm",
      "b": "smx",
      "op_a": "softmax",
      "op_b": "softmax",
      "changes": [
        {
          "what": "name",
          "name": "",
          "a": "sm",
          "b": "smx",
          "distance": null
        }
      ]
    }
  ]
}
sinter: none.param: cannot be opened: No such file or directory
code 3
sinter: 2 names are expected, found 1
usage: sinter diff A B [options]
code 2
