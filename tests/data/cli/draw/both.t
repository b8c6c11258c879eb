# Before and after side by side: layers that become one stand together, and the one says which; a copy is gone.
test cli
--- run
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
$SINTER draw net.param --bin seed:1 --before-after --passes drop_copies,fold_affine,fuse_activation -o both.dot
cat both.dot
--- out
written   both.dot (1.72 KB)
digraph network {
  graph [fontname="Helvetica", charset="UTF-8"];
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, fontcolor="#555555"];
  subgraph cluster_before {
    label="before: 8 layers"; color="#999999";
    b0 [label="data\ninput", shape=ellipse];
    b3 [label="sp\nidentity", style="rounded,dashed", color="#999999", fontcolor="#777777"];
    b4 [label="left\nconv 1x1"];
    b5 [label="relu\nrelu"];
    b6 [label="add\nadd"];
    b7 [label="sm\nsoftmax"];
    subgraph cluster_b_1 {
    label=""; style="rounded,filled"; fillcolor="#d8f0d0"; color="#4c9a3b";
    b1 [label="conv\nconv 3x3"];
    b2 [label="bn\nbatch_normalization epsilon=0"];
    }
    b0 -> b1 [label="3,8,8\n768 B"];
    b1 -> b2 [label="4,6,6\n576 B"];
    b2 -> b3 [label="4,6,6\n576 B"];
    b3 -> b4 [label="4,6,6\n576 B"];
    b3 -> b5 [label="4,6,6\n576 B"];
    b4 -> b6 [label="4,6,6\n576 B"];
    b5 -> b6 [label="4,6,6\n576 B"];
    b6 -> b7 [label="4,6,6\n576 B"];
    bo0 [shape=ellipse, label="prob"];
    b7 -> bo0 [label="4,6,6\n576 B"];
  }
  subgraph cluster_after {
    label="after: 6 layers"; color="#999999";
    a0 [label="data\ninput", shape=ellipse];
    a1 [label="conv\nconv 3x3\nof conv, bn", fillcolor="#d8f0d0", color="#4c9a3b"];
    a2 [label="left\nconv 1x1"];
    a3 [label="relu\nrelu"];
    a4 [label="add\nadd"];
    a5 [label="sm\nsoftmax"];
    a0 -> a1 [label="3,8,8\n768 B"];
    a1 -> a2 [label="4,6,6\n576 B"];
    a1 -> a3 [label="4,6,6\n576 B"];
    a2 -> a4 [label="4,6,6\n576 B"];
    a3 -> a4 [label="4,6,6\n576 B"];
    a4 -> a5 [label="4,6,6\n576 B"];
    ao0 [shape=ellipse, label="prob"];
    a5 -> ao0 [label="4,6,6\n576 B"];
  }
}
