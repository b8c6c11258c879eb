# Sums and elements that are whole numbers beyond 2^24 stand in the self-test as floats: clang warns of ints that no float is.
test cli
--- run
cat > net.param <<'NET'
7767517
3 3
Input    data 0 1 data 0=9 1=9 2=9
BinaryOp large 1 1 data a 0=2 1=1 2=4.1e7
BinaryOp next 1 1 a out 0=0 1=1 2=1e8
NET
$SINTER compile net.param --bin none -o net --target generic -q
grep -E '^ +("f32"|[0-9.-])' net/net_selftest.c | grep -cE '[ {-][0-9]{8,9}[,}]'
grep -cE 'e\+0[789]' net/net_selftest.c
cd net
for cc in gcc clang; do
    command -v $cc > which.log || continue
    $cc -std=c11 -Wall -Wextra -Werror -O1 -Wno-psabi net.c net_selftest.c main.c -lm -lpthread -o example &&
        ./example --selftest | grep -v 'all .* steps compute'
done
true
--- out
0
5
