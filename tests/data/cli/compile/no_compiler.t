# Without a C compiler: a clear message, and --interpret works. A cache that others can write to is not used.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2 1=2 2=1
ReLU  relu 1 1 data out
NET
printf '%16s' '' > in
mkdir empty
export XDG_CACHE_HOME=$PWD/cache
PATH=$PWD/empty $SINTER run net.param --input-file in; echo "code $?"
PATH=$PWD/empty $SINTER run net.param --input-file in --interpret
PATH=$PWD/empty $SINTER bench net.param; echo "code $?"
CC=no-such-cc $SINTER run net.param --input-file in; echo "code $?"
$SINTER run net.param --input-file in --target generic
ls cache/sinter | sed 's/[0-9a-f]\{64\}/KEY/'
chmod 777 cache/sinter
$SINTER run net.param --input-file in 2>&1 | sed 's|/.*/cache|CACHE|'
--- out
sinter: no C compiler was found: $CC is not set, and neither cc, gcc nor clang is on the PATH. Install one (Debian: gcc), or use `sinter run --interpret`, which needs none and is slow
code 6
out  1,2,2  min 1.35632e-19  mean 1.35632e-19  max 1.35632e-19 at 0
sinter: no C compiler was found: $CC is not set, and neither cc, gcc nor clang is on the PATH. Install one (Debian: gcc), or use `sinter run --interpret`, which needs none and is slow
code 6
sinter: the C compiler $CC='no-such-cc' was not found. Without a compiler, `sinter run --interpret` works, slowly
code 6
out  1,2,2  min 1.35632e-19  mean 1.35632e-19  max 1.35632e-19 at 0
KEY.so
sinter: CACHE/sinter: is open to others (mode 777): what lies there would be run, so it is not used. Delete it, or close it with chmod 700 if you know all that is in it
