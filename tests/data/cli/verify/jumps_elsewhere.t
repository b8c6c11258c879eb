# A channel that jumps excuses no other channel.
test cli
--- run
cat > a.param <<'END'
7767517
8 9
Input in 0 1 in 0=16 1=16 2=2
Split sp 1 2 in i1 i2
BinaryOp m 1 1 i1 m 0=2 1=1 2=1.6777216e+07
UnaryOp si 1 1 m si 0=9
UnaryOp fl 1 1 si fl 0=2
ReLU z 1 1 i2 y 0=0.0
UnaryOp zs 1 1 y zz 0=16
Concat c 2 1 fl zz out 0=0
END
sed -e 's/i2 y 0=0.0/i2 yx 0=0.5/' -e 's/zs 1 1 y zz/zs 1 1 yx zzx/' -e 's/fl zz out/fl zzx out/' a.param > b.param
touch a.bin b.bin
$SINTER verify a.param a.param -q; echo "code $?"
$SINTER verify a.param b.param -q; echo "code $?"
--- out
code 0
sinter: a.param and b.param compute different results
code 8
