# Batches as sets of one folder: each computes what the folder of that batch alone does, with sizes of inputs or without; JSON says which sets there are.
test cli
--- run
cat > net.param <<'NET'
7767517
4 4
Input        data 0 1 data 0=6 1=5 2=3
Convolution  conv 1 1 data c 0=8 1=3 4=1 5=1 6=216
InnerProduct ip 1 1 c i 0=7 1=1 2=1680
Softmax      soft 1 1 i out 0=0
NET
build="cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2"
head -c 2880 /dev/zero | tr '\0' '?' > in.raw
$SINTER compile net.param --bin seed:1 -o both --target generic --batch 1,4,8 --prefix net | grep -v code
(cd both && $build net*.c main.c -lm -lpthread -o example && ./example --selftest -t 3 | sed 's/(.*)/(TIME)/')
for n in 1 4 8; do
    $SINTER compile net.param --bin seed:1 -o one --target generic --batch $n --prefix net -q
    head -c $((360 * n)) in.raw > part.raw
    for t in 1 3; do
        (cd one && $build net*.c main.c -lm -lpthread -o example && ./example -t $t ../part.raw > ../alone)
        (cd both && ./example -t $t -s $n,3,5,6 ../part.raw > ../among)
        cmp alone among && cut -d' ' -f1-3 among
    done
done
$SINTER compile net.param --bin seed:1 -o both --target generic --batch 2,3 --input 3,5,6 --input 3,7,6 --from data --to c --check=off --json | python3 -c '
import json, sys
r = json.load(sys.stdin)
for s in r["sets"]:
    print(s["inputs"][0]["sizes"], s["outputs"][0]["sizes"], s["steps"])
print(r["steps"], r["apart_weights_bytes"], max(s["workspace_bytes"] for s in r["sets"]) == r["workspace_bytes"])'
--- out
sets      0: data=1,3,5,6; 3 steps, 16.4 KFLOP, 2.25 KB of workspace
          1: data=4,3,5,6; 3 steps, 65.5 KFLOP, 5.25 KB of workspace
          2: data=8,3,5,6; 3 steps, 131 KFLOP, 10.3 KB of workspace
weights   7.62 KB
workspace 10.3 KB
checked   each step computes what the interpreter does
written   both: net.h, net.c, net.weights, net_selftest.c, main.c, CMakeLists.txt
1,3,5,6: all 3 steps compute what they should (TIME)
4,3,5,6: all 3 steps compute what they should (TIME)
8,3,5,6: all 3 steps compute what they should (TIME)
out  1,7
out  1,7
out  4,7
out  4,7
out  8,7
out  8,7
[2, 3, 5, 6] [2, 8, 5, 6] 1
[3, 3, 5, 6] [3, 8, 5, 6] 1
[2, 3, 7, 6] [2, 8, 7, 6] 1
[3, 3, 7, 6] [3, 8, 7, 6] 1
4 0 True
