# Files of outputs whose names are alike once what a file name cannot have is gone: numbered, past the names of others; a long name is cut.
test cli
--- run
long=$(printf '%0120d' 0)
cat > net.param <<NET
7767517
10 18
Input data 0 1 data 0=2
Split s 1 9 data a b c d e f g h i
ReLU r1 1 1 a x:1
ReLU r2 1 1 b x;1
ReLU r3 1 1 c x_1.2
ReLU r4 1 1 d x_1
ReLU r5 1 1 e x?1
ReLU r6 1 1 f .x
ReLU r7 1 1 g ${long}a
ReLU r8 1 1 h ${long}b
NET
sed -i '2s/18/19/' net.param; echo 'ReLU r9 1 1 i _x' >> net.param; sed -i '2s/10/11/' net.param
printf '\0\0\200\077\0\0\0\100' > raw
$SINTER run net.param --as-is --interpret --input-file raw -o res | sed "s/$long/LONG/g"
ls res | sed "s/$(printf '%0100d' 0)/ONE HUNDRED/"
$SINTER run net.param --as-is --interpret --input-file raw -o res --json | grep -E '"(name|file)"' | sed "s/0000*/ZEROS/"
mkdir in; cp res/x_1.npy in/x_1.npy
$SINTER run net.param --as-is --interpret --input-file in/x_1.npy -o in; echo "code $?"
ls in
--- out
x:1  2  min 1  mean 1.5  max 2 at 1
x;1  2  min 1  mean 1.5  max 2 at 1
x_1.2  2  min 1  mean 1.5  max 2 at 1
x_1  2  min 1  mean 1.5  max 2 at 1
x?1  2  min 1  mean 1.5  max 2 at 1
.x  2  min 1  mean 1.5  max 2 at 1
LONGa  2  min 1  mean 1.5  max 2 at 1
LONGb  2  min 1  mean 1.5  max 2 at 1
_x  2  min 1  mean 1.5  max 2 at 1
written   res/x_1.3.npy (136 B)
written   res/x_1.4.npy (136 B)
written   res/x_1.2.npy (136 B)
written   res/x_1.npy (136 B)
written   res/x_1.5.npy (136 B)
written   res/_x.2.npy (136 B)
written   res/0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.npy (136 B)
written   res/0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.2.npy (136 B)
written   res/_x.npy (136 B)
ONE HUNDRED.2.npy
ONE HUNDRED.npy
_x.2.npy
_x.npy
x_1.2.npy
x_1.3.npy
x_1.4.npy
x_1.5.npy
x_1.npy
      "name": "x:1",
      "file": "res/x_1.3.npy"
      "name": "x;1",
      "file": "res/x_1.4.npy"
      "name": "x_1.2",
      "file": "res/x_1.2.npy"
      "name": "x_1",
      "file": "res/x_1.npy"
      "name": "x?1",
      "file": "res/x_1.5.npy"
      "name": ".x",
      "file": "res/_x.2.npy"
      "name": "ZEROSa",
      "file": "res/ZEROS.npy"
      "name": "ZEROSb",
      "file": "res/ZEROS.2.npy"
      "name": "_x",
      "file": "res/_x.npy"
sinter: in/x_1.npy: would be written over the file that is read as in/x_1.npy
code 2
x_1.npy
