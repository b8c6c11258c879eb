# Values in JSON: integers as integers, what is not finite as text that says which.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=5
ReLU  r 1 1 data out 0=2.0
NET
cat > whole.param <<'NET'
7767517
2 2
Input    data 0 1 data 0=5
Quantize q    1 1 data out 0=1
NET
cat > half.param <<'NET'
7767517
2 2
Input data 0 1 data 0=5
Cast  half 1 1 data out 0=1 1=2
NET
printf '\0\0\200\077' > whole.bin
printf '\0\0\200\077\0\0\300\177\0\0\200\177\0\0\200\377\0\0\040\300' > raw
printf '\0\0\200\077\0\0\0\300\0\0\310\102\0\0\310\302\0\0\0\0' > small
for net in net half; do $SINTER run $net.param --interpret --input-file raw --text --json | tr -d ' \n'; echo; done
$SINTER run whole.param --interpret --input-file small --text --json | tr -d ' \n'; echo
--- out
{"format":1,"command":"run","outputs":[{"name":"out","type":"f32","shape":[5],"values":[1.0,"NaN","Infinity","-Infinity",-5.0]}]}
{"format":1,"command":"run","outputs":[{"name":"out","type":"f16","shape":[5],"values":[1.0,"NaN","Infinity","-Infinity",-2.5]}]}
{"format":1,"command":"run","outputs":[{"name":"out","type":"i8","shape":[5],"values":[1,-2,100,-100,0]}]}
