# A network beside arrays that another tool made: what rounding explains is the same, what is more is not. Numbers by hand.
test cli
--- run
cat > net.param <<'ENDS'
7767517
4 5
Input    data 0 1 data 0=4
Split    s    1 2 data d0 d1
ReLU     relu 1 1 d0 out
BinaryOp mul  1 1 d1 twice 0=2 1=1 2=2.0
ENDS
floats() { for v in "$@"; do case $v in
    -1) printf '\0\0\200\277';; 0) printf '\0\0\0\0';; 1) printf '\0\0\200\77';;
    2) printf '\0\0\0\100';; -2) printf '\0\0\0\300';; 3) printf '\0\0\100\100';;
    4) printf '\0\0\200\100';; 6) printf '\0\0\300\100';; 8) printf '\0\0\0\101';;
    2u) printf '\1\0\0\100';; 2x) printf '\0\4\0\100';; 2y) printf '\0\1\0\100';; nan) printf '\0\0\300\177';; esac; done; }
npy() { # FILE SHAPE VALUES
    f=$1; s=$2; shift 2
    head="{'descr': '<f4', 'fortran_order': False, 'shape': ($s), }"
    printf '\223NUMPY\1\0\166\0%-117s\n' "$head" > $f
    floats "$@" >> $f
}
npy in.npy '4,' -1 0 1 4
npy out.npy '4,' 0 0 1 4
npy row.npy '1, 4' 0 0 1 4
npy twice.npy '4,' -2 0 2 8
npy rounded.npy '4,' -2 0 2u 8
npy off.npy '4,' -2 0 2x 8
npy near.npy '4,' -2 0 2y 8
npy wrong.npy '4,' -2 0 3 8
npy five.npy '5,' 0 0 1 4 6
npy turned.npy '2, 2' 0 0 1 4
npy nan.npy '4,' -2 0 nan 8
floats -2 0 2 8 > twice.raw
floats -1 0 1 4 > in.raw
v() { echo "-- $*"; $SINTER verify net.param --input-file in.npy "$@"; echo "code $?"; }
v --reference out=out.npy --reference twice=twice.npy
v --reference out=row.npy
v --reference twice=twice.raw
v --reference twice=rounded.npy
v --reference twice=near.npy
v --reference twice=off.npy
v --reference twice=off.npy --bound 1e-3
v --reference twice=wrong.npy --reference out=out.npy
v --reference twice=nan.npy
v --reference twice=wrong.npy --bound 0.2
echo "what does not fit"
v --reference out=five.npy
v --reference out=turned.npy
v --reference out.npy
v --reference data=out.npy
v --reference out=missing.npy
v --reference out=out.npy --reference out=out.npy
v --reference out=in.raw --reference twice=in.npy --map a=b
v --reference out=out.npy --bin-b x.bin
$SINTER verify net.param net.param --reference out=out.npy; echo "code $?"
$SINTER verify net.param --reference out=out.npy; echo "code $?"
$SINTER verify net.param; echo "code $?"
$SINTER verify net.param net.param --input-file in.npy; echo "code $?"
$SINTER verify net.param net.param --mean 1; echo "code $?"
echo "as JSON"
$SINTER verify net.param --input-file data=in.raw --reference twice=wrong.npy --json 2> /dev/null |
    sed 's/\("\(rounding\|share\)": \).*/\1X,/'
--- out
-- --reference out=out.npy --reference twice=twice.npy
out    4  0 (rounding alone makes 4.8e-07)
twice  4  0 (rounding alone makes 1.2e-07)

same      worst distance 0, 1 run at data=4
code 0
-- --reference out=row.npy
out  4  0 (rounding alone makes 4.8e-07)

same      worst distance 0, 1 run at data=4
code 0
-- --reference twice=twice.raw
twice  4  0 (rounding alone makes 1.2e-07)

same      worst distance 0, 1 run at data=4
code 0
-- --reference twice=rounded.npy
twice  4  3.0e-08 (rounding alone makes 1.2e-07)

same      worst distance 3.0e-08, 4.2 % of what rounding explains, 1 run at data=4
code 0
-- --reference twice=near.npy
twice  4  7.6e-06 (rounding alone makes 6.0e-07)

inconclusive worst distance 7.6e-06, 7.11 times what rounding explains, 1 run at data=4
          'twice' is off by 7.1 times what rounding explains, which one set of inputs may make by accident
sinter: whether net.param and its references are the same could not be decided: 'twice' is off by 7.1 times what rounding explains, which one set of inputs may make by accident
code 10
-- --reference twice=off.npy
twice  4  3.1e-05 (rounding alone makes 6.0e-07)  differs: element 2 was 2 and became 2.00024414 (off by 0.00024, rounding explains 9e-06)

different worst distance 3.1e-05, 28.4 times what rounding explains, 1 run at data=4
          first that differs: twice
sinter: net.param computes something else than its references
code 8
-- --reference twice=off.npy --bound 1e-3
twice  4  3.1e-05

same      worst distance 3.1e-05, allowed 1.0e-03, 1 run at data=4
code 0
-- --reference twice=wrong.npy --reference out=out.npy
twice  4  1.2e-01 (rounding alone makes 4.8e-07)  differs: element 2 was 2 and became 3 (off by 1, rounding explains 7e-06)
out    4  0 (rounding alone makes 4.8e-07)

different worst distance 1.2e-01, 1.4e+05 times what rounding explains, 1 run at data=4
          first that differs: twice
sinter: net.param computes something else than its references
code 8
-- --reference twice=nan.npy
twice  4  inf (rounding alone makes 4.8e-07)  differs: element 2 was 2 and became nan

different worst distance inf, far beyond what rounding explains, 1 run at data=4
          first that differs: twice
sinter: net.param computes something else than its references
code 8
-- --reference twice=wrong.npy --bound 0.2
twice  4  1.2e-01

same      worst distance 1.2e-01, allowed 2.0e-01, 1 run at data=4
code 0
what does not fit
-- --reference out=five.npy
sinter: output 'out' has the sizes 4, its reference 5
code 5
-- --reference out=turned.npy
sinter: output 'out' has the sizes 4, its reference 2,2
code 5
-- --reference out.npy
sinter: --reference out.npy: NAME=FILE is expected; the outputs are out, twice
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
-- --reference data=out.npy
sinter: --reference data=out.npy: NAME=FILE is expected; the outputs are out, twice
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
-- --reference out=missing.npy
sinter: missing.npy: No such file or directory
code 3
-- --reference out=out.npy --reference out=out.npy
sinter: --reference out=out.npy: output 'out' is given twice
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
-- --reference out=in.raw --reference twice=in.npy --map a=b
sinter: --map is about two networks, and --reference about one
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
-- --reference out=out.npy --bin-b x.bin
sinter: --bin-b is about two networks, and --reference about one
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: --reference is in place of a second network; 'net.param' is one argument too many
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: input 'data' is missing: give --input-file data=FILE.npy, or --image
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: B is missing: a second network, or --reference NAME=FILE
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: --input-file is for --reference; two networks are run on inputs of several kinds, made from a seed
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: --mean is for --reference; two networks are run on inputs of several kinds, made from a seed
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
as JSON
{
  "format": 1,
  "command": "verify",
  "a": "net.param",
  "b": null,
  "references": [
    "twice=wrong.npy"
  ],
  "comparison": {
    "ran": true,
    "equal": false,
    "worst_distance": 0.125,
    "verdict": "different",
    "doubt": null,
    "explained_by": null,
    "not_counted": null,
    "bound": null,
    "rounding": X,
    "share": X,
    "runs": 1,
    "sizes": "data=4",
    "sizes_elsewhere": null,
    "runs_elsewhere": 0,
    "sizes_chosen": false,
    "not_run": "",
    "first_different": "twice",
    "compared": [
      {
        "name": "twice",
        "shape": "4",
        "distance": 0.125,
        "equal": false,
        "rounding": X,
        "share": X,
        "why": "element 2 was 2 and became 3 (off by 1, rounding explains 7e-06)"
      }
    ]
  },
  "error": {
    "code": 8,
    "status": "E_DIFFERS",
    "message": "net.param computes something else than its references"
  }
}
