# Of a file that has no end as much is read as the input takes, and an array that is larger than its head says is not read to its end. A pipe is a file like others.
test cli
--- run
cat > a.param <<'END'
7767517
2 2
Input in 0 1 x 0=4
ReLU r 1 1 x y
END
# The limit holds where the tool starts within it: what AddressSanitizer reserves is more.
sh -c 'ulimit -v 2000000; $SINTER --version; exit $?' > /dev/null 2>&1 && ulimit -v 2000000
$SINTER run a.param --interpret --text --input-file /dev/zero; echo $?
head -c 16 /dev/zero | $SINTER run a.param --interpret --text --input-file /dev/stdin
head -c 20 /dev/zero | $SINTER run a.param --interpret --text --input-file /dev/stdin; echo $?
$SINTER run a.param --interpret -q -o out --input-file /dev/stdin < /dev/null; echo $?
head -c 16 /dev/zero | $SINTER run a.param --interpret -q -o out --input-file /dev/stdin
cat out/y.npy /dev/zero | $SINTER run a.param --interpret --text --input-file /dev/stdin; echo $?
cat out/y.npy | $SINTER run a.param --interpret --text --input-file /dev/stdin
printf '\223NUMPY\2\0\377\377\377\177' | cat - /dev/zero | $SINTER run a.param --interpret --text --input-file /dev/stdin; echo $?
--- out
sinter: /dev/zero: has at least 65552 bytes, 16 expected
5
y 4
0 0 0 0
sinter: input 'x' has 4 elements, the file 5
5
sinter: /dev/stdin: is empty
4
sinter: /dev/stdin: is a .npy, but at least 65536 bytes stand behind its elements
4
y 4
0 0 0 0
sinter: /dev/stdin: is a .npy, but its head is too long
4
