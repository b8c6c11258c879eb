# What bisect finds, and that there is nothing to find.
test cli
--- run
cat > net.param <<'END'
7767517
5 5
Input       data 0 1 data 0=8 1=8 2=3
Dropout     drop 1 1 data d
Convolution conv 1 1 d c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
json() { $SINTER bisect net.param --bin seed:1 --passes drop_identities,fold_affine,fuse_activation --json "$@"; echo "code $?"; }
json --bound 1e-30 > said
sed -E 's/("[a-z_]*distance"|"share"|"rounding"): [0-9.e-]+/\1: X/' said
json > said
sed -E 's/("[a-z_]*distance"|"share"|"rounding"): [0-9.e-]+/\1: X/' said
--- out
sinter: rewrite 2 (fold_affine) changes what the network computes
{
  "format": 1,
  "command": "bisect",
  "tries": [
    {
      "rewrites": 3,
      "equal": false,
      "distance": X
    },
    {
      "rewrites": 0,
      "equal": true,
      "distance": X
    },
    {
      "rewrites": 1,
      "equal": true,
      "distance": X
    },
    {
      "rewrites": 2,
      "equal": false,
      "distance": X
    },
    {
      "rewrites": 2,
      "equal": false,
      "distance": X
    }
  ],
  "first_different": {
    "rewrite": 2,
    "pass": "fold_affine",
    "text": "conv + bn -> conv (conv)"
  },
  "comparison": {
    "ran": true,
    "equal": false,
    "worst_distance": X,
    "verdict": "different",
    "doubt": null,
    "explained_by": null,
    "not_counted": null,
    "bound": 1e-30,
    "rounding": null,
    "share": X,
    "runs": 6,
    "sizes": "data=3,8,8",
    "sizes_elsewhere": null,
    "runs_elsewhere": 0,
    "sizes_chosen": false,
    "not_run": "",
    "first_different": "out",
    "compared": [
      {
        "name": "out",
        "shape": "4,6,6",
        "distance": X,
        "equal": false,
        "rounding": null,
        "share": X,
        "why": null
      }
    ]
  },
  "error": {
    "code": 8,
    "status": "E_DIFFERS",
    "message": "rewrite 2 (fold_affine) changes what the network computes"
  }
}
code 8
{
  "format": 1,
  "command": "bisect",
  "tries": [
    {
      "rewrites": 3,
      "equal": true,
      "distance": X
    }
  ],
  "first_different": null,
  "comparison": {
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
        "name": "out",
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
code 0
