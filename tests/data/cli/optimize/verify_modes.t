# What each mode of checking says.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
for mode in default each whole off; do
    $SINTER optimize net.param --bin seed:1 --verify $mode > said
    echo "code $?"
    sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/' said | grep -E '^(checked|network)'
done
--- out
code 0
checked   2 rewrites, worst distance #
network   same: worst distance #, # % of what rounding explains, 6 runs at data=3,64,64, 2 each at data=3,33,47 (sizes that sinter chose)
code 0
checked   2 rewrites, worst distance #
network   not run: not asked for
code 0
checked   not one by one: --verify=whole
network   same: worst distance #, # % of what rounding explains, 6 runs at data=3,64,64, 2 each at data=3,33,47 (sizes that sinter chose)
code 0
checked   not one by one: --verify=off
network   not run: not asked for
