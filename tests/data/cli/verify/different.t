# Other weights: different, with the first tensor that differs, and a code of its own.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER verify net.param net.param --bin-a seed:1 --bin-b seed:2 --input data=3,9,9 > said
echo "code $?"
sed -E -e 's/differs: .*/differs: .../' -e "s/makes [0-9.e+-]+/makes X/" -e 's/[0-9.]+(e[-+][0-9]+)?/#/' said
$SINTER verify net.param net.param --bin-a seed:1 --bin-b seed:2 --bound 100 > said
echo "code $?"
--- out
sinter: net.param and net.param compute different results
code 8
out  #,7,7  1.0e+00 (rounding alone makes X)  differs: ...

different worst distance #, far beyond what rounding explains, 1 run at data=3,9,9
          first that differs: #
code 0
