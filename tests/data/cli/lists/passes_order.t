# Whatever a pass says must come before it, does.
test cli
--- run
$SINTER passes | awk '
    /^  [a-z]/ { seen[$1] = 1; name = $1 }
    /^ +after / { n++; sub(":", "", $2); if (!($2 in seen)) print name " stands before " $2 }
    END { print (n > 3 ? "some were looked at" : "nearly none were found") }'
--- out
some were looked at
