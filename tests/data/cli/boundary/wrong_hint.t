# A hint that contradicts what the layers need is named.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input i 0 1 data 0=12
Convolution c 1 1 data b 0=6 1=1 6=78
ReLU r 1 1 b out 0=0.3
END
$SINTER optimize a.param --bin seed:1 -q; echo "code $?"
$SINTER show a.param --bin seed:1 --input data=13 -q > /dev/null; echo "code $?"
--- out
sinter: warning: a.param: the hint for input 'data' is 12; the layers need 13, and the file is taken for a network of that
code 0
code 0
