# A network that is left as it is: each layer became itself, and nothing is said of rewrites.
test cli
--- run
$SINTER zoo squeezenet -o s.param -q
$SINTER report s.param --as-is --no-bench --json > s.json
python3 - <<'PY'
import json
d = json.load(open("s.json"))
print(d["optimized"], "remarks" in d, d["into"] == list(range(len(d["into"]))))
print(len(d["before"]["layers"]) == len(d["after"]["layers"]))
PY
--- out
False False True
True
