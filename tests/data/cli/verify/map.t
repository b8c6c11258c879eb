# Inputs and outputs that are called otherwise in the second network are mapped, also where names change places; what does not fit is refused by name.
test cli
--- run
cat > net.param <<'ENDS'
7767517
6 6
Input    data 0 1 data 0=4 1=4 2=3
Input    mask 0 1 mask 0=4 1=4 2=3
BinaryOp sub  2 1 data mask s 0=1
ReLU     relu 1 1 s out
Sigmoid  sig  1 1 mask m
TanH     tanh 1 1 m score
ENDS
sed 's/data/image/g; s/out$/prob/' net.param > other.param
sed 's/mask/t/g; s/data/mask/g; s/ t / data /g; s/ t$/ data/; s/t 0=/data 0=/' net.param > turned.param
sed 's/0=4 1=4 2=3/0=5 1=4 2=3/' other.param > large.param
v() { $SINTER verify net.param "$@" --bin-a seed:1 --bin-b seed:1 2>&1 | tail -1; }
v other.param
v other.param --map data=image
v other.param --map data=image --map out=prob
v turned.param
v turned.param --map data=mask --map mask=data
echo "mistakes"
v other.param --map data
v other.param --map =image
v other.param --map datum=image
v other.param --map data=picture
v other.param --map data=image --map mask=image
v other.param --map data=image --map data=mask
v other.param --map data=prob
v large.param --map data=image --map out=prob
echo "sizes, by the name in either"
v other.param --map data=image --map out=prob --input data=3,6,6 --input mask=3,6,6
v other.param --map data=image --map out=prob --input image=3,5,5 --input mask=3,5,5
v other.param --map data=image --map out=prob --input picture=3,5,5
--- out
sinter: input 'data' is missing in the second network, which has image, mask; --map NAME_IN_A=NAME_IN_B says what stands for it
sinter: output 'out' is missing in the second network, which has prob, score; --map NAME_IN_A=NAME_IN_B says what stands for it
same      worst distance 0, 6 runs at data=3,4,4, mask=3,4,4
sinter: net.param and turned.param compute different results
same      worst distance 0, 6 runs at data=3,4,4, mask=3,4,4
mistakes
sinter: 'data': NAME_IN_A=NAME_IN_B is expected
sinter: '=image': NAME_IN_A=NAME_IN_B is expected
sinter: 'datum=image': 'datum' is no input or output of the first network; its inputs are data, mask, its outputs out, score
sinter: 'data=picture': 'picture' is no input or output of the second network; its inputs are image, mask, its outputs prob, score
sinter: 'mask=image': input 'image' of the second network is mapped twice
sinter: 'data=mask': input 'data' of the first network is mapped twice
sinter: 'data=prob': 'data' is an input of the first network, and 'prob' an output of the second
same      worst distance 0, 6 runs at data=3,4,4, mask=3,4,4
sizes, by the name in either
same      worst distance 0, 6 runs at data=3,6,6, mask=3,6,6
same      worst distance 0, 6 runs at data=3,5,5, mask=3,5,5
sinter: no input is called 'picture'; the network has data, mask
