# Files may be called anything, as there.
test cli
--- run
ln -s $SINTER ncnnoptimize
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
mv net.param net.txt
./ncnnoptimize net.txt null out.txt weights 0 2> /dev/null
echo "code $?"
head -n 2 out.txt
ls
--- out
code 0
7767517
2 2
ncnnoptimize
net.txt
out.txt
weights
