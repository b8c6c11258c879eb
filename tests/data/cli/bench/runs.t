# Runs by number and by time, percentiles of choice, warm-up by number and by time; of what is measured only the order.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=20 1=20 2=8
Sigmoid  sig 1 1 data out
NET
look() { $SINTER bench net.param "$@" --json > r.json && python3 -c '
import json
r = json.load(open("r.json"))
p = [q["seconds"] for q in r["percentiles"]]
print(r["rounds"], r["warmup_rounds"], [q["percent"] for q in r["percentiles"]])
assert p == sorted(p) and r["best_seconds"] <= p[0] and p[-1] <= r["worst_seconds"]
assert r["best_seconds"] <= r["mean_seconds"] <= r["worst_seconds"]
assert abs(r["images_per_second"] * r["mean_seconds"] - r.get("batch", 1)) < 1e-3
'; }
look --rounds 5
look --rounds 5 --warmup 3 --percentiles 0,50,100
look --rounds 5 --warmup 1
look --rounds 5 --batch 2 --percentiles 10
look --rounds 5 --percentiles 50,99.9
look --seconds 0.2 --warmup 0.05s | sed -E 's/^[0-9]{2,} [0-9]{2,} /MANY MANY /'
look --seconds 1e-7 --rounds 40
$SINTER bench net.param --rounds 3 --percentiles 50,99.99999 -q | grep spread | sed -E 's/[0-9.]+ ms/# ms/g; s/[0-9.]+ runs/# runs/'
$SINTER bench net.param --rounds 3 --batch 2 -q | grep spread | sed -E 's/[0-9.]+ ms/# ms/g; s/[0-9.]+ images/# images/'
printf '%12800s' '' > in
$SINTER bench net.param --rounds 2 --input-file in --json | grep -c '"seconds"'
--- out
5 1 [50, 90, 99]
5 3 [0, 50, 100]
5 1 [50, 90, 99]
5 1 [10]
5 1 [50, 99.9]
MANY MANY [50, 90, 99]
40 1 [50, 90, 99]
spread    p50 # ms, p99.99999 # ms, worst # ms, mean # ms; # runs a second
spread    p50 # ms, p90 # ms, p99 # ms, worst # ms, mean # ms; # images a second
4
