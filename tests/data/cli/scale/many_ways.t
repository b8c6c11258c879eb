# A value that is reached on more ways than anybody can walk: each is looked at once.
test cli
--- run
cat > make.py <<'END_OF_PYTHON'
def write(name, depth, k, axis, between):
    lines, blobs = ["Input data 0 1 x0 0=1 1=1 2=1"], 1
    for j in range(depth):
        ys = " ".join(f"y{j}_{i}" for i in range(k))
        lines += [f"Split s{j} 1 {k} x{j} {ys}", f"Concat c{j} {k} 1 {ys} z{j} 0={axis}", between(j, k)]
        blobs += k + 2
    lines.append(f"ReLU r 1 1 x{depth} out")
    open(name, "w").write("\n".join(["7767517", f"{len(lines)} {blobs + 1}"] + lines) + "\n")

write("moved.param", 8, 60, 0, lambda j, k: f"Crop p{j} 1 1 z{j} x{j + 1} 0=0 1=0 2=0 3=1 4=1 5=1")
write("range.param", 3, 4000, 1, lambda j, k: f"Pooling p{j} 1 1 z{j} x{j + 1} 0=0 7=1 8=1")
END_OF_PYTHON
python3 make.py
ulimit -t 600
for net in moved range; do
    $SINTER optimize $net.param --bin seed:1 -o out.param -q; echo "$net: code $?"
done
--- out
moved: code 0
range: code 0
