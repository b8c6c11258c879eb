# One layer is another operator on either side, which has more inputs than the other knows.
test cli
--- run
printf '7767517\n2 2\nInput in 0 1 in 0=4\nReLU f 1 1 in out\n' > a.param
printf '7767517\n2 2\nInput in 0 1 in 0=4\nInnerProduct f 1 1 in out 0=4 1=1 2=16\n' > b.param
$SINTER diff a.param b.param --bin-a seed:1 --bin-b seed:1
echo "code $?"
$SINTER diff b.param a.param --bin-a seed:1 --bin-b seed:1
echo "code $?"
--- out
~ f  relu  op: relu -> linear; weight: none -> f32[4,4]; bias: none -> f32[4]

layers    1 the same, 1 changed, 0 only in A (<), 0 only in B (>)
code 1
~ f  linear  op: linear -> relu; weight: f32[4,4] -> none; bias: f32[4] -> none

layers    1 the same, 1 changed, 0 only in A (<), 0 only in B (>)
code 1
