# What optimize stores as halves again is the same network, also where a value inside moves by more than f32 rounds. A convolution of halves
# that is a twentieth off is not, nor are all weights as halves.
test cli
--- run
net() {
cat > net.param <<ENDS
7767517
8 9
Input       x  0 1 x 0=14 1=14 2=16
Split       s  1 2 x xa xb
Convolution c  1 1 xa c 0=16 1=3 4=1 6=2304
ReLU        r  1 1 c r
Convolution c2 1 1 xb c2 0=16 1=3 4=1 6=2304
BinaryOp    m2 1 1 c2 b2 0=2 1=1 2=$1
TanH        r2 1 1 b2 r2
BinaryOp    a  2 1 r r2 out 0=0
ENDS
$SINTER convert net.param --bin seed:1 --fp16 -o $2 -q
}
mask() { sed -E 's/[0-9.]+e[-+][0-9]+/#/g; s/[0-9.]+ (times|%)/# \1/; s/element .*/.../; s/  +/ /g'; }
net 0.007 half.param
$SINTER optimize half.param -o out.param | grep -A1 '^storage' | mask
$SINTER verify half.param out.param | mask
echo "code $?"
net 0.00735 other.param
$SINTER optimize other.param --fp16 -o off.param -q
$SINTER verify half.param off.param 2>&1 | mask
net 0.3 half.param
$SINTER optimize half.param --fp16 -o all.param -q
$SINTER verify half.param all.param 2>&1 | mask
--- out
storage rewritten weights of 1 layer in half precision again, which moves results by #
written out.param (295 B), out.bin (9.01 KB)
out 16,14,14 # (rounding alone makes #)

same worst distance #, # % of what rounding explains, 6 runs at x=16,14,14
code 0
out 16,14,14 # (rounding alone makes #) differs: ...

different worst distance #, # times what rounding explains, 1 run at x=16,14,14
 first that differs: b2
sinter: half.param and off.param compute different results
out 16,14,14 # (rounding alone makes #) differs: ...

different worst distance #, # times what rounding explains, 1 run at x=16,14,14
 first that differs: b2
sinter: half.param and all.param compute different results
