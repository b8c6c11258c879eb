# That another layer proves an axis to have size 1, which Crop takes whole, changes nothing in its line.
test cli
--- run
cat > a.param <<'END'
7767517
4 5
Input in 0 1 in 0=7 1=1
Split s 1 2 in a b
Crop c 1 1 a v -23309=2,0,3 -23310=2,1,7 -23311=2,0,1
Scale k 1 1 b w 0=1
END
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same
--- out
same
