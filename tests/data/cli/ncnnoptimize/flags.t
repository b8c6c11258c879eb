# Flags 1 and 65536 store half precision; every other number, and what is no number, single.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
for flag in 0 1 65536 2 x; do
    ./ncnnoptimize net.param null out.param out.bin $flag 2> /dev/null
    echo "$flag: $(wc -c < out.bin)"
done
--- out
0: 452
1: 236
65536: 236
2: 452
x: 452
