# Files of nothing but elements: how many they are is counted in the input's type, for each image of a batch, and no byte is left over.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2
ReLU  relu 1 1 data out
NET
printf '\0\0\200\077\0\0\0\100\0\0\100\300\0\0\200\100' > four
for n in 3 8 10 12 17; do cat four four | head -c $n > raw$n; done
$SINTER run net.param --interpret --input-file raw8 --text
$SINTER run net.param --interpret --input-file four --batch 2 --text
for n in 3 10 12 17; do
  $SINTER run net.param --interpret --input-file raw$n; echo "code $?"
  $SINTER run net.param --interpret --input-file raw$n --batch 2; echo "code $?"
done
$SINTER run net.param --interpret --input-file raw8 --batch 2; echo "code $?"
--- out
out 2
1 2
out 2,2
1 2
0 4
sinter: raw3: 3 bytes are no whole number of raw f32 elements
code 4
sinter: raw3: 3 bytes are no whole number of raw f32 elements
code 4
sinter: raw10: 10 bytes are no whole number of raw f32 elements
code 4
sinter: raw10: 10 bytes are no whole number of raw f32 elements
code 4
sinter: input 'data' has 2 elements, the file 3
code 5
sinter: raw12: 3 elements cannot be divided among 2 images
code 5
sinter: raw17: 17 bytes are no whole number of raw f32 elements
code 4
sinter: raw17: 17 bytes are no whole number of raw f32 elements
code 4
sinter: input 'data' has 2 elements, the file 1 for each image
code 5
