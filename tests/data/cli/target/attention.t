# Attention in pieces: an sdpa where the release has one, an mha where it has that and, before 20240820, queries are as wide as
# the heads together and the factor is the usual one; else it stays in pieces.
test cli
--- run
net() { # width of x, width of the result
cat > net.param <<END
7767517
18 20
Input        x   0 1 x 0=$1 1=5
Split        s   1 3 x x0 x1 x2
InnerProduct q   1 1 x0 q 0=6 1=1 2=$(($1 * 6))
InnerProduct k   1 1 x1 k 0=6 1=1 2=$(($1 * 6))
InnerProduct v   1 1 x2 v 0=6 1=1 2=$(($1 * 6))
Reshape      q1  1 1 q q1 0=3 1=2 2=-1
Reshape      k1  1 1 k k1 0=3 1=2 2=-1
Reshape      v1  1 1 v v1 0=3 1=2 2=-1
Permute      q2  1 1 q1 q2 0=2
Permute      k2  1 1 k1 k2 0=2
Permute      v2  1 1 v1 v2 0=2
MatMul       m1  2 1 q2 k2 a0 0=1
BinaryOp     f   1 1 a0 a 0=2 1=1 2=0.5773503
Softmax      sm  1 1 a b 0=2 1=1
MatMul       m2  2 1 b v2 c
Permute      p   1 1 c d 0=2
Reshape      r   1 1 d e 0=6 1=-1
InnerProduct o   1 1 e out 0=$2 1=1 2=$(($2 * 6))
END
}
try() { # tag
    $SINTER optimize net.param --bin seed:1 -o out.param --target-version $1 -q --input x=5,$2 &&
        echo "$1: $(awk 'NR > 2 { print $1 }' out.param | sort | uniq -c | awk '{ printf "%s %s, ", $1, $2 }')"
}
echo "== as wide as the heads"; net 6 6
for tag in 20260113 20250916 20220216 20211208; do try $tag 6; done
echo "== not as wide"; net 4 4
for tag in 20240820 20240410; do try $tag 4; done
echo "== a result of another width"; net 6 5
for tag in 20260113 20250916; do try $tag 6; done
--- out
== as wide as the heads
20260113: 1 Input, 1 MultiHeadAttention, 
20250916: 1 Input, 1 MultiHeadAttention, 
20220216: 1 Input, 1 MultiHeadAttention, 
20211208: 1 Input, 1 MultiHeadAttention, 
== not as wide
20240820: 1 Input, 1 MultiHeadAttention, 
20240410: 4 InnerProduct, 1 Input, 2 MatMul, 4 Permute, 4 Reshape, 1 Softmax, 1 Split, 
== a result of another width
20260113: 4 InnerProduct, 1 Input, 4 Permute, 4 Reshape, 1 SDPA, 1 Split, 
20250916: 4 InnerProduct, 1 Input, 2 MatMul, 4 Permute, 4 Reshape, 1 Softmax, 1 Split, 
