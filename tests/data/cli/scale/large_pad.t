# A result that no memory holds is planned in no time: how its layout changes is known without a walk over its elements.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input       data 0 1 data 0=8 1=8 2=4
Convolution conv 1 1 data out 0=4 1=3 11=1 4=65536 6=48
NET
ulimit -t 600
$SINTER compile net.param --bin seed:1 -o net --target generic -q; echo "code $?"
--- out
code 0
