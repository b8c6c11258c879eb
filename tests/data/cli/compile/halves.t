# Weights that the model stores as halves are halves in the file, too, with --small in every layer that multiplies by them; what is printed is the same to the last digit as with f32 of the same numbers, as plain C and with NEON where there is an emulator.
test cli
--- run
cat > net.param <<'NET'
7767517
7 7
Input        data 0 1 data 0=4 1=6 2=37
Convolution  c1   1 1 data a 0=45 1=1 5=1 6=1665 9=1
Convolution  c2   1 1 a b 0=40 1=3 4=1 5=1 6=16200 9=1
Pooling      p    1 1 b c 0=1 4=1
InnerProduct i    1 1 c d 0=30 1=1 2=1200
Reshape      r    1 1 d e 0=6 1=5
LSTM         l    1 1 e f 0=11 1=264 2=0
NET
$SINTER convert net.param --bin seed:1 -o half.param --fp16 -q
$SINTER convert half.param -o full.param --fp32 -q
run() { # target, compiler, what runs its programs
    for n in half full; do
        $SINTER compile $n.param --small --target $1 -o $n --prefix net -q --check off &&
        $2 -std=c11 -O1 $n/net.c $n/net_selftest.c $n/main.c -o $n/example -lm -lpthread &&
        $3 $n/example -w $n/net.weights > $n.out
    done
    cmp half.out full.out && wc -c < half/net.weights && wc -c < full/net.weights
}
run generic gcc
if command -v aarch64-linux-gnu-gcc > neon.txt && command -v qemu-aarch64 > neon.txt; then
    run aarch64 'aarch64-linux-gnu-gcc -static' qemu-aarch64 > neon.txt && tail -2 neon.txt
else
    printf '43328\n85568\n'
fi
$SINTER compile half.param --target x86-64-v3 -o usual --prefix net -q --check off
grep -c 'uint16_t \*w' usual/net.c
--- out
40832
80384
43328
85568
4
