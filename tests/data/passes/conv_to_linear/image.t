# An image stays with its convolution, and so does an input of unknown rank.
test cli
--- run
cat > net.param <<'NET'
7767517
4 4
Input x 0 1 x 0=4 1=4 2=3
Input y 0 1 y
Convolution a 1 1 x a 0=8 1=1 5=1 6=24 9=1
Convolution b 1 1 y b 0=4 1=1 6=12
NET
$SINTER optimize net.param --bin seed:1 -o out.param -q
tail -n +3 out.param
--- out
Input x 0 1 x 0=4 1=4 2=3
Input y 0 1 y
Convolution a 1 1 x a 0=8 1=1 5=1 6=24 9=1
Convolution b 1 1 y b 0=4 1=1 6=12
