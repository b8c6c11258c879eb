# Bodies are frames; dashed edges lead into them, and from their results to their layer. Layers of bodies that become one stand together, too.
test cli
--- run
cat > make.py <<'PY'
from onnx_file import *
then = graph([node("MatMul", ["x", "w"], ["p"], "fc"), node("Transpose", ["p"], ["q"], "turn", perm=[1, 0, 2]),
              node("Transpose", ["q"], ["t"], "swap", perm=[0, 2, 1])], [], [value("t")])
other = graph([node("Relu", ["y"], ["e"])], [], [value("e")])
body = graph([node("If", ["c"], ["next"], "inner", then_branch=then, else_branch=other)],
             [value("i", I64, []), value("c", BOOL, []), value("x", F32, [4, 4, 4])],
             [value("c"), value("next"), value("next")])
g = graph([node("Loop", ["trips", "c", "y"], ["last", "all"], "walk", body=body)],
          [value("y", F32, [4, 4, 4]), value("c", BOOL, [])], [value("last"), value("all")],
          [tensor("trips", I64, [], [300]), tensor("w", F32, [4, 4], [1] * 16)])
save("a.onnx", model(g))
PY
PYTHONPATH=$SINTER_TESTS python3 make.py
$SINTER draw a.onnx
$SINTER draw a.onnx --after
$SINTER draw a.onnx --groups | grep -c cluster
$SINTER draw a.onnx --before-after -o b.dot && grep -A3 cluster b.dot
--- out
digraph network {
  graph [fontname="Helvetica", charset="UTF-8"];
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, fontcolor="#555555"];
    b0 [label="y\ninput", shape=ellipse];
    b1 [label="c\ninput", shape=ellipse];
    b2 [label="walk\nloop carried=1"];
    subgraph cluster_b2_body0 {
    label="walk: body"; style="rounded"; fontsize=10; color="#999999";
    b3 [label="i\ninput", shape=ellipse];
    b4 [label="c\ninput", shape=ellipse];
    b5 [label="x\ninput", shape=ellipse];
    b6 [label="w\ninput", shape=ellipse];
    b7 [label="y\ninput", shape=ellipse];
    b8 [label="inner\nif"];
    subgraph cluster_b8_body0 {
    label="inner: then"; style="rounded"; fontsize=10; color="#999999";
    b9 [label="x\ninput", shape=ellipse];
    b10 [label="input\ninput", shape=ellipse];
    b11 [label="input\ninput", shape=ellipse];
    b12 [label="fc\nmatmul"];
    b13 [label="turn\ntranspose perm=1,0,2"];
    b14 [label="swap\ntranspose perm=0,2,1"];
    }
    subgraph cluster_b8_body1 {
    label="inner: else"; style="rounded"; fontsize=10; color="#999999";
    b15 [label="x\ninput", shape=ellipse];
    b16 [label="input\ninput", shape=ellipse];
    b17 [label="input\ninput", shape=ellipse];
    b18 [label="e\nrelu"];
    }
    }
    b1 -> b4 [label="condition\nscalar\n1 B", style=dashed];
    b0 -> b5 [label="carried\n4,4,4\n256 B", style=dashed];
    b0 -> b7 [label="capture\n4,4,4\n256 B", style=dashed];
    b4 -> b2 [label="condition\nscalar\n1 B", style=dashed];
    b8 -> b2 [label="carried\n4,4,4\n256 B", style=dashed];
    b8 -> b2 [label="scan output\n4,4,4\n256 B", style=dashed];
    b4 -> b8 [label="scalar\n1 B"];
    b5 -> b9 [label="capture\n4,4,4\n256 B", style=dashed];
    b6 -> b10 [label="capture\n4,4\n64 B", style=dashed];
    b7 -> b11 [label="capture\n4,4,4\n256 B", style=dashed];
    b14 -> b8 [label="result\n4,4,4\n256 B", style=dashed];
    b5 -> b15 [label="capture\n4,4,4\n256 B", style=dashed];
    b6 -> b16 [label="capture\n4,4\n64 B", style=dashed];
    b7 -> b17 [label="capture\n4,4,4\n256 B", style=dashed];
    b18 -> b8 [label="result\n4,4,4\n256 B", style=dashed];
    b9 -> b12 [label="4,4,4\n256 B"];
    b10 -> b12 [label="4,4\n64 B"];
    b12 -> b13 [label="4,4,4\n256 B"];
    b13 -> b14 [label="4,4,4\n256 B"];
    b17 -> b18 [label="4,4,4\n256 B"];
    bo0 [shape=ellipse, label="last"];
    b2 -> bo0 [label="4,4,4\n256 B"];
    bo1 [shape=ellipse, label="all"];
    b2 -> bo1 [label="?,4,4,4"];
}
digraph network {
  graph [fontname="Helvetica", charset="UTF-8"];
  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica", fontsize=11];
  edge [fontname="Helvetica", fontsize=9, fontcolor="#555555"];
    a0 [label="y\ninput", shape=ellipse];
    a1 [label="c\ninput", shape=ellipse];
    a2 [label="walk\nloop carried=1"];
    subgraph cluster_a2_body0 {
    label="walk: body"; style="rounded"; fontsize=10; color="#999999";
    a3 [label="i\ninput", shape=ellipse];
    a4 [label="c\ninput", shape=ellipse];
    a5 [label="x\ninput", shape=ellipse];
    a6 [label="y\ninput", shape=ellipse];
    a7 [label="inner\nif"];
    subgraph cluster_a7_body0 {
    label="inner: then"; style="rounded"; fontsize=10; color="#999999";
    a8 [label="x\ninput", shape=ellipse];
    a9 [label="input\ninput", shape=ellipse];
    a10 [label="constant\nconstant", shape=ellipse];
    a11 [label="fc\nmatmul"];
    a12 [label="turn\ntranspose perm=1,2,0\nof walk.body/inner.then/turn, walk.body/inner.then/swap", fillcolor="#fbd5d5", color="#bf4a4a"];
    }
    subgraph cluster_a7_body1 {
    label="inner: else"; style="rounded"; fontsize=10; color="#999999";
    a13 [label="x\ninput", shape=ellipse];
    a14 [label="input\ninput", shape=ellipse];
    a15 [label="e\nrelu"];
    }
    }
    a1 -> a4 [label="condition\nscalar\n1 B", style=dashed];
    a0 -> a5 [label="carried\n4,4,4\n256 B", style=dashed];
    a0 -> a6 [label="capture\n4,4,4\n256 B", style=dashed];
    a4 -> a2 [label="condition\nscalar\n1 B", style=dashed];
    a7 -> a2 [label="carried\n4,4,4\n256 B", style=dashed];
    a7 -> a2 [label="scan output\n4,4,4\n256 B", style=dashed];
    a4 -> a7 [label="scalar\n1 B"];
    a5 -> a8 [label="capture\n4,4,4\n256 B", style=dashed];
    a6 -> a9 [label="capture\n4,4,4\n256 B", style=dashed];
    a12 -> a7 [label="result\n4,4,4\n256 B", style=dashed];
    a5 -> a13 [label="capture\n4,4,4\n256 B", style=dashed];
    a6 -> a14 [label="capture\n4,4,4\n256 B", style=dashed];
    a15 -> a7 [label="result\n4,4,4\n256 B", style=dashed];
    a8 -> a11 [label="4,4,4\n256 B"];
    a10 -> a11 [label="4,4\n64 B"];
    a11 -> a12 [label="4,4,4\n256 B"];
    a14 -> a15 [label="4,4,4\n256 B"];
    ao0 [shape=ellipse, label="last"];
    a2 -> ao0 [label="4,4,4\n256 B"];
    ao1 [shape=ellipse, label="all"];
    a2 -> ao1 [label="?,4,4,4"];
}
sinter: loop 'walk': no kernel can compute 'loop' whose number of trips is not known; `sinter run --interpret` may
0
written   b.dot (4.86 KB)
  subgraph cluster_before {
    label="before: 3 layers"; color="#999999";
    b0 [label="y\ninput", shape=ellipse];
    b1 [label="c\ninput", shape=ellipse];
--
    subgraph cluster_b2_body0 {
    label="walk: body"; style="rounded"; fontsize=10; color="#999999";
    b3 [label="i\ninput", shape=ellipse];
    b4 [label="c\ninput", shape=ellipse];
--
    subgraph cluster_b8_body0 {
    label="inner: then"; style="rounded"; fontsize=10; color="#999999";
    b9 [label="x\ninput", shape=ellipse];
    b10 [label="input\ninput", shape=ellipse];
--
    subgraph cluster_b_12_13 {
    label=""; style="rounded,filled"; fillcolor="#fbd5d5"; color="#bf4a4a";
    b13 [label="turn\ntranspose perm=1,0,2"];
    b14 [label="swap\ntranspose perm=0,2,1"];
--
    subgraph cluster_b8_body1 {
    label="inner: else"; style="rounded"; fontsize=10; color="#999999";
    b15 [label="x\ninput", shape=ellipse];
    b16 [label="input\ninput", shape=ellipse];
--
  subgraph cluster_after {
    label="after: 3 layers"; color="#999999";
    a0 [label="y\ninput", shape=ellipse];
    a1 [label="c\ninput", shape=ellipse];
--
    subgraph cluster_a2_body0 {
    label="walk: body"; style="rounded"; fontsize=10; color="#999999";
    a3 [label="i\ninput", shape=ellipse];
    a4 [label="c\ninput", shape=ellipse];
--
    subgraph cluster_a7_body0 {
    label="inner: then"; style="rounded"; fontsize=10; color="#999999";
    a8 [label="x\ninput", shape=ellipse];
    a9 [label="input\ninput", shape=ellipse];
--
    subgraph cluster_a7_body1 {
    label="inner: else"; style="rounded"; fontsize=10; color="#999999";
    a13 [label="x\ninput", shape=ellipse];
    a14 [label="input\ninput", shape=ellipse];
