# The summary says by how much weights are more than the model's, and why, where that is a tenth; --json says it always.
test cli
--- run
cat > net.param <<'NET'
7767517
3 3
Input        data 0 1 data 0=24 1=24 2=32
Convolution  c1   1 1 data a 0=64 1=3 4=1 5=1 6=18432
Convolution  c2   1 1 a b 0=64 1=1 5=1 6=4096
NET
$SINTER optimize net.param --bin seed:1 -o half.param --fp16 --as-is -q 2> /dev/null || $SINTER convert net.param --bin seed:1 -o half.param --fp16 -q
$SINTER compile half.param -o half --target x86-64-v3 | grep -E '^(weights|grown)'
$SINTER compile half.param -o half --target x86-64-v3 --exact | grep -E '^(weights|grown)'
$SINTER compile half.param -o half --target x86-64-v3+x86-64 --exact | grep -E '^(weights|grown)'
$SINTER compile half.param -o half --target x86-64-v3 --small --as-is | grep -E '^(weights|grown)'
$SINTER compile half.param -o half --target x86-64-v3 --exact --as-is | grep -E '^(weights|grown)'
$SINTER compile net.param --bin seed:1 -o full --target x86-64-v3 --embed-weights | grep -E '^(weights|grown)'
$SINTER compile net.param --bin seed:1 -o full --target x86-64-v3 --exact | grep -E '^(weights|grown)'
$SINTER compile half.param -o half --target x86-64-v3 --json -q | grep -A 11 '"model_weights_bytes"'
$SINTER compile net.param --bin seed:1 -o full --target x86-64-v3 --exact --json -q | grep -A 1 '"model_weights_bytes"'
--- out
weights   288 KB
grown     from the 44.5 KB that the model stores: 216 KB winograd; 44.0 KB decoded
weights   72.3 KB
grown     from the 44.5 KB that the model stores: 44.0 KB decoded
weights   144 KB, 144 KB of them for some targets alone
grown     from the 44.5 KB that the model stores: 72.0 KB other sizes or targets; 44.0 KB decoded
weights   44.6 KB
weights   52.6 KB
weights   0 B beside those in the code
grown     from the 88.5 KB that the model stores: 216 KB winograd
weights   72.3 KB
  "model_weights_bytes": 45568,
  "weights_growth": [
    {
      "why": "winograd",
      "bytes": 221184
    },
    {
      "why": "decoded",
      "bytes": 45056
    }
  ],
  "small": false,
  "model_weights_bytes": 90624,
  "weights_growth": [],
