# Two networks that differ, and two that do not.
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
json() { $SINTER "$@" --json | sed -E 's/("[a-z_]*distance"|"largest"|"rounding"|"share"): [0-9.e+-]+/\1: X/; s/(element [0-9]+) .*explains.*/\1 .../'; }
json verify net.param net.param --bin-a seed:1 --bin-b seed:1
json verify net.param net.param --bin-a seed:1 --bin-b seed:2
$SINTER verify net.param net.param --bin-a seed:1 --bin-b seed:2 --json > /dev/null
echo "code $?"
--- out
{
  "format": 1,
  "command": "verify",
  "a": "net.param",
  "b": "net.param",
  "references": null,
  "comparison": {
    "ran": true,
    "equal": true,
    "worst_distance": X,
    "verdict": "same",
    "doubt": null,
    "explained_by": null,
    "not_counted": null,
    "bound": null,
    "rounding": null,
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
        "rounding": null,
        "share": X,
        "why": null
      }
    ]
  }
}
sinter: net.param and net.param compute different results
{
  "format": 1,
  "command": "verify",
  "a": "net.param",
  "b": "net.param",
  "references": null,
  "comparison": {
    "ran": true,
    "equal": false,
    "worst_distance": X,
    "verdict": "different",
    "doubt": null,
    "explained_by": null,
    "not_counted": null,
    "bound": null,
    "rounding": X,
    "share": X,
    "runs": 1,
    "sizes": "data=3,8,8",
    "sizes_elsewhere": null,
    "runs_elsewhere": 0,
    "sizes_chosen": false,
    "not_run": "",
    "first_different": "c",
    "compared": [
      {
        "name": "prob",
        "shape": "4,6,6",
        "distance": X,
        "equal": false,
        "rounding": X,
        "share": X,
        "why": "element 2 ...
      }
    ]
  },
  "error": {
    "code": 8,
    "status": "E_DIFFERS",
    "message": "net.param and net.param compute different results"
  }
}
sinter: net.param and net.param compute different results
code 8
