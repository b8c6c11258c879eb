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
native: 126
ls: cannot access 'native/net.c': No such file or directory
generic: 126
ls: cannot access 'generic/net.c': No such file or directory
--- exit
2
