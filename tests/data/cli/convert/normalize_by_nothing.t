# A Normalize over nothing passes on what it gets; it is written as it was read, with the scale that it does not use, and optimized away.
test cli
--- run
cat > a.param <<'END'
7767517
2 2
Input in 0 1 x 0=2
Normalize n 1 1 x y 1=0 3=3 4=0
END
printf '\0\0\200\077\0\0\0\100\0\0\100\100' > a.bin
printf '\0\0\200\077\0\0\0\100' > in.raw
$SINTER convert a.param -o b.param -q && cmp a.param b.param && cmp a.bin b.bin && echo the same
$SINTER run a.param --interpret --text --input-file in.raw
$SINTER optimize a.param -o b.param -q && $SINTER run b.param --interpret --text --input-file in.raw
grep Normalize b.param || echo gone
--- out
the same
y 2
1 2
y 2
1 2
gone
