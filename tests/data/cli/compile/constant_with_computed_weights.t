# A constant that is convolved, channel by channel, with weights that are an input.
test cli
--- run
cat > net.param <<'NET'
7767517
3 3
MemoryData m 0 1 m 0=6 1=5 2=8
Input w 0 1 w 0=3 1=3 11=1 2=8
ConvolutionDepthWise c 2 1 m w y 0=8 1=3 7=8 19=1
NET
$SINTER compile net.param --bin seed:1 -o net --as-is -q; echo "code $?"
cat > fill.py <<'PY'
import struct
v = [(i % 7 - 3) / 4 for i in range(72)]
open("w.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + "{'descr': '<f4', 'fortran_order': False, 'shape': (8, 1, 3, 3), }".ljust(117).encode() + b"\n" + struct.pack("<72f", *v))
PY
python3 fill.py
$SINTER run net.param --bin seed:1 --input-file w=w.npy -o out -q; echo "code $?" # compared with the interpreter
--- out
code 0
code 0
