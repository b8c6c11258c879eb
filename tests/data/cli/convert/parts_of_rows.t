# Parts that are not all of a row: ncnn's kernels do not skip the rest of it, its portable code does. Of one row in each channel, both read the same.
test cli
--- run
cat > a.param <<'END'
7767517
2 3
Input in 0 1 in
Slice s 1 2 in a b -23300=2,1,3 1=2
END
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
$SINTER optimize a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
head -c 96 /dev/zero > in.raw
$SINTER run a.param --bin seed:1 --interpret -o out --input-file in=in.raw --input 1,3,8
echo $?
$SINTER run a.param --bin seed:1 --interpret -q -o out --input-file in=in.raw --input 3,1,8 && echo runs
--- out
same
same
sinter: warning: a.param: ncnn.split 's' is kept as it is: its parts end at 4 of 8, and where the next row begins depends on the runtime's kernels
sinter: ncnn.split 's': it cannot be evaluated: its parts end at 4 of 8, and where the next row begins depends on the runtime's kernels
6
runs
