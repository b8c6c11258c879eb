# What is no number is left out of a self-test: the folder builds, and tests the rest.
test cli
--- run
cat > net.param <<'NET'
7767517
4 5
Input    data 0 1 data 0=40
Split    s 1 2 data a b
UnaryOp  log 1 1 a out 0=8
ReLU     relu 1 1 b positive
NET
$SINTER compile net.param --bin seed:1 -o net --target generic -q; echo "code $?"
cmake -S net -B built > log && cmake --build built >> log && built/net_example --selftest > said; echo "code $?"
grep -c nan net/net_selftest.c
--- out
code 0
code 0
0
--- exit
1
