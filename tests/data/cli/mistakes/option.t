# A mistyped option, and one that there is not.
test cli
--- run
$SINTER optimize net.param --explian
echo "code $?"
$SINTER optimize net.param --xyzzy
echo "code $?"
$SINTER optimize net.param -x
echo "code $?"
$SINTER show net.param --fp16
echo "code $?"
--- out
sinter: there is no option --explian; did you mean --explain?
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: there is no option --xyzzy
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: there is no option -x
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: there is no option --fp16
usage: sinter show IN [options]
code 2
