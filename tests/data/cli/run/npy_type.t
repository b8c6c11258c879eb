# Of a .npy the whole type counts: two bytes of any kind are bf16, 20 and 24 are not; nor is a head read that says neither of the orders.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2
ReLU  relu 1 1 data out
NET
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': $1, 'fortran_order': $2, 'shape': (2,), }"; }
numbers='\200\077\0\100'
for type in '<V2' '|V2' '|V20' '|V24' '<V2x' '<f4x' '<f16' '|S4' '>V2' '|O'; do
  (npy "'$type'" False; printf "$numbers"; head -c 44 /dev/zero) | head -c $(case $type in ?V2) echo 132;; *) echo 176;; esac) > a.npy
  $SINTER run net.param --interpret --input-file a.npy --text || echo "code $? $type"
done
(npy "[('a', '<f4')]" False; printf '\0\0\200\077\0\0\0\100') > fields.npy
(npy "'<f4'" Fals; printf '\0\0\200\077\0\0\0\100') > order.npy
for f in fields order; do $SINTER run net.param --interpret --input-file $f.npy; echo "code $?"; done
--- out
out 2
1 2
out 2
1 2
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 |V20
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 |V24
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 <V2x
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 <f4x
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 <f16
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 |S4
sinter: a.npy: is a .npy, but only little-endian numbers can be read
code 4 >V2
sinter: a.npy: is a .npy, but its elements are not plain numbers
code 4 |O
sinter: fields.npy: is a .npy, but its elements are not plain numbers
code 4
sinter: order.npy: is a .npy, but its head is not numpy's
code 4
