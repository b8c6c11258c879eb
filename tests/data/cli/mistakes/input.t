# Sizes of an input: wrong name, wrong form, sizes that the network contradicts, no name where there are two inputs.
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
cat > cat.param <<'END'
7767517
4 4
Input    a   0 1 a
Input    b   0 1 b
Concat   cat 2 1 a b s 0=0
ReLU     act 1 1 s out
END
for i in dta=3,8,8 data=3x8x8 data= data=3,0,8 data=-3,8,8 data=99999999999999999999,8,8 data=5,8,8 data=3,2,2 data=1,2,3,4,5,6,7,8,9 =3,8,8 3,8 3,0,8 3x8x8; do
    $SINTER optimize net.param --bin seed:1 -q --input $i
    echo "code $?"
done
$SINTER optimize cat.param --bin seed:1 -q --input 3,8,8
echo "code $?"
$SINTER optimize cat.param --bin seed:1 -q --input a=3,8,8 --input b=3,9,9
echo "code $?"
--- out
sinter: no input is called 'dta'; the network has data
code 2
sinter: 'data=3x8x8': sizes like 3,240,320 are expected after '='
code 2
sinter: 'data=': sizes like 3,240,320 are expected after '='
code 2
sinter: 'data=3,0,8': sizes like 3,240,320 are expected after '='
code 2
sinter: 'data=-3,8,8': sizes like 3,240,320 are expected after '='
code 2
sinter: 'data=99999999999999999999,8,8': sizes like 3,240,320 are expected after '='
code 2
sinter: net.param: conv 'conv': number of input channels is 5, 3 expected: the runtime would read out of bounds
code 5
sinter: net.param: conv 'conv': the window spans 3 on axis h, where x has 2 and pads 0 and 0
code 5
sinter: 'data=1,2,3,4,5,6,7,8,9': more than 8 sizes
code 2
sinter: no input is called ''; the network has data
code 2
sinter: net.param: conv 'conv': number of input channels is 1, 3 expected: the runtime would read out of bounds
code 5
sinter: '3,0,8': sizes like 3,240,320 are expected
code 2
sinter: '3x8x8': sizes like 3,240,320 are expected
code 2
sinter: sizes without a name are those of the only input; the network has a, b
code 2
sinter: cat.param: concat 'cat': axis 1 of input 1 is 9, 8 expected
code 5
