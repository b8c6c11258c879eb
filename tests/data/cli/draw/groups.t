# Frames around layers that are computed together.
test cli
--- run
cat > net.param <<'END'
7767517
10 11
Input         data 0 1 data 0=16 1=16 2=3
Convolution   conv 1 1 data c 0=8 1=3 4=1 5=1 6=216
ReLU          relu 1 1 c r
Split         sp   1 2 r r0 r1
Pooling       gap  1 1 r0 g 0=1 4=1
InnerProduct  fc1  1 1 g f 0=2 1=0 2=16
InnerProduct  fc2  1 1 f h 0=8 1=0 2=16
Sigmoid       sig  1 1 h s
BinaryOp      mul  2 1 r1 s m 0=2
Convolution   last 1 1 m y 0=4 1=1 6=32
END
$SINTER draw net.param --bin seed:1 --groups --target generic
$SINTER draw net.param --bin seed:1 --after --groups --target generic -o g.dot; grep -c cluster g.dot
--- out
digraph network {
  graph [fontname="Helvetica", charset="UTF-8"];
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, fontcolor="#555555"];
    b0 [label="data\ninput", shape=ellipse];
    b3 [label="sp\nidentity"];
    b4 [label="gap\nglobal_average_pool keepdims=false"];
    b5 [label="fc1\nlinear 8 -> 2"];
    subgraph cluster_g1 {
    label="1: epilogue"; style="rounded,filled"; fontsize=10; fillcolor="#cfe3f7"; color="#3b78b5";
    b1 [label="conv\nconv 3x3 p1"];
    b2 [label="relu\nrelu"];
    }
    subgraph cluster_g5 {
    label="5: epilogue"; style="rounded,filled"; fontsize=10; fillcolor="#fbd5d5"; color="#bf4a4a";
    b6 [label="fc2\nlinear 2 -> 8"];
    b7 [label="sig\nsigmoid"];
    }
    subgraph cluster_g6 {
    label="6: factor"; style="rounded,filled"; fontsize=10; fillcolor="#d3f0ee"; color="#2f9189";
    b8 [label="mul\nmul"];
    b9 [label="last\nconv 1x1"];
    }
    b0 -> b1 [label="3,16,16\n3.00 KB"];
    b1 -> b2 [label="8,16,16\n8.00 KB"];
    b2 -> b3 [label="8,16,16\n8.00 KB"];
    b3 -> b4 [label="8,16,16\n8.00 KB"];
    b4 -> b5 [label="8\n32 B"];
    b5 -> b6 [label="2\n8 B"];
    b6 -> b7 [label="8\n32 B"];
    b3 -> b8 [label="8,16,16\n8.00 KB"];
    b7 -> b8 [label="8\n32 B"];
    b8 -> b9 [label="8,16,16\n8.00 KB"];
    bo0 [shape=ellipse, label="y"];
    b9 -> bo0 [label="4,16,16\n4.00 KB"];
}
written   g.dot (986 B)
1
