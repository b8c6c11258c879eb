# Asked to check the whole network where it cannot be run: nothing is written. Where nothing was rewritten, there is nothing to check.
test cli
--- run
cat > net.param <<'END'
7767517
3 3
Input   a 0 1 a
Dropout d 1 1 a b
Reshape r 1 1 b out 0=10007
END
$SINTER optimize net.param --bin seed:1 --verify whole -q -o out.param
echo "code $?"
cat > net.param <<'END'
7767517
2 2
Input a 0 1 a
TanH  t 1 1 a out
END
$SINTER optimize net.param --bin seed:1 --verify whole -q -o out.param
echo "code $?"
ls
--- out
sinter: the whole network could not be run, so nothing was written: no input sizes were found at which it runs; give them with --input NAME=SIZES. --verify=default writes what was checked rewrite by rewrite
code 6
code 0
net.param
out.bin
out.param
