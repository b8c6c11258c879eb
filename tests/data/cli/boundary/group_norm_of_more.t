# A group norm made for fewer channels leaves the others as they are.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in0 0 1 x 0=3 1=3 2=8
Dropout d 1 1 x xd
GroupNorm g 1 1 xd y 0=2 1=4
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: ncnn.group_norm 'g' is kept as it is: it is made for 4 of the 8 channels; the remaining channels are left unchanged
7767517
2 2
Input in0 0 1 x 0=3 1=3 2=8
GroupNorm                g                        1 1 x y 0=2 1=4
sinter: warning: a.param: ncnn.group_norm 'g' is kept as it is: it is made for 4 of the 8 channels; the remaining channels are left unchanged
sinter: warning: a.param: ncnn.group_norm 'g' is kept as it is: it is made for 4 of the 8 channels; the remaining channels are left unchanged
the same
