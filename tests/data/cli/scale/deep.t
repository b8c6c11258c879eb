# Networks as deep as they are long, on a small stack: views, steps that change layouts, elementwise chains, concats in concats.
test cli
--- run
cat > make.py <<'END_OF_PYTHON'
import sys

def write(name, lines, blobs):
    open(name, "w").write("\n".join(["7767517", f"{len(lines)} {blobs}"] + lines) + "\n")

def chain(name, n, sizes, layer):
    write(name, [f"Input data 0 1 x0 {sizes}"] + [layer(i).format(f"l{i} 1 1 x{i} x{i + 1}") for i in range(n)], n + 1)

chain("reshape.param", 30000, "0=16", lambda i: "Reshape {} " + ("0=4 1=4" if i % 2 == 0 else "0=16"))
chain("pooling.param", 30000, "0=4 1=4 2=4", lambda i: "Pooling {} 0=0 1=1 2=1")
chain("sigmoid.param", 30000, "0=4", lambda i: "Sigmoid {}")
n = 2000
lines = ["Input data 0 1 data 0=1", f"Split s 1 {n + 1} data " + " ".join(f"d{i}" for i in range(n + 1)), "Sigmoid g 1 1 d0 x0"]
for i in range(n):
    lines += [f"TanH t{i} 1 1 d{i + 1} t{i}", f"Concat c{i} 2 1 x{i} t{i} x{i + 1}"]
write("concat.param", lines, 3 * n + 3)
END_OF_PYTHON
python3 make.py
ulimit -s 256
for net in reshape pooling sigmoid concat; do
    $SINTER compile $net.param --as-is --bin seed:1 -o $net -q --target generic; echo "$net: code $?"
    $SINTER optimize $net.param --verify=off --bin seed:1 -o out.param -q; echo "code $?"
done
--- out
reshape: code 0
code 0
pooling: code 0
code 0
sigmoid: code 0
code 0
concat: code 0
code 0
