# Weights as halves beside the same in f32: a difference, which storage is said to explain; with --storage it is allowed, and a convolution
# that is a twentieth off is not.
test cli
--- run
net() {
cat > net.param <<ENDS
7767517
4 4
Input       x  0 1 x 0=14 1=14 2=16
Convolution c  1 1 x c 0=16 1=3 4=1 6=2304
BinaryOp    m  1 1 c m 0=2 1=1 2=$1
TanH        t  1 1 m out
ENDS
}
mask() { sed -E 's/[0-9.]+e[-+][0-9]+/#/g; s/[0-9.]+ (times|%)/# \1/; s/element .*/.../; s/  +/ /g'; }
net 0.945
$SINTER optimize net.param --bin seed:1 -o off.param -q
net 0.9
$SINTER optimize net.param --bin seed:1 -o net32.param -q
$SINTER convert net32.param --fp16 -o half.param -q
$SINTER verify net32.param half.param 2>&1 | mask
$SINTER verify net32.param half.param --storage | mask
$SINTER verify net32.param off.param --storage 2>&1 | mask
$SINTER verify net32.param half.param --storage --bound 1e-3
echo "code $?"
$SINTER verify net32.param half.param --json 2>/dev/null | grep -E '"(verdict|explained_by)"'
--- out
out 16,14,14 # (rounding alone makes #) differs: ...

different worst distance #, # times what rounding explains; storing weights in half precision would explain it, 1 run at x=16,14,14
 first that differs: m
sinter: net32.param and half.param compute different results
out 16,14,14 # (rounding alone makes #)

same worst distance #, # % of what rounding explains, 6 runs at x=16,14,14
out 16,14,14 # (rounding alone makes #) differs: ...

different worst distance #, # times what rounding explains, 1 run at x=16,14,14
 first that differs: m
sinter: net32.param and off.param compute different results
sinter: --storage measures what is allowed, and --bound gives it: one of them
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
    "verdict": "different",
    "explained_by": "storing weights in half precision",
