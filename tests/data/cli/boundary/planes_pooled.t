# Of a value of rank 4, a 2-D layer pools the first plane of each channel.
test cli
--- run
cat > a.param <<'END'
7767517
2 2
Input i 0 1 data 0=4 1=3 11=2 2=2
Pooling p 1 1 data out 0=0 7=1 8=2
END
touch a.bin
$SINTER optimize a.param -q; echo "code $?"
cat > q.param <<'END'
7767517
2 2
Input i 0 1 data 0=5 1=4 11=3 2=1
Convolution c 1 1 data out 0=4 1=3 4=1 6=36 8=1
END
$SINTER optimize q.param --bin seed:1 -q; echo "code $?"
--- out
sinter: warning: a.param: Pooling 'p' is kept as it is: x has rank 4, and is read as if it had no depth: the first plane of each channel
code 0
sinter: warning: q.param: Convolution 'c' is kept as it is: x has rank 4, and is read as if it had no depth: the first plane of each channel
code 0
