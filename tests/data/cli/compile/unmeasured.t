# A machine that cannot be measured, here for lack of a compiler, is taken for a usual one, and that is said; not where another is meant.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2 1=2 2=1
ReLU  relu 1 1 data out
NET
mkdir empty
export XDG_CACHE_HOME=$PWD/cache
for target in native generic; do
    PATH=$PWD/empty $SINTER compile net.param --target $target --check=off -o $target > said 2>&1; echo "$target: $?"
    grep 'could not be' said
    ls $target/net.c
done
--- out
native: 0
sinter: warning: this machine could not be measured, so what is fast was judged by a usual core: no C compiler was found: $CC is not set, and neither cc, gcc nor clang is on the PATH. Install one (Debian: gcc), or use `sinter run --interpret`, which needs none and is slow
native/net.c
generic: 0
generic/net.c
--- exit
0
