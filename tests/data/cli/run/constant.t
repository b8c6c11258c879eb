# An input that --constant gives is no input any more, and what computes with it is done once.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input x 0 1 x 0=3
Input k 0 1 k 0=3
Exp e 1 1 k e 0=-1.0 1=1.0 2=0.0
BinaryOp add 2 1 x e y 0=0
END
cat > one.param <<'END'
7767517
2 2
Input k 0 1 k 0=3
Power p 1 1 k z 0=1.0 1=1.0 2=0.0
END
: > net.bin; : > one.bin
printf '\0\0\200\077\0\0\0\100\0\0\100\100' > k.raw
$SINTER run one.param --input-file k=k.raw -q -o one && ls one
$SINTER run net.param --constant k=one/z.npy --input-file x=k.raw --interpret
$SINTER run net.param --constant k=one/z.npy --input-file x=k.raw
$SINTER compile net.param --constant k=one/z.npy -q -o code && grep -c 'expf' code/net.c
$SINTER run net.param --constant j=one/z.npy
$SINTER run net.param --constant k
$SINTER run net.param --constant k=one.param
$SINTER run net.param --constant k=one/y.npy
$SINTER run one.param --constant k=k.raw
--- out
z.npy
y  3  min 3.71828  mean 12.0643  max 23.0855 at 2
y  3  min 3.71828  mean 12.0643  max 23.0855 at 2
0
sinter: no input is called 'j'; the network has x, k
sinter: --constant k: NAME=FILE is expected
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
sinter: one.param: is no array with a head: a .npy or .pb expected
sinter: one/y.npy: No such file or directory
sinter: k.raw: is no array with a head: a .npy or .pb expected
--- exit
4
