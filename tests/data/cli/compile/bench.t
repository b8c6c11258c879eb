# The table has a line a step and one for all; JSON has the same. Times are masked.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=20 1=20 2=8
Sigmoid  sig 1 1 data out
NET
$SINTER bench net.param --rounds 3 --threads 2 > table
sed -E '/^busy/d; s/[0-9]+(\.[0-9]+)?/#/g; s/#%/#/g; s/ +/ /g; s/; .*//; s/# s to (a library|find.*)/#/' table
$SINTER bench net.param --rounds 3 --json > json
python3 - <<'END_OF_PYTHON'
import json
r = json.load(open("json"))
print(sorted(r))
assert r["best_seconds"] <= r["median_seconds"] and r["threads"] == 1 and r["rounds"] == 3 and r["cached"] in (True, False)
assert abs(sum(s["seconds"] for s in r["steps"]) - r["median_seconds"]) < 0.5 * r["median_seconds"] + 1e-3
print([s["layers"] for s in r["steps"]], [sorted(s) for s in r["steps"]][0])
END_OF_PYTHON
--- out
 ms part GFLOP/s moved roof kernel layers
 # # # # KB # map sig
 # # # # KB # all

run best # ms, median # ms of #, # threads
spread p# # ms, p# # ms, p# # ms, worst # ms, mean # ms
machine # GFLOP/s
memory # B of workspace, # B of weights
compiled # s to C, #
['best_seconds', 'build_seconds', 'cached', 'checked', 'code_bytes', 'command', 'compiler', 'format', 'images_per_second', 'mean_seconds', 'median_seconds', 'memory', 'peak_flops', 'percentiles', 'plan_seconds', 'rounds', 'steps', 'threads', 'warmup_rounds', 'weights_bytes', 'workspace_bytes', 'worst_seconds']
['sig'] ['bytes', 'flops', 'kernel', 'layers', 'roof_seconds', 'seconds', 'step']
