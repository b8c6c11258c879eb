# Views that a BinaryOp implies by how it pairs axes need no layer; one along another axis does.
test cli
--- run
layers() { $SINTER optimize $1.param --bin seed:1 -q -o out.param --input data=$2 && awk 'NR > 2 { print $1, $2 } END { print "" }' out.param; }
cat > image.param <<'END'
7767517
5 6
Input    data 0 1 data
Split    sp   1 2 data x0 x1
Pooling  gap  1 1 x0 g 0=1 4=1
Reshape  view 1 1 g r 0=1 1=1 2=-1
BinaryOp mul  2 1 x1 r y 0=2
END
layers image 4,8,8
sed 's/Reshape .*/ExpandDims view 1 1 g r -23303=2,1,2/' image.param > expand.param
layers expand 4,8,8
sed 's/ 0=1 1=1 2=-1/ 0=4 1=1 2=1/' image.param > last_axis.param
layers last_axis 4,8,4
sed 's/mul  2 1 x1 r/mul  2 1 r x1/; s/0=2$/0=1/' image.param > left.param
layers left 4,8,8
--- out
Input data
Split sp
Pooling gap
BinaryOp mul

Input data
Split sp
Pooling gap
BinaryOp mul

Input data
Split sp
Pooling gap
Reshape view
BinaryOp mul

Input data
Split sp
Pooling gap
BinaryOp mul

