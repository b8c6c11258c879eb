# Elements become those of the input's type or are refused: integers exactly, floats rounded where that is a float, too; ids go the same way, and not over floats.
test cli
--- run
cat > relu.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2
ReLU  relu 1 1 data out
NET
cat > ids.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2
Embed e    1 1 data out 0=1 1=16777219 2=0 3=16777219
NET
python3 - <<'PY'
import struct
def npy(path, descr, code, *values):
    head = ("{'descr': '%s', 'fortran_order': False, 'shape': (2,), }" % descr).ljust(117) + "\n"
    open(path, "wb").write(b"\x93NUMPY\1\0\x76\0" + head.encode() + struct.pack("<2" + code, *values))
npy("tenth.npy", "<f8", "d", 0.1, float("nan"))
npy("inf.npy", "<f8", "d", float("inf"), -1e-300)
npy("large.npy", "<f8", "d", 1, -1e300)
npy("whole.npy", "<i8", "q", 16777218, -3)
npy("digits.npy", "<i8", "q", -3, 16777217)
npy("u64.npy", "<u8", "Q", 2**63, 2**64 - 1)
npy("fraction.npy", "<f4", "f", 1, 1.9)
npy("nan.npy", "<f4", "f", float("nan"), 1)
npy("beyond.npy", "<i8", "q", 0, 2**32)
npy("ids.npy", "<i8", "q", 16777217, 16777216)
npy("plain.npy", "<f4", "f", 2, 16777216)
npy("true.npy", "|b1", "B", 0, 7)
weights = bytearray(4 + 4 * 16777219)
for i in range(16777214, 16777219): struct.pack_into("<f", weights, 4 + 4 * i, i - 16777210)
open("ids.bin", "wb").write(weights)
PY
for f in tenth inf true whole digits large u64; do $SINTER run relu.param --input-file $f.npy --text --interpret || echo "code $?"; done
for f in ids plain fraction nan beyond; do $SINTER run ids.param --input-file $f.npy --text --interpret || echo "code $?"; done
--- out
out 2
0.100000001 nan
out 2
inf -0
out 2
0 1
out 2
16777218 0
sinter: digits.npy: has elements of type i64, f32 expected; element 1, 16777217, cannot be one
code 4
sinter: large.npy: has elements of type f64, f32 expected; element 1, -1e300, cannot be one
code 4
sinter: u64.npy: has elements of type u64, f32 expected; element 1, 18446744073709551615, cannot be one
code 4
out 2,1
7
6
out 2,1
0
6
sinter: fraction.npy: has elements of type f32, i32 expected; element 1, 1.9, cannot be one
code 4
sinter: nan.npy: has elements of type f32, i32 expected; element 0, nan, cannot be one
code 4
sinter: beyond.npy: has elements of type i64, i32 expected; element 1, 4294967296, cannot be one
code 4
