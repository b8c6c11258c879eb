# A length that a sequence cannot have is an error in the interpreter; compiled code takes the nearest one.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
x, n = value("x", F32, [4, 2, 3]), value("n", I32, [2])
w = tensor("w", F32, [2, 6, 3], [(i % 7 - 3) / 4 for i in range(36)])
r = tensor("r", F32, [2, 6, 2], [(i % 5 - 2) / 3 for i in range(24)])
save("gru.onnx", model(graph([node("GRU", ["x", "w", "r", "", "n"], ["y", "h"], hidden_size=2, direction="bidirectional")],
                             [x, n], [value("y"), value("h")], [w, r])))
open("x.raw", "wb").write(struct.pack("<24f", *[(i % 9 - 4) / 3 for i in range(24)]))
for name, a, b in ("whole", 0, 4), ("beyond", -7, 2**31 - 1), ("most", -2**31, 5), ("part", 3, 1):
    open(name + ".raw", "wb").write(struct.pack("<2i", a, b))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
run() { $SINTER run gru.onnx --input-file x=x.raw --input-file n=$1.raw -q --text $2; }
differences() { paste $1 $2 | awk '{ for (i = 1; i <= NF / 2; i++) if (($i - $(i + NF / 2))^2 > 1e-10) n++ } END { print n + 0 }'; }
for n in whole part; do run $n > $n; run $n --interpret > interpreted; differences $n interpreted; done
differences whole part
for n in beyond most; do run $n | cmp - whole && echo "$n: as 0 and 4"; run $n --interpret; done
cat part
--- out
0
0
34
beyond: as 0 and 4
sinter: gru 'y': sequence 0 has -7 steps, 0 to 4 expected
most: as 0 and 4
sinter: gru 'y': sequence 0 has -2147483648 steps, 0 to 4 expected
y 4,2,2,2
-0.11507158 0.464891106
-0.180675566 0.0757052302

0.131969646 -0.10304781
0.0757052302 -0.180675566

0.171289951 0.200069577
0 0

0.087430656 0.00812998973
0 0

-0.0725923553 0.149851039
0 0

0.0757052302 -0.180675566
0 0

0 0
0 0

0 0
0 0
h 2,2,2
-0.0725923553 0.149851039
-0.180675566 0.0757052302

0.131969646 -0.10304781
0.0757052302 -0.180675566
