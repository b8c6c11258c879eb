# Sums of more operands than one step can read, with and without factors.
test cli
--- run
for n in 24 25 33 70; do
    for factors in "" all; do
        python3 - $n $factors <<'PY'
import sys
n = int(sys.argv[1])
layers = ["Input data 0 1 data 0=5 1=4 2=3", "Split s 1 %d data %s" % (n, " ".join("s%d" % i for i in range(n)))]
for i in range(n):
    layers.append("Pooling p%d 1 1 s%d p%d 0=%d 1=%d 2=1 3=%d" % (i, i, i, i % 2, 1 + 2 * (i // 2), i // 2))
terms = " -23301=%d,%s" % (n, ",".join("%.3f" % (1 + i / 8) for i in range(n))) if len(sys.argv) > 2 else ""
layers.append("Eltwise e %d 1 %s out 0=1%s" % (n, " ".join("p%d" % i for i in range(n)), terms))
open("s.param", "w").write("7767517\n%d %d\n%s\n" % (len(layers), 2 * n + 2, "\n".join(layers)))
PY
        for target in native generic; do
            $SINTER compile s.param -o c --target $target --json | python3 -c '
import json, sys
r = json.load(sys.stdin)
print(sys.argv[1], "checked" if not r.get("unchecked") else r["unchecked"])' "$n $factors $target:"
        done
    done
done
--- out
24  native: checked
24  generic: checked
24 all native: checked
24 all generic: checked
25  native: checked
25  generic: checked
25 all native: checked
25 all generic: checked
33  native: checked
33  generic: checked
33 all native: checked
33 all generic: checked
70  native: checked
70  generic: checked
70 all native: checked
70 all generic: checked
