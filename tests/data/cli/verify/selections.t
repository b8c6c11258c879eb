# What sorts by value is compared by what goes into it, and where its results go to: two detections that change places, and one that reads what the other did, are no detections of the same.
test cli
--- run
cat > a.param <<'END'
7767517
6 8
Input in 0 1 in 0=8 1=8 2=12
Split s 1 2 in x y
UnaryOp n 1 1 y z 0=1
Yolov3DetectionOutput d 1 1 x o1 0=1 1=2 2=0.3 3=0.45 -23304=4,10.0,13.0,16.0,30.0 -23305=2,0,1 -23306=1,32.0
Yolov3DetectionOutput e 1 1 z o2 0=1 1=2 2=0.3 3=0.45 -23304=4,10.0,13.0,16.0,30.0 -23305=2,0,1 -23306=1,32.0
END
sed -i 's/^6 8/5 6/' a.param
sed 's/ o1 / o3 /; s/ o2 / o1 /; s/ o3 / o2 /' a.param > b.param
sed 's/tput d 1 1 x/tput d 1 1 q/; s/tput e 1 1 z/tput e 1 1 x/; s/tput d 1 1 q/tput d 1 1 z/' a.param > c.param
sed 's/tput d /tput f /' a.param > d.param
touch a.bin b.bin c.bin d.bin
$SINTER verify a.param a.param -q; echo "code $?"
$SINTER verify a.param b.param -q; echo "code $?"
$SINTER verify a.param c.param -q; echo "code $?"
$SINTER verify a.param d.param -q; echo "code $?"
--- out
code 0
sinter: a.param and b.param compute different results
code 8
sinter: a.param and c.param compute different results
code 8
code 0
