# A shift moved behind a convolution that pads comes back at its border in the padding, but for a rounding of the shift: no rounding of the first network shows there.
test cli
--- run
cat > a.param <<'ENDS'
7767517
3 3
Input       x 0 1 x 0=1 1=1 2=1
BatchNorm   n 1 1 x n 0=1
Convolution c 1 1 n out 0=1 1=1 4=400 5=1 6=1
ENDS
cat > b.param <<'ENDS'
7767517
2 2
Input       x 0 1 x 0=1 1=1 2=1
Convolution c 1 1 x out 0=1 1=1 4=400 5=1 6=1 18=-101.0
ENDS
floats() { python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<%df" % (len(sys.argv) - 1), *map(float, sys.argv[1:])))' "$@"; }
{ floats 1 0 1 101; floats 0 1.7 0.02; } > a.bin
floats 0 1.7 171.72 > b.bin
$SINTER verify a.param b.param | grep -o '^[a-z]*  *worst'
floats 0 1.7 171.73 > b.bin
$SINTER verify a.param b.param | grep -o "^[a-z]*  *worst"
--- out
same      worst
sinter: a.param and b.param compute different results
different worst
