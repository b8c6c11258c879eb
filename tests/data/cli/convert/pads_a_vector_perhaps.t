# Of one input channel it is not known whether a Convolution of one tap reads a vector of all channels; that it pads one then is seen at the sizes that the file gives, and makes it a boundary.
test cli
--- run
cat > a.param <<'END'
7767517
2 2
Input in0 0 1 in0 0=1
Convolution l8 1 1 in0 v7 0=7 1=1 4=-234 6=7
END
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
$SINTER optimize a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
--- out
sinter: warning: a.param: ncnn.convolution 'l8' is kept as it is: it pads a vector, and what that makes depends on the runtime's kernels
same
sinter: warning: a.param: ncnn.convolution 'l8' is kept as it is: it pads a vector, and what that makes depends on the runtime's kernels
same
