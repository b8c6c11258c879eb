# A network without sizes is the same as itself: sizes are chosen at which its own layers run. A crop of nothing is refused, and factors tell how many channels there are.
test cli
--- run
printf '7767517\n3 3\nInput i 0 1 x\nCrop c 1 1 x y -23309=1,4 -23310=1,2147483647 -23311=1,0\nDropout d 1 1 y z\n' > crop.param
printf '7767517\n4 4\nInput i 0 1 x\nMemoryData m 0 1 s 0=2\nScale l 2 1 x s y 0=-233\nDropout d 1 1 y z\n' > scale.param
for net in crop scale; do
    $SINTER verify $net.param $net.param --bin-a seed:1 --bin-b seed:1 -q; echo "$net: code $?"
    $SINTER optimize $net.param --bin seed:1 -q; echo "$net: code $?"
done
$SINTER show crop.param --bin seed:1 --input x=3,64,64 2>&1; echo "code $?"
--- out
crop: code 0
crop: code 0
scale: code 0
scale: code 0
sinter: crop.param: ncnn.crop 'c': axis 0 of output 0 would have size -1, 1 to 2147483647 expected
code 5
