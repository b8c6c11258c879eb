# What threads are expected to make of it: how long they take, how often they wait, and what one of them does alone. Any number of them computes the same bits.
test cli
--- run
cat > net.param <<'NET'
7767517
6 6
Input        data  0 1 data 0=20 1=20 2=8
Convolution  conv  1 1 data c 0=32 1=3 4=1 5=1 6=2304
Convolution  conv2 1 1 c d 0=32 1=3 4=1 5=1 6=9216
Pooling      pool  1 1 d p 0=1 4=1
InnerProduct fc    1 1 p f 0=10 1=1 2=320
Softmax      soft  1 1 f out 0=0
NET
cat > tiny.param <<'NET'
7767517
3 3
Input        data 0 1 data 0=20
InnerProduct fc   1 1 data f 0=10 1=1 2=200
Softmax      soft 1 1 f out 0=0
NET
for n in 1 2 4; do
    for net in net tiny; do
        $SINTER compile $net.param --bin seed:1 -o $net$n --threads $n --target generic > said
        sed -n 's/[0-9.e-]* ms/TIME/g; /^expected/p' said
        $SINTER compile $net.param --bin seed:1 -o $net$n --threads $n --target generic --json | python3 -c '
import json, sys
r = json.load(sys.stdin)
print("work" if r["work_seconds"] > 0 else "none", "less" if r["work_seconds"] / 4 <= r["span_seconds"] <= r["work_seconds"] else "more", r["barriers"], r["alone"])'
        cc -std=c11 -O1 -Wall -Wextra -Werror -I$net$n $net$n/*.c -lm -lpthread -o $net$n.run
        for t in 1 2 3; do ./$net$n.run -w $net$n/$net.weights -t $t -n 20 | grep -v runs > $net$n.$t; done
        cmp $net$n.1 $net$n.2 && cmp $net$n.1 $net$n.3 && echo the same
    done
done
$SINTER compile net.param --bin seed:1 --input data=8,20,20 --input data=8,40,40 -o both --threads 2 --target generic | sed -n 's/[0-9.e-]* ms/TIME/g; /^expected/,/^workspace/p'
--- out
work less 0 2
the same
work less 0 2
the same
expected  TIME on one thread, TIME on 2, which wait for each other 6 times; 2 of 5 steps are too small to be shared
work less 6 2
the same
expected  TIME on one thread, TIME on 2, which wait for each other 0 times; 2 of 2 steps are too small to be shared
work less 0 2
the same
expected  TIME on one thread, TIME on 4, which wait for each other 6 times; 2 of 5 steps are too small to be shared
work less 6 2
the same
expected  TIME on one thread, TIME on 4, which wait for each other 0 times; 2 of 2 steps are too small to be shared
work less 0 2
the same
expected  0: TIME on one thread, TIME on 2, which wait for each other 6 times; 2 of 5 steps are too small to be shared
          1: TIME on one thread, TIME on 2, which wait for each other 4 times; 2 of 5 steps are too small to be shared
workspace 904 KB
