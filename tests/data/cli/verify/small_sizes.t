# Sizes that are open are tried small, too, and 1: a resize to one pixel, an axis that broadcasts.
test cli
--- run
cat > make.py <<'PY'
from onnx_pairs import *
def pixels(mode):
    return [n("Resize", "x", "", "s", mode="linear", coordinate_transformation_mode=mode)]


image = (1, 2, "h", "w")
pair("one_pixel", pixels("half_pixel"), pixels("pytorch_half_pixel"), [f("s", 1, 1, 0.25, 0.25)],
     image)
pair("more_pixels", pixels("half_pixel"), pixels("pytorch_half_pixel"), [f("s", 1, 1, 2, 2)], image)
pair("one_column", [n("ReduceSum", "x", "axis", out="s", keepdims=1), n("Sub", "x", "s")],
     [n("ReduceSum", "x", "axis", out="s", keepdims=1), n("Neg", "s", out="t"), n("Add", "x", "t")],
     [axis(1)], ("n", "c"))
PY
. $SINTER_TESTS/verify_pairs.sh
--- out
more_pixels: same, turned around: same
one_column: same, turned around: same
one_pixel: different, turned around: different
