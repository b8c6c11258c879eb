# Columns beyond the windows of a fold are left out.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in0 0 1 x 0=20 1=12
Dropout d 1 1 x xd
Fold f 1 1 xd y 1=2 20=5 21=4
END
$SINTER optimize a.param --bin seed:1 -o b.param -q
cat b.param
$SINTER show a.param --bin seed:1 -q > /dev/null && $SINTER convert a.param --bin seed:1 -o c.param -q
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: ncnn.fold 'f' is kept as it is: x has 20 columns for 12 windows, and the others are left out
7767517
2 2
Input in0 0 1 x 0=20 1=12
Fold                     f                        1 1 x y 1=2 20=5 21=4
sinter: warning: a.param: ncnn.fold 'f' is kept as it is: x has 20 columns for 12 windows, and the others are left out
sinter: warning: a.param: ncnn.fold 'f' is kept as it is: x has 20 columns for 12 windows, and the others are left out
the same
