# What cannot be compiled or timed is a part of the report: sizes that are not known, an operator that nobody knows, no C compiler, code that this machine does not run.
test cli
--- run
cat > open.param <<'NET'
7767517
3 3
Input   data 0 1 data
ReLU    relu 1 1 data r
Sigmoid sig  1 1 r out
NET
cat > custom.param <<'NET'
7767517
3 3
Input   data 0 1 data 0=8
MyOp    my   1 1 data m
ReLU    relu 1 1 m out
NET
cat > plain.param <<'NET'
7767517
2 2
Input data 0 1 data 0=8
ReLU  relu 1 1 data out
NET
tell() { python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["sizes"], len(d["before"]["layers"]), len(d["after"]["layers"]), d["compiled"] is None)
print(d["not_compiled"]); print(d["not_timed"])'; }
$SINTER report open.param --bin none --json | tell
$SINTER report custom.param --bin none --json | tell
mkdir empty
export XDG_CACHE_HOME=$PWD/cache
CC=no-such-cc $SINTER report plain.param --bin none --json | tell
$SINTER report plain.param --bin none --target aarch64 --json | tell
CC=no-such-cc $SINTER report plain.param --bin none -o plain.html | sed 's/(.*)/(# KB)/'
--- out
chosen 3 3 True
the sizes of input 'data' are not known: give them, like --input data=3,240,320
the sizes of input 'data' are not known: give them, like --input data=3,240,320
sinter: warning: custom.param:4: ncnn has no layer 'MyOp'; it is kept as it is
hinted 3 3 True
'my': nobody knows what a layer of the type 'MyOp' computes, so it cannot be compiled
'my': nobody knows what a layer of the type 'MyOp' computes, so it cannot be compiled
hinted 2 2 False
None
the C compiler $CC='no-such-cc' was not found. Without a compiler, `sinter run --interpret` works, slowly
hinted 2 2 False
None
only code for this machine (native) is timed here; what `sinter compile --target aarch64` writes is timed on a machine of that kind
layers    2 -> 2
network   as it was: nothing was rewritten
steps     1
run       not timed: the C compiler $CC='no-such-cc' was not found. Without a compiler, `sinter run --interpret` works, slowly
written   plain.html (# KB)
