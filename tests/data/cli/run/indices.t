# An array of integers is what a layer that takes indices reads; raw files are taken bit by bit.
test cli
--- run
cat > embed.param <<'NET'
7767517
2 2
Input data 0 1 data 0=3
Embed e    1 1 data out 0=2 1=4 2=0 3=8
NET
(printf '\0\0\0\0'; printf '\0\0\200\077\0\0\0\100\0\0\100\100\0\0\200\100\0\0\240\100\0\0\300\100\0\0\340\100\0\0\0\101') > embed.bin
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"; }
(npy '|u1' '(3,)'; printf '\3\0\1') > a.npy
printf '\3\0\0\0\0\0\0\0\1\0\0\0' > raw
for how in --interpret ''; do
  $SINTER run embed.param --input-file a.npy --text $how
  $SINTER run embed.param --input-file raw --text $how
done
--- out
out 3,2
7 8
1 2
3 4
out 3,2
7 8
1 2
3 4
out 3,2
7 8
1 2
3 4
out 3,2
7 8
1 2
3 4
