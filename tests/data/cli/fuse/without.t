# A rule of fusion is switched off: its groups are gone, the remark says so, and what is compiled computes the same.
test cli
--- run
$SINTER zoo shufflenet_v2 -o net.param -q
for rule in epilogue moves "in slices" rows channels branches "rows,channels,moves"; do
    $SINTER compile net.param --without "$rule" --threads 2 --target generic -o out --prefix n -q && echo "$rule: checked"
done
$SINTER fuse net.param --target generic | grep -E '^(groups|steps)'
for rule in moves rows channels; do
    $SINTER fuse net.param --target generic --without "$rule" | grep -E '^(groups|steps)'
done
$SINTER fuse net.param --without moves --explain | grep -m1 'switched off' | sed 's/  */ /g'
$SINTER fuse net.param --without row
$SINTER fuse net.param --without rows --fusion tvm
--- out
epilogue: checked
moves: checked
in slices: checked
rows: checked
channels: checked
branches: checked
rows,channels,moves: checked
groups    89, of 105 layers
steps     62
groups    105, of 105 layers
steps     62
groups    89, of 105 layers
steps     63
groups    89, of 105 layers
steps     75
 27 stage2/4/shuffle move 1 - the rule is switched off
sinter: there is no rule of fusion 'row'; there are epilogue, elementwise, factor, prologue, sum, moves, in slices, pooled, rows, channels, branches
sinter: rules are switched off in full fusion only
--- err
--- exit
2
